// Reads one JSON-RPC response from standard input and prints what kind of error it is and what to do next.
// Usage: dotnet run, or mcs -unsafe Classify.cs && mono Classify.exe; the loader must find libmcp_errors.so.1.
using System;
using System.Runtime.InteropServices;
using System.Text;

static class Classify {
    const string Lib = "libmcp_errors.so.1";
    [StructLayout(LayoutKind.Sequential)] struct Str { public IntPtr Ptr; public UIntPtr Len; }
    [StructLayout(LayoutKind.Sequential)] struct Failure { public UIntPtr StructSize; public IntPtr Parameter, Member, Problem; public UIntPtr Offset; }
    [DllImport(Lib)] static extern int mcp_error_from_response(byte[] json, UIntPtr len, out IntPtr error);
    [DllImport(Lib)] static extern void mcp_error_free(IntPtr error);
    [DllImport(Lib)] static extern Str mcp_error_log_line(IntPtr error);
    [DllImport(Lib)] [return: MarshalAs(UnmanagedType.U1)] static extern bool mcp_error_is_local(IntPtr error); // bool is one byte
    [DllImport(Lib)] static extern int mcp_error_era(IntPtr error, int transport);
    [DllImport(Lib)] static extern IntPtr mcp_era_name(int era);
    [DllImport(Lib)] static extern IntPtr mcp_kind_name(int kind);
    [DllImport(Lib)] static extern IntPtr mcp_status_text(int status);
    [DllImport(Lib)] static extern int mcp_error_advise(IntPtr error, byte[] context, UIntPtr len, out IntPtr advice, ref Failure failure);
    [DllImport(Lib)] static extern int mcp_advice_action(IntPtr advice);
    [DllImport(Lib)] static extern IntPtr mcp_action_name(int action);
    [DllImport(Lib)] static extern Str mcp_advice_declare_json(IntPtr advice);
    [DllImport(Lib)] static extern void mcp_advice_free(IntPtr advice);

    // Text of a handle is a pointer and a length, valid until the handle is freed: copied at once.
    static string Text(Str str) {
        var bytes = new byte[(int)str.Len];
        if (bytes.Length > 0) Marshal.Copy(str.Ptr, bytes, 0, bytes.Length);
        return Encoding.UTF8.GetString(bytes);
    }
    // A static text must not be freed, so it is an IntPtr here: a string as return type would free it.
    static string Name(IntPtr text) { return text == IntPtr.Zero ? null : Marshal.PtrToStringAnsi(text); }

    static int Main() {
        var response = Encoding.UTF8.GetBytes(Console.In.ReadToEnd());
        IntPtr error, advice;
        int status = mcp_error_from_response(response, (UIntPtr)response.Length, out error);
        if (status == 3) { Console.WriteLine("a result"); return 0; }
        if (status != 0) { Console.WriteLine(Name(mcp_status_text(status))); return 2; }
        try {
            Console.WriteLine(Text(mcp_error_log_line(error)));
            Console.WriteLine("era: " + Name(mcp_era_name(mcp_error_era(error, 0))));
            Console.WriteLine("local: " + (mcp_error_is_local(error) ? 1 : 0));
            var context = Encoding.UTF8.GetBytes("{\"transport\":\"stdio\",\"supported_caps\":{\"roots\":{}}}");
            var failure = new Failure { StructSize = (UIntPtr)Marshal.SizeOf(typeof(Failure)) };
            status = mcp_error_advise(error, context, (UIntPtr)context.Length, out advice, ref failure);
            if (status != 0) { Console.WriteLine(Name(failure.Parameter) + " " + Name(failure.Problem)); return 2; }
            Console.WriteLine("advice: " + Name(mcp_action_name(mcp_advice_action(advice))) + " " + Text(mcp_advice_declare_json(advice)));
            mcp_advice_free(advice);
            Console.WriteLine("no name: " + (Name(mcp_kind_name(-1)) == null ? "true" : "false"));
        } finally { mcp_error_free(error); }
        return 0;
    }
}
