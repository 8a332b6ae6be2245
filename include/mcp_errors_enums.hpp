/// The enumerations and constants of mcp_errors.h as enum classes and constants of C++. Included by mcp_errors.hpp.
///
/// A number of a later library, which has no name here, is carried as it is.
#ifndef MCP_ERRORS_ENUMS_HPP
#define MCP_ERRORS_ENUMS_HPP

#include "mcp_errors.h"

#include <cstdint>

/// The namespace of everything here; define it before the include to choose another, as where another library has an `mcp`.
#ifndef MCP_ERRORS_NAMESPACE
#define MCP_ERRORS_NAMESPACE mcp
#endif

namespace MCP_ERRORS_NAMESPACE {

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
    none = MCP_KIND_NONE,
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

/// Whether a code may be sent. Not called emit, which is a macro of Qt.
enum class emission : std::int32_t {
    none = MCP_EMIT_NONE,
    ok = MCP_EMIT_OK,
    discouraged = MCP_EMIT_DISCOURAGED,
    forbidden = MCP_EMIT_FORBIDDEN,
};

/// Where in a server an error arose.
enum class origin : std::int32_t {
    protocol = MCP_ORIGIN_PROTOCOL,
    handler = MCP_ORIGIN_HANDLER,
};

/// The transport that a response came over.
enum class transport : std::int32_t {
    stdio = MCP_TRANSPORT_STDIO,
    http = MCP_TRANSPORT_HTTP,
};

/// The era of a server.
enum class era : std::int32_t {
    none = MCP_ERA_NONE,
    modern = MCP_ERA_MODERN,
    modern_without_discover = MCP_ERA_MODERN_WITHOUT_DISCOVER,
    legacy = MCP_ERA_LEGACY,
    inconclusive = MCP_ERA_INCONCLUSIVE,
};

/// What the host should do.
enum class action : std::int32_t {
    none = MCP_ACTION_NONE,
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
    resume_stream = MCP_ACTION_RESUME_STREAM,
    answer_inputs = MCP_ACTION_ANSWER_INPUTS,
    read_on = MCP_ACTION_READ_ON,
    try_http_sse = MCP_ACTION_TRY_HTTP_SSE,
    reprobe = MCP_ACTION_REPROBE,
    go_on = MCP_ACTION_GO_ON,
};

/// Why.
enum class reason : std::int32_t {
    none = MCP_REASON_NONE,
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
    redirected = MCP_REASON_REDIRECTED,
    input_required = MCP_REASON_INPUT_REQUIRED,
    invalid_result = MCP_REASON_INVALID_RESULT,
    not_a_response = MCP_REASON_NOT_A_RESPONSE,
    not_mcp = MCP_REASON_NOT_MCP,
    not_streamable_http = MCP_REASON_NOT_STREAMABLE_HTTP,
    era_contradicted = MCP_REASON_ERA_CONTRADICTED,
    agreed = MCP_REASON_AGREED,
};

/// What a text is.
enum class message_type : std::int32_t {
    none = MCP_MESSAGE_NONE,
    empty = MCP_MESSAGE_EMPTY,
    not_json = MCP_MESSAGE_NOT_JSON,
    framing = MCP_MESSAGE_FRAMING,
    error = MCP_MESSAGE_ERROR,
    result = MCP_MESSAGE_RESULT,
    request = MCP_MESSAGE_REQUEST,
    notification = MCP_MESSAGE_NOTIFICATION,
    batch = MCP_MESSAGE_BATCH,
    other = MCP_MESSAGE_OTHER,
};

/// The bits of mcp_classification::flags, mcp_view::flags and code::verdicts.
namespace flag {
inline constexpr std::uint32_t well_formed = MCP_FLAG_WELL_FORMED;
inline constexpr std::uint32_t modern = MCP_FLAG_MODERN;
inline constexpr std::uint32_t modern_http = MCP_FLAG_MODERN_HTTP;
inline constexpr std::uint32_t modern_for_probe = MCP_FLAG_MODERN_FOR_PROBE;
inline constexpr std::uint32_t protocol_error = MCP_FLAG_PROTOCOL_ERROR;
inline constexpr std::uint32_t era_inconclusive = MCP_FLAG_ERA_INCONCLUSIVE;
inline constexpr std::uint32_t has_code = MCP_FLAG_HAS_CODE;
inline constexpr std::uint32_t code_overflow = MCP_FLAG_CODE_OVERFLOW;
inline constexpr std::uint32_t has_data = MCP_FLAG_HAS_DATA;
inline constexpr std::uint32_t message_is_string = MCP_FLAG_MESSAGE_IS_STRING;
inline constexpr std::uint32_t message_needs_decoding = MCP_FLAG_MESSAGE_NEEDS_DECODING;
inline constexpr std::uint32_t data_not_utf8 = MCP_FLAG_DATA_NOT_UTF8;
inline constexpr std::uint32_t not_an_error = MCP_FLAG_NOT_AN_ERROR;
} // namespace flag

/// The codes that have a name.
namespace code {
inline constexpr std::int64_t parse_error = MCP_CODE_PARSE_ERROR;
inline constexpr std::int64_t invalid_request = MCP_CODE_INVALID_REQUEST;
inline constexpr std::int64_t method_not_found = MCP_CODE_METHOD_NOT_FOUND;
inline constexpr std::int64_t invalid_params = MCP_CODE_INVALID_PARAMS;
inline constexpr std::int64_t internal_error = MCP_CODE_INTERNAL_ERROR;
inline constexpr std::int64_t header_mismatch = MCP_CODE_HEADER_MISMATCH;
inline constexpr std::int64_t missing_required_client_capability = MCP_CODE_MISSING_REQUIRED_CLIENT_CAPABILITY;
inline constexpr std::int64_t unsupported_protocol_version = MCP_CODE_UNSUPPORTED_PROTOCOL_VERSION;
inline constexpr std::int64_t legacy_resource_not_found = MCP_CODE_LEGACY_RESOURCE_NOT_FOUND;
inline constexpr std::int64_t legacy_url_elicitation_required = MCP_CODE_LEGACY_URL_ELICITATION_REQUIRED;
} // namespace code

/// What classify_packed returns where the number has no error in it.
namespace packed {
inline constexpr std::int64_t none = MCP_PACKED_NONE;
inline constexpr std::int64_t result = MCP_PACKED_RESULT;
} // namespace packed

} // namespace MCP_ERRORS_NAMESPACE

#endif
