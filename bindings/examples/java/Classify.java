// Reads one JSON-RPC response from standard input and prints what kind of error it is and what to do next. By JNA; Java 8 and later.
// Usage: java -cp jna.jar -Djna.library.path=DIR Classify.java <response, with libmcp_errors.so in DIR
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;

public class Classify {
    @Structure.FieldOrder({"ptr", "len"})
    public static class Str extends Structure implements Structure.ByValue {
        public Pointer ptr;
        public long len;
        // Text of a handle is a pointer and a length, valid until the handle is freed: copied at once.
        String text() { return new String(ptr.getByteArray(0, (int) len), StandardCharsets.UTF_8); }
    }
    @Structure.FieldOrder({"structSize", "parameter", "member", "problem", "offset"})
    public static class Failure extends Structure {
        public long structSize = size();
        public String parameter, member, problem;
        public long offset;
    }
    interface Mcp extends Library {
        int mcp_error_from_response(byte[] json, long len, PointerByReference out);
        void mcp_error_free(Pointer error);
        Str mcp_error_log_line(Pointer error);
        byte mcp_error_is_local(Pointer error); // a C bool is one byte; boolean would read four
        int mcp_error_era(Pointer error, int transport);
        String mcp_era_name(int era); // a static text: JNA copies it, and does not free it
        String mcp_kind_name(int kind);
        String mcp_status_text(int status);
        int mcp_error_advise(Pointer error, byte[] context, long len, PointerByReference out, Failure failure);
        int mcp_advice_action(Pointer advice);
        String mcp_action_name(int action);
        Str mcp_advice_declare_json(Pointer advice);
        void mcp_advice_free(Pointer advice);
    }

    public static void main(String[] arguments) throws Exception {
        Mcp mcp = Native.load("mcp_errors", Mcp.class);
        byte[] response = System.in.readAllBytes(), context = "{\"transport\":\"stdio\",\"supported_caps\":{\"roots\":{}}}".getBytes();
        PointerByReference out = new PointerByReference();
        int status = mcp.mcp_error_from_response(response, response.length, out);
        if (status == 3) { System.out.println("a result"); return; }
        if (status != 0) throw new IllegalStateException(mcp.mcp_status_text(status));
        Pointer error = out.getValue();
        System.out.println(mcp.mcp_error_log_line(error).text());
        System.out.println("era: " + mcp.mcp_era_name(mcp.mcp_error_era(error, 0)));
        System.out.println("local: " + mcp.mcp_error_is_local(error));
        Failure failure = new Failure();
        status = mcp.mcp_error_advise(error, context, context.length, out, failure);
        if (status != 0) throw new IllegalArgumentException(failure.parameter + " " + failure.problem);
        Pointer advice = out.getValue();
        System.out.println("advice: " + mcp.mcp_action_name(mcp.mcp_advice_action(advice)) + " " + mcp.mcp_advice_declare_json(advice).text());
        mcp.mcp_advice_free(advice);
        mcp.mcp_error_free(error);
        System.out.println("no name: " + (mcp.mcp_kind_name(-1) == null));
    }
}
