<?php
// Reads one JSON-RPC response from standard input and prints what kind of error it is and what to do next.
// Usage: php -d ffi.enable=1 classify.php mcp_errors.cdef libmcp_errors.so.1 <response
$mcp = FFI::cdef(file_get_contents($argv[1]), $argv[2]); // PHP does not preprocess, so it takes the declarations alone

// Text of a handle is a pointer and a length, valid until the handle is freed: copy it at once. FFI::string of no bytes is an error.
$text = fn ($str) => $str->len > 0 ? FFI::string($str->ptr, $str->len) : '';

$check = function (int $status, $failure = null) use ($mcp) {
    if ($status !== $mcp->MCP_STATUS_OK) {
        $why = $failure ? ': ' . FFI::string($failure->parameter) . ' ' . FFI::string($failure->problem) : '';
        throw new RuntimeException($mcp->mcp_status_text($status) . $why);
    }
};

$response = file_get_contents('php://stdin');
$out = $mcp->new('mcp_error *');
$failure = $mcp->new('mcp_failure');
$failure->struct_size = FFI::sizeof($failure);

$status = $mcp->mcp_error_from_response($response, strlen($response), FFI::addr($out));
if ($status === $mcp->MCP_STATUS_NOT_AN_ERROR) {
    exit("a result\n");
}
$check($status);
try {
    echo $text($mcp->mcp_error_log_line($out)), "\n";
    // A `const char *` that a function returns becomes a string of PHP by itself, and NULL null.
    echo 'era: ', $mcp->mcp_era_name($mcp->mcp_error_era($out, $mcp->MCP_TRANSPORT_STDIO)), "\n";
    $view = $mcp->new('mcp_view');
    $view->struct_size = FFI::sizeof($view);
    $check($mcp->mcp_error_view($out, FFI::addr($view)));
    echo "local: {$view->local}\n";

    $context = '{"transport":"stdio","supported_caps":{"roots":{}}}';
    $advice = $mcp->new('mcp_advice *');
    $check($mcp->mcp_error_advise($out, $context, strlen($context), FFI::addr($advice), FFI::addr($failure)), $failure);
    echo 'advice: ', $mcp->mcp_action_name($mcp->mcp_advice_action($advice)), ' ', $text($mcp->mcp_advice_declare_json($advice)), "\n";
    $mcp->mcp_advice_free($advice);
    echo 'no name: ', var_export($mcp->mcp_kind_name(-1) === null, true), "\n";
} finally {
    $mcp->mcp_error_free($out); // PHP frees no handle
}
