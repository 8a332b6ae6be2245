// Reads one JSON-RPC response from standard input and prints what kind of error it is and what to do next.
// Build: CGO_CFLAGS and CGO_LDFLAGS from pkg-config, or a `#cgo pkg-config: mcp_errors` line.
package main

/*
#include <mcp_errors.h>
*/
import "C"

import (
	"fmt"
	"io"
	"os"
	"unsafe"
)

// Text of a handle is a pointer and a length, valid until the handle is freed: copied at once.
func text(str C.mcp_str) string { return C.GoStringN(str.ptr, C.int(str.len)) }

// A pointer to bytes of Go's, which the library does not keep. (NULL, 0) is empty.
func bytes(b []byte) (*C.char, C.size_t) {
	if len(b) == 0 {
		return nil, 0
	}
	return (*C.char)(unsafe.Pointer(&b[0])), C.size_t(len(b))
}

func check(status C.mcp_status, failure *C.mcp_failure) {
	if status != C.MCP_STATUS_OK {
		fmt.Println(C.GoString(C.mcp_status_text(status)), C.GoString(failure.parameter), C.GoString(failure.problem))
		os.Exit(2)
	}
}

func main() {
	response, _ := io.ReadAll(os.Stdin)
	failure := C.mcp_failure{struct_size: C.sizeof_mcp_failure} // C.GoString of NULL is ""
	var err *C.mcp_error
	ptr, length := bytes(response)
	status := C.mcp_error_from_response(ptr, length, &err)
	if status == C.MCP_STATUS_NOT_AN_ERROR {
		fmt.Println("a result")
		return
	}
	check(status, &failure)
	defer C.mcp_error_free(err) // not by a finalizer: those run late, or never

	fmt.Println(text(C.mcp_error_log_line(err)))
	fmt.Println("era:", C.GoString(C.mcp_era_name(C.mcp_error_era(err, C.MCP_TRANSPORT_STDIO))))
	view := C.mcp_view{struct_size: C.sizeof_mcp_view}
	check(C.mcp_error_view(err, &view), &failure)
	fmt.Println("local:", view.local)

	var advice *C.mcp_advice
	ptr, length = bytes([]byte(`{"transport":"stdio","supported_caps":{"roots":{}}}`))
	check(C.mcp_error_advise(err, ptr, length, &advice, &failure), &failure)
	defer C.mcp_advice_free(advice)
	fmt.Println("advice:", C.GoString(C.mcp_action_name(C.mcp_advice_action(advice))), text(C.mcp_advice_declare_json(advice)))
	fmt.Println("no name:", C.mcp_kind_name(-1) == nil)
}
