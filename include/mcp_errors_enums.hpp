/// The enumerations of mcp_errors.h as enum classes of C++. Included by mcp_errors.hpp.
///
/// A number of a later library, which has no name here, is carried as it is.
#ifndef MCP_ERRORS_ENUMS_HPP
#define MCP_ERRORS_ENUMS_HPP

#include "mcp_errors.h"

#include <cstdint>

namespace mcp {

/// The outcome of a call that can fail.
enum class status : std::int32_t {
    ok = MCP_STATUS_OK,
    invalid_argument = MCP_STATUS_INVALID_ARGUMENT,
    invalid_json = MCP_STATUS_INVALID_JSON,
    not_an_error = MCP_STATUS_NOT_AN_ERROR,
    forbidden_code = MCP_STATUS_FORBIDDEN_CODE,
    internal = MCP_STATUS_INTERNAL,
    out_of_memory = MCP_STATUS_OUT_OF_MEMORY,
};

/// The class of an error.
enum class kind : std::int32_t {
    none = MCP_KIND_NONE, ///< No answer: an empty handle, or a fault.
    mcp_error = MCP_KIND_MCP_ERROR,
    tool_not_found = MCP_KIND_TOOL_NOT_FOUND,
    prompt_not_found = MCP_KIND_PROMPT_NOT_FOUND,
    resource_not_found = MCP_KIND_RESOURCE_NOT_FOUND,
    server_not_found = MCP_KIND_SERVER_NOT_FOUND,
    tool_call_error = MCP_KIND_TOOL_CALL_ERROR,
    prompt_get_error = MCP_KIND_PROMPT_GET_ERROR,
    resource_read_error = MCP_KIND_RESOURCE_READ_ERROR,
    capability_error = MCP_KIND_CAPABILITY_ERROR,
    validation_error = MCP_KIND_VALIDATION_ERROR,
    ambiguous_tool_name = MCP_KIND_AMBIGUOUS_TOOL_NAME,
    ambiguous_prompt_name = MCP_KIND_AMBIGUOUS_PROMPT_NAME,
    ambiguous_resource_uri = MCP_KIND_AMBIGUOUS_RESOURCE_URI,
    transport_detection_error = MCP_KIND_TRANSPORT_DETECTION_ERROR,
    task_not_found = MCP_KIND_TASK_NOT_FOUND,
    connection_error = MCP_KIND_CONNECTION_ERROR,
    server_error = MCP_KIND_SERVER_ERROR,
    transport_error = MCP_KIND_TRANSPORT_ERROR,
    task_error = MCP_KIND_TASK_ERROR,
    session_changed_error = MCP_KIND_SESSION_CHANGED_ERROR,
    insufficient_scope_error = MCP_KIND_INSUFFICIENT_SCOPE_ERROR,
    modern_server_error = MCP_KIND_MODERN_SERVER_ERROR,
    method_not_found_error = MCP_KIND_METHOD_NOT_FOUND_ERROR,
    header_mismatch_error = MCP_KIND_HEADER_MISMATCH_ERROR,
    missing_required_client_capability_error = MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR,
    unsupported_protocol_version_error = MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR,
    input_required_error = MCP_KIND_INPUT_REQUIRED_ERROR,
    invalid_result_error = MCP_KIND_INVALID_RESULT_ERROR,
    transient_server_error = MCP_KIND_TRANSIENT_SERVER_ERROR,
    request_timeout_error = MCP_KIND_REQUEST_TIMEOUT_ERROR,
    response_stream_closed_error = MCP_KIND_RESPONSE_STREAM_CLOSED_ERROR,
    response_too_large_error = MCP_KIND_RESPONSE_TOO_LARGE_ERROR,
    task_replaced_error = MCP_KIND_TASK_REPLACED_ERROR,
};

/// Whether a code may be sent.
enum class emit : std::int32_t {
    none = MCP_EMIT_NONE, ///< No answer: an empty handle, or a fault.
    ok = MCP_EMIT_OK,
    discouraged = MCP_EMIT_DISCOURAGED,
    forbidden = MCP_EMIT_FORBIDDEN,
};

/// Where in a server an error arose.
enum class origin : std::int32_t {
    protocol = MCP_ORIGIN_PROTOCOL,
    handler = MCP_ORIGIN_HANDLER,
};

/// What an answer came over.
enum class transport : std::int32_t {
    stdio = MCP_TRANSPORT_STDIO,
    http = MCP_TRANSPORT_HTTP,
};

/// The era of a server.
enum class era : std::int32_t {
    none = MCP_ERA_NONE, ///< No answer: an empty handle, or a fault.
    modern = MCP_ERA_MODERN,
    modern_without_discover = MCP_ERA_MODERN_WITHOUT_DISCOVER,
    legacy = MCP_ERA_LEGACY,
    inconclusive = MCP_ERA_INCONCLUSIVE,
};

/// What the host should do.
enum class action : std::int32_t {
    none = MCP_ACTION_NONE, ///< No answer: an empty handle, or a fault.
    give_up = MCP_ACTION_GIVE_UP,
    step_up = MCP_ACTION_STEP_UP,
    authenticate = MCP_ACTION_AUTHENTICATE,
    initialize = MCP_ACTION_INITIALIZE,
    back_off = MCP_ACTION_BACK_OFF,
    reissue = MCP_ACTION_REISSUE,
    retry_with_version = MCP_ACTION_RETRY_WITH_VERSION,
    declare_capabilities = MCP_ACTION_DECLARE_CAPABILITIES,
    refresh_tools = MCP_ACTION_REFRESH_TOOLS,
    continue_without_discover = MCP_ACTION_CONTINUE_WITHOUT_DISCOVER,
    new_session = MCP_ACTION_NEW_SESSION,
    complete_elicitations = MCP_ACTION_COMPLETE_ELICITATIONS,
    restart_pagination = MCP_ACTION_RESTART_PAGINATION,
};

/// Why.
enum class reason : std::int32_t {
    none = MCP_REASON_NONE, ///< No answer: an empty handle, or a fault.
    insufficient_scope = MCP_REASON_INSUFFICIENT_SCOPE,
    unauthorized = MCP_REASON_UNAUTHORIZED,
    access_denied = MCP_REASON_ACCESS_DENIED,
    no_answer = MCP_REASON_NO_ANSWER,
    transient = MCP_REASON_TRANSIENT,
    maybe_executed = MCP_REASON_MAYBE_EXECUTED,
    stream_lost = MCP_REASON_STREAM_LOST,
    retry_limit = MCP_REASON_RETRY_LIMIT,
    version_mismatch = MCP_REASON_VERSION_MISMATCH,
    version_contradiction = MCP_REASON_VERSION_CONTRADICTION,
    no_common_version = MCP_REASON_NO_COMMON_VERSION,
    nothing_missing = MCP_REASON_NOTHING_MISSING,
    capability_unavailable = MCP_REASON_CAPABILITY_UNAVAILABLE,
    capability_undeclared = MCP_REASON_CAPABILITY_UNDECLARED,
    header_mismatch = MCP_REASON_HEADER_MISMATCH,
    method_not_found = MCP_REASON_METHOD_NOT_FOUND,
    not_retryable = MCP_REASON_NOT_RETRYABLE,
    not_modern = MCP_REASON_NOT_MODERN,
    session_gone = MCP_REASON_SESSION_GONE,
    elicitation_required = MCP_REASON_ELICITATION_REQUIRED,
    invalid_cursor = MCP_REASON_INVALID_CURSOR,
};

} // namespace mcp

#endif
