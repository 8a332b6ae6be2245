/*
 * mcp-errors: the errors of the Model Context Protocol (MCP), understood.
 *
 * Rules that hold for every function here:
 *
 * - Handles (mcp_error, mcp_advice) are opaque and immutable. They are made by functions that take an out-pointer, and freed by
 *   mcp_error_free and mcp_advice_free, which take NULL. Any number of threads may read one handle at once.
 * - There is no global and no thread-local state, no thread, no signal, no callback; nothing is to be initialized, and a fork is safe.
 * - What can fail returns a mcp_status; outputs are written on MCP_STATUS_OK only, but for out-pointers to handles and texts, which
 *   are NULL otherwise. Nothing is consumed, neither on success nor on failure.
 * - Text in is pointer and length, UTF-8, not NUL-terminated, and copied where it is kept. (NULL, 0) is empty; (NULL, n) is
 *   MCP_STATUS_INVALID_ARGUMENT.
 * - Text out of a handle is a mcp_str: not NUL-terminated, its ptr never NULL, valid until the handle is freed. Text made by a call
 *   is a char * with a NUL behind it, freed by mcp_string_free.
 * - NULL handles are answered, not dereferenced: false, 0, empty text, MCP_STATUS_INVALID_ARGUMENT.
 * - Enumerations cross as int32_t. -1 (MCP_..._NONE) is the answer for NULL, bad input and a fault; unknown values coming in are refused.
 * - Structs begin with struct_size, set by the caller to sizeof. Members are only ever appended; a shorter struct of an older caller is
 *   served, bytes beyond what the library knows are left alone.
 * - A fault of the library is MCP_STATUS_INTERNAL or the neutral value; it never unwinds into the caller.
 * - Any bytes of any size and depth are taken, in linear time.
 *
 * Generated from the Rust sources by cbindgen; do not edit.
 */


#ifndef MCP_ERRORS_H
#define MCP_ERRORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Put before each declaration; a host may define it, e.g. for a visibility attribute. */
#ifndef MCP_API
#define MCP_API
#endif

/**
 * The number of the ABI: raised when a host built against an older header could not use the library any more.
 */
#define MCP_ERRORS_ABI_VERSION 1

/**
 * The data has the shape that the kind prescribes (`well_formed?`).
 */
#define MCP_FLAG_WELL_FORMED 1

/**
 * `modern_protocol_error?`: the error proves a modern server.
 */
#define MCP_FLAG_MODERN 2

/**
 * `modern_http_protocol_error?`.
 */
#define MCP_FLAG_MODERN_HTTP 4

/**
 * `modern_protocol_error_for_probe?`.
 */
#define MCP_FLAG_MODERN_FOR_PROBE 8

/**
 * `protocol_error?`.
 */
#define MCP_FLAG_PROTOCOL_ERROR 16

/**
 * `era_inconclusive?`.
 */
#define MCP_FLAG_ERA_INCONCLUSIVE 32

/**
 * The error has a code.
 */
#define MCP_FLAG_HAS_CODE 64

/**
 * The code is an integer that 64 bits do not hold: read `code_text`.
 */
#define MCP_FLAG_CODE_OVERFLOW 128

/**
 * The error has data, `null` included.
 */
#define MCP_FLAG_HAS_DATA 256

/**
 * The message is a string of the peer's, or a text of our own making.
 */
#define MCP_FLAG_MESSAGE_IS_STRING 512

/**
 * The message has escapes or bytes that are no UTF-8: decode it with `mcp_json_string_decode`.
 */
#define MCP_FLAG_MESSAGE_NEEDS_DECODING 1024

/**
 * The data has bytes in strings that are no UTF-8: each maximal ill-formed part reads as U+FFFD.
 */
#define MCP_FLAG_DATA_NOT_UTF8 2048

/**
 * The message is a result: there is no error, and nothing else is set.
 */
#define MCP_FLAG_NOT_AN_ERROR 4096

/**
 * No kind: the answer for NULL, bad input and a failure, and the parent of `MCP_KIND_MCP_ERROR`.
 */
#define MCP_KIND_NONE (-1)

/**
 * No verdict: the answer for a failure.
 */
#define MCP_EMIT_NONE (-1)

/**
 * No era: the answer for NULL, bad input and a failure.
 */
#define MCP_ERA_NONE (-1)

/**
 * No action: the answer for NULL and a failure.
 */
#define MCP_ACTION_NONE (-1)

/**
 * No reason: the answer for NULL and a failure.
 */
#define MCP_REASON_NONE (-1)

/**
 * The kind (class) of an error.
 *
 * The numbers are those of the C ABI and never change; new kinds are added at the end.
 */
enum mcp_kind_values {
  /**
   * The root of all kinds.
   */
  MCP_KIND_MCP_ERROR = 0,
  /**
   * The client knows no tool of that name.
   */
  MCP_KIND_TOOL_NOT_FOUND = 1,
  /**
   * The client knows no prompt of that name.
   */
  MCP_KIND_PROMPT_NOT_FOUND = 2,
  /**
   * The client knows no resource of that URI.
   */
  MCP_KIND_RESOURCE_NOT_FOUND = 3,
  /**
   * The client knows no server of that name.
   */
  MCP_KIND_SERVER_NOT_FOUND = 4,
  /**
   * A tool call failed.
   */
  MCP_KIND_TOOL_CALL_ERROR = 5,
  /**
   * A prompt could not be fetched.
   */
  MCP_KIND_PROMPT_GET_ERROR = 6,
  /**
   * A resource could not be read.
   */
  MCP_KIND_RESOURCE_READ_ERROR = 7,
  /**
   * The server lacks a capability that the call needs.
   */
  MCP_KIND_CAPABILITY_ERROR = 8,
  /**
   * Arguments or parameters are not valid.
   */
  MCP_KIND_VALIDATION_ERROR = 9,
  /**
   * More than one server has a tool of that name.
   */
  MCP_KIND_AMBIGUOUS_TOOL_NAME = 10,
  /**
   * More than one server has a prompt of that name.
   */
  MCP_KIND_AMBIGUOUS_PROMPT_NAME = 11,
  /**
   * More than one server has a resource of that URI.
   */
  MCP_KIND_AMBIGUOUS_RESOURCE_URI = 12,
  /**
   * The transport of a server could not be found out.
   */
  MCP_KIND_TRANSPORT_DETECTION_ERROR = 13,
  /**
   * There is no task of that id.
   */
  MCP_KIND_TASK_NOT_FOUND = 14,
  /**
   * The server cannot be reached, or does not let the client in.
   */
  MCP_KIND_CONNECTION_ERROR = 15,
  /**
   * The server answered with an error. Has a code, data and an HTTP status.
   */
  MCP_KIND_SERVER_ERROR = 16,
  /**
   * What came back is no answer of the protocol.
   */
  MCP_KIND_TRANSPORT_ERROR = 17,
  /**
   * A task failed.
   */
  MCP_KIND_TASK_ERROR = 18,
  /**
   * The session changed under the request. A connection error.
   */
  MCP_KIND_SESSION_CHANGED_ERROR = 19,
  /**
   * The token lacks a scope (HTTP 403 with a Bearer challenge). A connection error.
   */
  MCP_KIND_INSUFFICIENT_SCOPE_ERROR = 20,
  /**
   * A modern server where a legacy one was expected. A connection error.
   */
  MCP_KIND_MODERN_SERVER_ERROR = 21,
  /**
   * -32601. A server error.
   */
  MCP_KIND_METHOD_NOT_FOUND_ERROR = 22,
  /**
   * -32020. A server error.
   */
  MCP_KIND_HEADER_MISMATCH_ERROR = 23,
  /**
   * -32021. A server error.
   */
  MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR = 24,
  /**
   * -32022. A server error.
   */
  MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR = 25,
  /**
   * The server needs input before it can go on. A server error.
   */
  MCP_KIND_INPUT_REQUIRED_ERROR = 26,
  /**
   * The result is not valid. A server error.
   */
  MCP_KIND_INVALID_RESULT_ERROR = 27,
  /**
   * The server is out of service for a while (HTTP 408, 425, 429, 5xx). A server error.
   */
  MCP_KIND_TRANSIENT_SERVER_ERROR = 28,
  /**
   * No answer came in time. A transport error.
   */
  MCP_KIND_REQUEST_TIMEOUT_ERROR = 29,
  /**
   * The connection or stream ended before the answer. A transport error.
   */
  MCP_KIND_RESPONSE_STREAM_CLOSED_ERROR = 30,
  /**
   * The answer is larger than the client takes. A transport error.
   */
  MCP_KIND_RESPONSE_TOO_LARGE_ERROR = 31,
  /**
   * A task was replaced by another. A task error.
   */
  MCP_KIND_TASK_REPLACED_ERROR = 32,
};
typedef int32_t mcp_kind;

/**
 * The outcome of a call that can fail. The numbers never change.
 */
enum mcp_status_values {
  /**
   * Success: the outputs are written.
   */
  MCP_STATUS_OK = 0,
  /**
   * An argument is not what it must be.
   */
  MCP_STATUS_INVALID_ARGUMENT = 1,
  /**
   * A text that must be JSON is not; `mcp_json_check` tells where it goes wrong.
   */
  MCP_STATUS_INVALID_JSON = 2,
  /**
   * The message is a result.
   */
  MCP_STATUS_NOT_AN_ERROR = 3,
  /**
   * The error was built here with a code that must not be emitted.
   */
  MCP_STATUS_FORBIDDEN_CODE = 4,
  /**
   * A fault of this library.
   */
  MCP_STATUS_INTERNAL = 5,
  /**
   * Memory for a copy of the input could not be had.
   */
  MCP_STATUS_OUT_OF_MEMORY = 6,
};
typedef int32_t mcp_status;

/**
 * Whether an implementation of 2026-07-28 may send an error with a code.
 *
 * The numbers are those of the C ABI and never change.
 */
enum mcp_emit_values {
  /**
   * The code may be sent.
   */
  MCP_EMIT_OK = 0,
  /**
   * The code SHOULD NOT be sent: a legacy range, or one that JSON-RPC keeps for itself.
   */
  MCP_EMIT_DISCOURAGED = 1,
  /**
   * The code MUST NOT be sent: retired, or kept for the specification.
   */
  MCP_EMIT_FORBIDDEN = 2,
};
typedef int32_t mcp_emit;

/**
 * Where in a server an error arose; the HTTP status of its answer depends on it.
 *
 * The numbers are those of the C ABI and never change.
 */
enum mcp_origin_values {
  /**
   * The request was refused before a handler ran.
   */
  MCP_ORIGIN_PROTOCOL = 0,
  /**
   * The handler of the method answered with the error.
   */
  MCP_ORIGIN_HANDLER = 1,
};
typedef int32_t mcp_origin;

/**
 * The transport that an answer came over. The numbers are those of the C ABI and never change.
 */
enum mcp_transport_values {
  /**
   * Standard input and output.
   */
  MCP_TRANSPORT_STDIO = 0,
  /**
   * Streamable HTTP.
   */
  MCP_TRANSPORT_HTTP = 1,
};
typedef int32_t mcp_transport;

/**
 * The era of a server. The numbers are those of the C ABI and never change.
 */
enum mcp_era_values {
  /**
   * Revision 2026-07-28 or later.
   */
  MCP_ERA_MODERN = 0,
  /**
   * Modern, but the server does not answer `server/discover`.
   */
  MCP_ERA_MODERN_WITHOUT_DISCOVER = 1,
  /**
   * Revision 2025-11-25 or earlier: it wants a handshake.
   */
  MCP_ERA_LEGACY = 2,
  /**
   * The answer settles nothing, and nothing may be cached.
   */
  MCP_ERA_INCONCLUSIVE = 3,
};
typedef int32_t mcp_era;

/**
 * What the host should do. The numbers are those of the C ABI and never change.
 */
enum mcp_action_values {
  /**
   * Tell the caller; asking again is of no use or not safe.
   */
  MCP_ACTION_GIVE_UP = 0,
  /**
   * Ask the authorization server for a token with more scope, then ask again.
   */
  MCP_ACTION_STEP_UP = 1,
  /**
   * Get a token, then ask again.
   */
  MCP_ACTION_AUTHENTICATE = 2,
  /**
   * Speak to the server by the legacy handshake.
   */
  MCP_ACTION_INITIALIZE = 3,
  /**
   * Wait, then ask again. The host bounds how often.
   */
  MCP_ACTION_BACK_OFF = 4,
  /**
   * Send the same request again under a new id.
   */
  MCP_ACTION_REISSUE = 5,
  /**
   * Send the request again with another protocol version.
   */
  MCP_ACTION_RETRY_WITH_VERSION = 6,
  /**
   * Send the request again with more capabilities declared.
   */
  MCP_ACTION_DECLARE_CAPABILITIES = 7,
  /**
   * Fetch the list of tools, then send the request again.
   */
  MCP_ACTION_REFRESH_TOOLS = 8,
  /**
   * Go on with the server as a modern one that does not answer `server/discover`.
   */
  MCP_ACTION_CONTINUE_WITHOUT_DISCOVER = 9,
  /**
   * Start a new session by `initialize`.
   */
  MCP_ACTION_NEW_SESSION = 10,
  /**
   * Let the person open the URLs in `data.elicitations`, then send the request again.
   */
  MCP_ACTION_COMPLETE_ELICITATIONS = 11,
  /**
   * Discard the pages and begin with the first.
   */
  MCP_ACTION_RESTART_PAGINATION = 12,
};
typedef int32_t mcp_action;

/**
 * Why. The numbers are those of the C ABI and never change.
 */
enum mcp_reason_values {
  /**
   * The token lacks a scope.
   */
  MCP_REASON_INSUFFICIENT_SCOPE = 0,
  /**
   * The server wants to know who is asking.
   */
  MCP_REASON_UNAUTHORIZED = 1,
  /**
   * The server, or a proxy, does not let the client in.
   */
  MCP_REASON_ACCESS_DENIED = 2,
  /**
   * The probe was not answered.
   */
  MCP_REASON_NO_ANSWER = 3,
  /**
   * The trouble will pass.
   */
  MCP_REASON_TRANSIENT = 4,
  /**
   * The server may have done the work; doing it twice may do harm.
   */
  MCP_REASON_MAYBE_EXECUTED = 5,
  /**
   * The stream ended before the answer.
   */
  MCP_REASON_STREAM_LOST = 6,
  /**
   * It was tried before.
   */
  MCP_REASON_RETRY_LIMIT = 7,
  /**
   * The server speaks other versions.
   */
  MCP_REASON_VERSION_MISMATCH = 8,
  /**
   * The server lists the version that it refused.
   */
  MCP_REASON_VERSION_CONTRADICTION = 9,
  /**
   * Client and server have no version in common.
   */
  MCP_REASON_NO_COMMON_VERSION = 10,
  /**
   * Nothing is missing: asking again would loop.
   */
  MCP_REASON_NOTHING_MISSING = 11,
  /**
   * The client cannot supply what the server needs.
   */
  MCP_REASON_CAPABILITY_UNAVAILABLE = 12,
  /**
   * The client can supply what the server needs, and did not declare it.
   */
  MCP_REASON_CAPABILITY_UNDECLARED = 13,
  /**
   * Headers and body contradict each other.
   */
  MCP_REASON_HEADER_MISMATCH = 14,
  /**
   * The method is not found.
   */
  MCP_REASON_METHOD_NOT_FOUND = 15,
  /**
   * Nothing says that asking again would help.
   */
  MCP_REASON_NOT_RETRYABLE = 16,
  /**
   * The server is not a modern one.
   */
  MCP_REASON_NOT_MODERN = 17,
  /**
   * The session is gone.
   */
  MCP_REASON_SESSION_GONE = 18,
  /**
   * The person must open URLs first.
   */
  MCP_REASON_ELICITATION_REQUIRED = 19,
  /**
   * The cursor is not valid any more.
   */
  MCP_REASON_INVALID_CURSOR = 20,
};
typedef int32_t mcp_reason;

/**
 * What to do next. Immutable; may be read by any number of threads at once. Freed by `mcp_advice_free`.
 */
typedef struct mcp_advice mcp_advice;

/**
 * An error. Immutable; may be read by any number of threads at once. Freed by `mcp_error_free`.
 */
typedef struct mcp_error mcp_error;

/**
 * An HTTP answer to a request. Texts need not be UTF-8.
 */
typedef struct mcp_http_response {
  /**
   * `sizeof(mcp_http_response)`, set by the caller.
   */
  size_t struct_size;
  /**
   * 100 to 599.
   */
  uint16_t status;
  /**
   * `Content-Type`; NULL where the field is absent. Fields that were sent several times are joined by ", ".
   */
  const char *content_type;
  /**
   * In bytes.
   */
  size_t content_type_len;
  /**
   * `WWW-Authenticate`; NULL where the field is absent.
   */
  const char *www_authenticate;
  /**
   * In bytes.
   */
  size_t www_authenticate_len;
  /**
   * `Retry-After`; NULL where the field is absent.
   */
  const char *retry_after;
  /**
   * In bytes.
   */
  size_t retry_after_len;
  /**
   * The body, as it came.
   */
  const char *body;
  /**
   * In bytes.
   */
  size_t body_len;
  /**
   * Outside 2xx a body of more bytes counts as absent. 0: 65536.
   */
  size_t max_error_body;
} mcp_http_response;

/**
 * Text inside a handle: UTF-8, not NUL-terminated, valid until the handle is freed. It may hold NUL bytes.
 */
typedef struct mcp_str {
  /**
   * Never NULL.
   */
  const char *ptr;
  /**
   * In bytes.
   */
  size_t len;
} mcp_str;

/**
 * Everything of an error. The texts live as long as the handle that they were read from.
 */
typedef struct mcp_view {
  /**
   * `sizeof(mcp_view)`, set by the caller and never written.
   */
  size_t struct_size;
  /**
   * A `mcp_kind`.
   */
  int32_t kind;
  /**
   * `MCP_FLAG_*`: the predicates, HAS_CODE, CODE_OVERFLOW, HAS_DATA and MESSAGE_IS_STRING.
   */
  uint32_t flags;
  /**
   * 0 without a code, and where it does not fit.
   */
  int64_t code;
  /**
   * 0: none.
   */
  uint32_t http_status;
  /**
   * Whether the error is a local condition: 0 or 1.
   */
  uint32_t local;
  /**
   * As `mcp_error_code_text`.
   */
  struct mcp_str code_text;
  /**
   * As `mcp_error_message`.
   */
  struct mcp_str message;
  /**
   * As `mcp_error_data_json`.
   */
  struct mcp_str data_json;
  /**
   * As `mcp_error_required_caps_json`.
   */
  struct mcp_str required_caps_json;
  /**
   * How many strings `mcp_error_supported_at` has.
   */
  size_t supported_count;
  /**
   * As `mcp_error_supported_suffix`.
   */
  struct mcp_str supported_suffix;
  /**
   * As `mcp_error_requested_json`.
   */
  struct mcp_str requested_json;
  /**
   * As `mcp_error_scope`.
   */
  struct mcp_str scope;
  /**
   * As `mcp_error_description`.
   */
  struct mcp_str description;
  /**
   * As `mcp_error_retry_after`.
   */
  struct mcp_str retry_after;
  /**
   * As `mcp_error_malformed_reason`.
   */
  struct mcp_str malformed_reason;
  /**
   * As `mcp_error_log_line`.
   */
  struct mcp_str log_line;
} mcp_view;

/**
 * Where something stands in the caller's bytes. What is absent has offset `UINT64_MAX` and length 0.
 */
typedef struct mcp_span {
  /**
   * From the first byte that was passed in.
   */
  uint64_t offset;
  /**
   * In bytes.
   */
  uint64_t length;
} mcp_span;

/**
 * An error, told by numbers and by places in the caller's bytes.
 */
typedef struct mcp_classification {
  /**
   * `sizeof(mcp_classification)`, set by the caller and never written.
   */
  size_t struct_size;
  /**
   * A `mcp_kind`; `MCP_KIND_NONE` for a result.
   */
  int32_t kind;
  /**
   * `MCP_FLAG_*`.
   */
  uint32_t flags;
  /**
   * 0 without `MCP_FLAG_HAS_CODE` and with `MCP_FLAG_CODE_OVERFLOW`.
   */
  int64_t code;
  /**
   * 0: none.
   */
  uint32_t http_status;
  /**
   * 0.
   */
  uint32_t reserved;
  /**
   * The digits of the code.
   */
  struct mcp_span code_text;
  /**
   * The inside of the peer's string. Absent if the peer's message is no string, or the text is ours: make a handle to read it.
   */
  struct mcp_span message;
  /**
   * The JSON of `data`.
   */
  struct mcp_span data;
  /**
   * `data.requiredCapabilities`, if the kind has them and they are an object.
   */
  struct mcp_span required_capabilities;
  /**
   * `data.supported`, if the kind has it and it is an array.
   */
  struct mcp_span supported;
  /**
   * `data.requested`, if the kind has it, whatever it is.
   */
  struct mcp_span requested;
} mcp_classification;









#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library, by semantic versioning.
 *
 * @return Static text with a NUL behind it, such as "0.1.0"; not to be freed.
 *
 * Threads: any.
 */
MCP_API const char *mcp_errors_version(void);

/**
 * The number of the ABI that the library speaks. A host compares it with `MCP_ERRORS_ABI_VERSION` of its header when it loads
 * the library.
 *
 * @return 1 for this header.
 *
 * Threads: any.
 */
MCP_API uint32_t mcp_errors_abi_version(void);

/**
 * A sentence about a status.
 *
 * @param status Any number.
 * @return Static text with a NUL behind it, never NULL; not to be freed. An unknown number has its own sentence.
 *
 * Threads: any.
 */
MCP_API const char *mcp_status_text(mcp_status status);

/**
 * Frees a text that a call made.
 *
 * @param text What a call wrote to an out-parameter of type `char **`; NULL is fine. Must not be freed twice.
 *
 * Threads: any.
 */
MCP_API void mcp_string_free(char *text);

/**
 * The error of the value of a response's `error` member. What is no object reads as an empty one.
 *
 * @param json JSON, UTF-8; copied.
 * @param len In bytes.
 * @param http_status The status of the answer, 100 to 599; 0 where there is none.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (also for NULL), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_error_from_jsonrpc(const char *json, size_t len, uint16_t http_status, struct mcp_error **out);

/**
 * The error of a whole response that came in band: a line of stdio, the body of a 2xx answer. What is no JSON-RPC response is a
 * `MCP_KIND_TRANSPORT_ERROR`.
 *
 * @param json Any bytes; copied.
 * @param len In bytes.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_NOT_AN_ERROR` for a result, `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_error_from_response(const char *json, size_t len, struct mcp_error **out);

/**
 * The error of an HTTP answer: the status ranks above the body. The body is read whatever its content type, except that
 * `text/event-stream` is unwrapped.
 *
 * @param response The answer; copied.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_NOT_AN_ERROR` for a result, `MCP_STATUS_INVALID_ARGUMENT` (NULL, a status outside 100 to 599, a
 * `struct_size` that is too small), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_error_from_http(const struct mcp_http_response *response, struct mcp_error **out);

/**
 * The error that `mcp_error_view_json` wrote. Reads kind, code_text, message, message_is_string, has_data, data, http_status, local,
 * retry_after, scope and error_description; everything else follows from them.
 *
 * @param json JSON, UTF-8; copied.
 * @param len In bytes.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or what is no view), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_error_from_view_json(const char *json, size_t len, struct mcp_error **out);

/**
 * A local condition: a timeout, a connection that was lost or never came about, an answer that is too large. It has no code, so
 * that it cannot be mistaken for a peer's answer.
 *
 * @param kind A kind.
 * @param message UTF-8; copied, ill-formed bytes replaced.
 * @param len In bytes.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_ARGUMENT` (NULL, an unknown kind), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_error_new(mcp_kind kind, const char *message, size_t len, struct mcp_error **out);

/**
 * An error of the ServerError tree with any code and any data: to be sent, or to stand for one that a host has parsed already.
 *
 * @param kind `MCP_KIND_SERVER_ERROR` or a kind below it.
 * @param message UTF-8; copied, ill-formed bytes replaced.
 * @param message_len In bytes.
 * @param code NULL for an error without a code.
 * @param data_json JSON, UTF-8; copied. NULL for an error without data.
 * @param data_len In bytes.
 * @param http_status 100 to 599; 0 where there is none.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_ARGUMENT` (NULL, a kind outside the tree, a wrong status), `MCP_STATUS_INVALID_JSON`,
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API
mcp_status mcp_error_new_server(mcp_kind kind,
                                const char *message,
                                size_t message_len,
                                const int64_t *code,
                                const char *data_json,
                                size_t data_len,
                                uint16_t http_status,
                                struct mcp_error **out);

/**
 * An error of kind `MCP_KIND_INSUFFICIENT_SCOPE_ERROR`, status 403, for a challenge that a host has read itself.
 *
 * @param message UTF-8; copied, ill-formed bytes replaced.
 * @param message_len In bytes.
 * @param scope As the message; NULL for none.
 * @param scope_len In bytes.
 * @param description The `error_description`, as the message; NULL for none.
 * @param description_len In bytes.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API
mcp_status mcp_error_new_insufficient_scope(const char *message,
                                            size_t message_len,
                                            const char *scope,
                                            size_t scope_len,
                                            const char *description,
                                            size_t description_len,
                                            struct mcp_error **out);

/**
 * -32021 with `data.requiredCapabilities`, HTTP status 400.
 *
 * @param required_json A well-formed capabilities object with at least one member, JSON; copied. Empty is `{}`, and so refused.
 * @param len In bytes.
 * @param message UTF-8; copied. Empty: a plain one.
 * @param message_len In bytes.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or no such object), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API
mcp_status mcp_error_new_missing_capability(const char *required_json,
                                            size_t len,
                                            const char *message,
                                            size_t message_len,
                                            struct mcp_error **out);

/**
 * -32022 with `data.supported` and `data.requested`, HTTP status 400. The refused version is left out of those supported.
 *
 * @param requested The refused version, UTF-8; copied.
 * @param requested_len In bytes.
 * @param supported_json An array of strings, JSON; copied.
 * @param supported_len In bytes.
 * @param message UTF-8; copied. Empty: a plain one.
 * @param message_len In bytes.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or no such array), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API
mcp_status mcp_error_new_unsupported_version(const char *requested,
                                             size_t requested_len,
                                             const char *supported_json,
                                             size_t supported_len,
                                             const char *message,
                                             size_t message_len,
                                             struct mcp_error **out);

/**
 * -32020, HTTP status 400.
 *
 * @param message UTF-8; copied. Empty: a plain one.
 * @param message_len In bytes.
 * @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_error_new_header_mismatch(const char *message, size_t message_len, struct mcp_error **out);

/**
 * One more owner of an error: what it returns is freed on its own. Allocates nothing.
 *
 * @param error NULL gives NULL.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_error *mcp_error_clone(const struct mcp_error *error);

/**
 * Frees an error, and with it the texts read from it.
 *
 * @param error NULL is fine. Must not be used or freed afterwards; clones of it live on.
 *
 * Threads: any; not while another thread reads through the same owner.
 */
MCP_API void mcp_error_free(struct mcp_error *error);

/**
 * The kind of an error.
 *
 * @param error NULL is answered with `MCP_KIND_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API mcp_kind mcp_error_kind(const struct mcp_error *error);

/**
 * The code of an error.
 *
 * @param error NULL has no code.
 * @param out Receives the code if the answer is true; else it is left alone. May be NULL.
 * @return Whether there is a code that fits; `mcp_error_code_text` tells one of any width.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_code(const struct mcp_error *error, int64_t *out);

/**
 * The HTTP status that an error came with.
 *
 * @param error NULL has none.
 * @return 0 if there is none.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API uint16_t mcp_error_http_status(const struct mcp_error *error);

/**
 * How many strings stand in `data.supported`.
 *
 * @param error NULL has none, and so has an error of another kind than `MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR`.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API size_t mcp_error_supported_count(const struct mcp_error *error);

/**
 * One of the strings in `data.supported`, decoded.
 *
 * @param error NULL has none.
 * @param index From 0; empty text where there is none.
 * @return Text that lives as long as the handle.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_supported_at(const struct mcp_error *error, size_t index);

/**
 * The exact digits of the code, of any width.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty without a code.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_code_text(const struct mcp_error *error);

/**
 * The message: the peer's own, decoded, where it sent a string. It may hold any character, NUL included; `mcp_error_log_line` is
 * safe to print.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty where memory for it cannot be had.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_message(const struct mcp_error *error);

/**
 * The JSON of `data`: the peer's bytes, ill-formed UTF-8 in strings replaced by U+FFFD.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty without data; `null` where the peer sent that.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_data_json(const struct mcp_error *error);

/**
 * The JSON object `data.requiredCapabilities` of a `MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR`.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. `{}` where there is none.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_required_caps_json(const struct mcp_error *error);

/**
 * The supported versions for the end of a message: " (server supports: a, b)".
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty where there are none.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_supported_suffix(const struct mcp_error *error);

/**
 * The JSON value of `data.requested` of a `MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR`, whatever it is.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty when absent.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_requested_json(const struct mcp_error *error);

/**
 * The scope that a Bearer challenge asked for (`MCP_KIND_INSUFFICIENT_SCOPE_ERROR`).
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty when absent.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_scope(const struct mcp_error *error);

/**
 * The `error_description` of a Bearer challenge (`MCP_KIND_INSUFFICIENT_SCOPE_ERROR`).
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty when absent.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_description(const struct mcp_error *error);

/**
 * The `Retry-After` field that the error came with, as it was sent.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty when absent.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_retry_after(const struct mcp_error *error);

/**
 * Why the error is not well formed, such as "data.requiredCapabilities.elicitation.url is not an object". Names members of the
 * schema, never names the peer chose.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty for a well-formed error.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_malformed_reason(const struct mcp_error *error);

/**
 * One line of at most 512 bytes, safe for logs and terminals: kind, code, status, and the capabilities required or the versions
 * supported. Never the data, and nothing of the peer's unescaped.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty where memory for it cannot be had.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_log_line(const struct mcp_error *error);

/**
 * Everything as one JSON object: kind (name), code (integer of any width, or null), code_text, message, message_is_string, has_data,
 * data (null without), http_status (or null), local, well_formed, malformed_reason (or null), modern, modern_http, modern_for_probe,
 * protocol_error, era_inconclusive, retry_after (or null), log_line; and where the kind has them required_capabilities, supported,
 * supported_suffix, requested, scope, error_description.
 *
 * @param error NULL has empty text.
 * @return Text that lives as long as the handle. Empty where memory for it cannot be had.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_error_view_json(const struct mcp_error *error);

/**
 * Whether the message is a string of the peer's or a text of our own making: false only if the peer sent an error member without a
 * string message.
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_message_is_string(const struct mcp_error *error);

/**
 * Whether the error has data, `null` included.
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_has_data(const struct mcp_error *error);

/**
 * Whether the error is a local condition, made by `mcp_error_new`: no peer said it.
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_is_local(const struct mcp_error *error);

/**
 * Whether the data has the shape that the kind prescribes (`well_formed?`).
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_is_well_formed(const struct mcp_error *error);

/**
 * Whether the error proves a modern server (`modern_protocol_error?`): one of the three modern kinds, its code modern, well formed.
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_is_modern(const struct mcp_error *error);

/**
 * As `mcp_error_is_modern`, and for a method not found whether the status is 404 (`modern_http_protocol_error?`).
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_is_modern_http(const struct mcp_error *error);

/**
 * As `mcp_error_is_modern`, for the answer to a probe (`modern_protocol_error_for_probe?`).
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_is_modern_for_probe(const struct mcp_error *error);

/**
 * As `mcp_error_is_modern`; always true for `MCP_KIND_INPUT_REQUIRED_ERROR` and `MCP_KIND_INVALID_RESULT_ERROR`
 * (`protocol_error?`).
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_is_protocol_error(const struct mcp_error *error);

/**
 * Whether the kind of error says nothing of the server's era (`era_inconclusive?`).
 *
 * @param error NULL is answered with false.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_error_is_era_inconclusive(const struct mcp_error *error);

/**
 * Reads everything of an error at once.
 *
 * @param error NULL is an invalid argument.
 * @param out Written on success only, but for its `struct_size`, which the caller sets.
 * @return `MCP_STATUS_INVALID_ARGUMENT` for NULL and for a `struct_size` that is too small.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API mcp_status mcp_error_view(const struct mcp_error *error, struct mcp_view *out);

/**
 * Classifies the value of a response's `error` member, as `mcp_error_from_jsonrpc` does, without a handle.
 *
 * @param json JSON, UTF-8.
 * @param len In bytes.
 * @param http_status The status of the answer, 100 to 599; 0 where there is none.
 * @param out Written on success only, but for its `struct_size`, which the caller sets.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, a wrong status, a `struct_size` that is too small),
 * `MCP_STATUS_OUT_OF_MEMORY` beyond 65,536 levels of nesting.
 *
 * Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level. The one exception: where more than eight members of
 * `extensions`, or of `experimental`, are no objects, and each of them is repeated later as an object, that object is read again.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_classify(const char *json, size_t len, uint16_t http_status, struct mcp_classification *out);

/**
 * Classifies a whole response without a handle: the hot path. With status 0 as `mcp_error_from_response` does, else as
 * `mcp_error_from_http` without headers. A body of server-sent events is unwrapped first (`mcp_sse_response`), and passed in empty if it
 * has no response.
 *
 * @param json Any bytes. What is not JSON is classified too.
 * @param len In bytes.
 * @param http_status The status of the answer, 100 to 599; 0 in band.
 * @param out Written on success only, but for its `struct_size`, which the caller sets. A result has `MCP_FLAG_NOT_AN_ERROR` and kind
 * `MCP_KIND_NONE`.
 * @return `MCP_STATUS_INVALID_ARGUMENT` (NULL, a wrong status, a `struct_size` that is too small), `MCP_STATUS_OUT_OF_MEMORY` beyond
 * 65,536 levels of nesting.
 *
 * Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level. The one exception: where more than eight members of
 * `extensions`, or of `experimental`, are no objects, and each of them is repeated later as an object, that object is read again.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_classify_response(const char *json, size_t len, uint16_t http_status, struct mcp_classification *out);

/**
 * The JSON-RPC response in a body of server-sent events: the data of the last event that has a `result`, or an `error` that is neither
 * `null` nor `false`.
 *
 * @param body Any bytes.
 * @param len In bytes.
 * @param out Receives the response, with a NUL behind it, to be freed with `mcp_string_free`; NULL if there is none. Ill-formed UTF-8 is
 * replaced.
 * @param out_len Receives its length in bytes, 0 if there is none; may be NULL.
 * @return `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_sse_response(const char *body, size_t len, char **out, size_t *out_len);

/**
 * Decodes the inside of a JSON string (without its quotes): escapes are undone; a lone surrogate and each maximal part that is no UTF-8
 * read as U+FFFD.
 *
 * @param in Any bytes, such as the span `message` of a classification.
 * @param len In bytes.
 * @param out Receives the text, without a NUL behind it; may be NULL if `capacity` is 0. Where it does not fit, what is written is of
 * no use.
 * @param capacity How many bytes `out` holds. No text takes more than three times `len`.
 * @return How many bytes the text takes; 0 for NULL.
 *
 * Threads: any.
 */
MCP_API size_t mcp_json_string_decode(const char *in, size_t len, char *out, size_t capacity);

/**
 * Whether bytes are one JSON text (RFC 8259), at any depth. One leading byte order mark is passed over; lone surrogates and ill-formed
 * UTF-8 inside strings are no error.
 *
 * @param json Any bytes.
 * @param len In bytes.
 * @param offset Receives, on `MCP_STATUS_INVALID_JSON` only, the first byte that no JSON text can have there, counted from 0; `len` where
 * the text ends too early. May be NULL.
 * @return `MCP_STATUS_OK` if they are; `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_json_check(const char *json, size_t len, size_t *offset);

/**
 * Whether data has the shape that a kind prescribes (`well_formed?`), for a host that has parsed it already.
 *
 * @param kind A kind; an unknown one is answered with false.
 * @param data_json The JSON of `data`; empty where there is none. What is not JSON is answered with false.
 * @param len In bytes.
 *
 * Threads: any.
 */
MCP_API bool mcp_data_is_well_formed(mcp_kind kind, const char *data_json, size_t len);

/**
 * Whether JSON is a well-formed capabilities object.
 *
 * @param caps_json JSON; empty is `{}`. What is not JSON is answered with false.
 * @param len In bytes.
 *
 * Threads: any.
 */
MCP_API bool mcp_caps_is_well_formed(const char *caps_json, size_t len);

/**
 * The predicates of an error that a host holds in values of its own, as `MCP_FLAG_*`: the first six.
 *
 * @param kind A kind; an unknown one is answered with 0.
 * @param code NULL for an error without a code.
 * @param http_status 100 to 599; 0 where there is none. Any other is answered with 0.
 * @param well_formed What `mcp_data_is_well_formed` said, or the host's own verdict: 0 or not 0.
 *
 * Threads: any.
 */
MCP_API uint32_t mcp_verdicts(mcp_kind kind, const int64_t *code, uint16_t http_status, int32_t well_formed);

/**
 * The class name of a kind, such as "MissingRequiredClientCapabilityError".
 *
 * @param kind Any number.
 * @return Static text with a NUL behind it, not to be freed; NULL for an unknown number. Kinds are numbered from 0 without gaps.
 *
 * Threads: any.
 */
MCP_API const char *mcp_kind_name(mcp_kind kind);

/**
 * The kind above a kind in the class tree.
 *
 * @param kind Any number.
 * @return `MCP_KIND_NONE` above `MCP_KIND_MCP_ERROR` and for an unknown number.
 *
 * Threads: any.
 */
MCP_API mcp_kind mcp_kind_parent(mcp_kind kind);

/**
 * Whether a kind is another or stands below it in the class tree.
 *
 * @param kind Any number.
 * @param ancestor Any number.
 * @return False if either is unknown.
 *
 * Threads: any.
 */
MCP_API bool mcp_kind_is_a(mcp_kind kind, mcp_kind ancestor);

/**
 * The kind that an error object with this code and a string message has.
 *
 * @param code Any code.
 * @return `MCP_KIND_SERVER_ERROR` for a code without a kind of its own.
 *
 * Threads: any.
 */
MCP_API mcp_kind mcp_kind_for_code(int64_t code);

/**
 * The name that the specification gives a code, such as "HeaderMismatch".
 *
 * @param code Any code.
 * @return Static text with a NUL behind it, not to be freed; NULL if the code has no name.
 *
 * Threads: any.
 */
MCP_API const char *mcp_code_name(int64_t code);

/**
 * What a draft of the revision 2026-07-28 meant by one of the legacy codes -32001, -32003, -32004: a hint for people, that
 * proves nothing.
 *
 * @param code Any code.
 * @return Static text with a NUL behind it, not to be freed; NULL for every other code.
 *
 * Threads: any.
 */
MCP_API const char *mcp_code_draft_name(int64_t code);

/**
 * Whether a code is one of the three that only a modern server sends: -32020, -32021, -32022.
 *
 * @param code Any code.
 *
 * Threads: any.
 */
MCP_API bool mcp_code_is_modern(int64_t code);

/**
 * Whether a code answers `resources/read` with "no such resource": -32002 always, -32602 only in a modern session.
 *
 * @param code Any code.
 * @param modern Whether the session is a modern one: 0 or not 0.
 *
 * Threads: any.
 */
MCP_API bool mcp_code_is_resource_not_found(int64_t code, int32_t modern);

/**
 * Whether an implementation of 2026-07-28 may send a code.
 *
 * @param code Any code.
 * @return `MCP_EMIT_OK`, `MCP_EMIT_DISCOURAGED` or `MCP_EMIT_FORBIDDEN`.
 *
 * Threads: any.
 */
MCP_API mcp_emit mcp_code_may_emit(int64_t code);

/**
 * The HTTP status of the answer that carries an error with a code.
 *
 * @param code Any code.
 * @param origin `MCP_ORIGIN_PROTOCOL` (refused before a handler ran) or `MCP_ORIGIN_HANDLER`.
 * @return 0 for an unknown origin.
 *
 * Threads: any.
 */
MCP_API uint16_t mcp_code_http_status(int64_t code, mcp_origin origin);

/**
 * What an error, as the answer to a probe, says of the server's era.
 *
 * @param error NULL is answered with `MCP_ERA_NONE`.
 * @param transport `MCP_TRANSPORT_STDIO` or `MCP_TRANSPORT_HTTP`; any other is answered with `MCP_ERA_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API mcp_era mcp_error_era(const struct mcp_error *error, mcp_transport transport);

/**
 * What to do next. Following the advice always comes to an end, `MCP_ACTION_BACK_OFF` apart, which the host bounds.
 *
 * @param error NULL is an invalid argument.
 * @param context_json A JSON object; empty is `{}`. All members are optional, `null` is as good as absent, unknown ones are ignored:
 * transport ("http" or "stdio"; "http"), purpose ("probe", "request" or "initialize"; "request"), era ("modern",
 * "modern_without_discover", "legacy" or "inconclusive"; unknown), attempt (all tries of the same work, whatever their purpose; 1),
 * method, idempotent, has_session, has_cursor (false), client_versions (all the client speaks, in order of preference),
 * requested_version, declared (capabilities that the request declared), supported_caps (all the client could declare), now_ms (the
 * host's clock, Unix time, for a Retry-After with a date).
 * @param len In bytes.
 * @param out Receives the advice, to be freed with `mcp_advice_free`; NULL unless the call succeeds. It lives on when the error is freed.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, a member of a wrong type, an unknown value of a known member,
 * an attempt below 1), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API mcp_status mcp_error_advise(const struct mcp_error *error, const char *context_json, size_t len, struct mcp_advice **out);

/**
 * What the error, as the answer to a probe, says of the server's era.
 *
 * @param advice NULL is answered with `MCP_ERA_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API mcp_era mcp_advice_era(const struct mcp_advice *advice);

/**
 * What to do.
 *
 * @param advice NULL is answered with `MCP_ACTION_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API mcp_action mcp_advice_action(const struct mcp_advice *advice);

/**
 * Why.
 *
 * @param advice NULL is answered with `MCP_REASON_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API mcp_reason mcp_advice_reason(const struct mcp_advice *advice);

/**
 * The version to use next (`MCP_ACTION_RETRY_WITH_VERSION`, and `MCP_ACTION_INITIALIZE` after a refused version).
 *
 * @param advice NULL has empty text.
 * @return Text that lives as long as the handle. Empty where the action has none.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_advice_version(const struct mcp_advice *advice);

/**
 * The capabilities that are missing, a JSON object.
 *
 * @param advice NULL has empty text.
 * @return Text that lives as long as the handle. Empty where the action has none, `{}` where nothing is missing.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_advice_missing_json(const struct mcp_advice *advice);

/**
 * The whole capabilities object to declare (`MCP_ACTION_DECLARE_CAPABILITIES`), JSON.
 *
 * @param advice NULL has empty text.
 * @return Text that lives as long as the handle. Empty where the action has none.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_advice_declare_json(const struct mcp_advice *advice);

/**
 * How long the server asked to wait (`MCP_ACTION_BACK_OFF`).
 *
 * @param advice NULL has none.
 * @param out Receives the time in milliseconds if the answer is true; else it is left alone. May be NULL.
 * @return Whether the server asked for a time.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API bool mcp_advice_delay_ms(const struct mcp_advice *advice, uint64_t *out);

/**
 * A sentence for the person: what the server needs, and what will be done or cannot be. At most 512 bytes, safe to print.
 *
 * @param advice NULL has empty text.
 * @return Text that lives as long as the handle.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_advice_text(const struct mcp_advice *advice);

/**
 * The advice as a JSON object: era, action, reason, version, missing, declare, delay_ms; absent members are left out.
 *
 * @param advice NULL has empty text.
 * @return Text that lives as long as the handle.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API struct mcp_str mcp_advice_json(const struct mcp_advice *advice);

/**
 * Frees an advice, and with it the texts read from it.
 *
 * @param advice NULL is fine. Must not be used or freed afterwards.
 *
 * Threads: any; not while another thread reads it.
 */
MCP_API void mcp_advice_free(struct mcp_advice *advice);

/**
 * The part of the required capabilities that a declaration does not cover, in the shape of what is required.
 *
 * @param declared A JSON object; empty is `{}`.
 * @param declared_len In bytes.
 * @param required A JSON object; empty is `{}`.
 * @param required_len In bytes.
 * @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
 * @param out_len Receives its length in bytes; may be NULL.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or no object), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API
mcp_status mcp_caps_missing(const char *declared,
                            size_t declared_len,
                            const char *required,
                            size_t required_len,
                            char **out,
                            size_t *out_len);

/**
 * A declaration plus the missing parts, with the client's own values: what to declare next.
 *
 * @param declared A JSON object; empty is `{}`.
 * @param declared_len In bytes.
 * @param missing What `mcp_caps_missing` said: a JSON object; empty is `{}`.
 * @param missing_len In bytes.
 * @param supported All that the client could declare: a JSON object; empty is `{}`. What it lacks is left out.
 * @param supported_len In bytes.
 * @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
 * @param out_len Receives its length in bytes; may be NULL.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or no object), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API
mcp_status mcp_caps_declare(const char *declared,
                            size_t declared_len,
                            const char *missing,
                            size_t missing_len,
                            const char *supported,
                            size_t supported_len,
                            char **out,
                            size_t *out_len);

/**
 * The capabilities that a client must have declared to be sent an input request.
 *
 * @param method The method of the input request, such as "elicitation/create", UTF-8. Others than elicitation/create,
 * sampling/createMessage and roots/list need nothing.
 * @param method_len In bytes.
 * @param params_json The parameters, JSON; empty is `{}`.
 * @param params_len In bytes.
 * @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
 * @param out_len Receives its length in bytes; may be NULL.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API
mcp_status mcp_caps_for_input_request(const char *method,
                                      size_t method_len,
                                      const char *params_json,
                                      size_t params_len,
                                      char **out,
                                      size_t *out_len);

/**
 * Checks a request before any work is done, on its own declaration.
 *
 * @param request_json The request, any bytes.
 * @param len In bytes.
 * @param server_json A JSON object: versions (array of the protocol versions that the server speaks), methods (array, or null for any),
 * required (the capabilities that the work needs), headers (an object with the values of mcp-protocol-version, mcp-method and
 * mcp-name as they were sent; null where the request did not come over HTTP).
 * @param server_len In bytes.
 * @param out Receives the error to send, with its HTTP status, to be freed with `mcp_error_free`; NULL to go ahead, and unless the call
 * succeeds.
 * @return `MCP_STATUS_INVALID_JSON` and `MCP_STATUS_INVALID_ARGUMENT` if `server_json` is wrong, or for NULL;
 * `MCP_STATUS_OUT_OF_MEMORY`. A request that is no JSON is a success with an error to send.
 *
 * Threads: any.
 */
MCP_API
mcp_status mcp_request_check(const char *request_json,
                             size_t len,
                             const char *server_json,
                             size_t server_len,
                             struct mcp_error **out);

/**
 * Where the `id` of a request stands, for `mcp_error_to_response_json`.
 *
 * @param request_json The request, JSON.
 * @param len In bytes.
 * @param out Receives the place of the id as it was sent; absent if there is none, or none that a response could echo (neither a
 * string nor an integer). Written on success only.
 * @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
MCP_API mcp_status mcp_request_id(const char *request_json, size_t len, struct mcp_span *out);

/**
 * The error as the JSON of an `error` member: code, message, and data if there is any. An error of a peer's goes out as it came, so
 * that a proxy can relay it.
 *
 * @param error NULL is an invalid argument.
 * @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
 * @param out_len Receives its length in bytes; may be NULL.
 * @return `MCP_STATUS_FORBIDDEN_CODE` for an error built here whose code must not be emitted; `MCP_STATUS_INVALID_ARGUMENT` (NULL, an
 * error without a code, a modern one built here without the data that its code prescribes), `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API mcp_status mcp_error_to_json(const struct mcp_error *error, char **out, size_t *out_len);

/**
 * The error as a whole JSON-RPC response.
 *
 * @param error NULL is an invalid argument.
 * @param id_json The id of the request as it was sent, JSON: a string or an integer of any width, echoed as it is. Empty where there is
 * none; then the response has none.
 * @param id_len In bytes.
 * @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
 * @param out_len Receives its length in bytes; may be NULL.
 * @return As `mcp_error_to_json`; `MCP_STATUS_INVALID_JSON` and `MCP_STATUS_INVALID_ARGUMENT` for any other id.
 *
 * Threads: any, also on one handle at once.
 */
MCP_API
mcp_status mcp_error_to_response_json(const struct mcp_error *error,
                                      const char *id_json,
                                      size_t id_len,
                                      char **out,
                                      size_t *out_len);

/**
 * The name of a transport, such as "stdio".
 *
 * @param transport Any number.
 * @return Static text with a NUL behind it, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
MCP_API const char *mcp_transport_name(mcp_transport transport);

/**
 * The name of an era, such as "modern_without_discover".
 *
 * @param era Any number.
 * @return Static text with a NUL behind it, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
MCP_API const char *mcp_era_name(mcp_era era);

/**
 * The name of an action, such as "declare_capabilities".
 *
 * @param action Any number.
 * @return Static text with a NUL behind it, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
MCP_API const char *mcp_action_name(mcp_action action);

/**
 * The name of a reason, such as "capability_undeclared".
 *
 * @param reason Any number.
 * @return Static text with a NUL behind it, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
MCP_API const char *mcp_reason_name(mcp_reason reason);

/**
 * The name of an answer of `mcp_code_may_emit`, such as "discouraged".
 *
 * @param emit Any number.
 * @return Static text with a NUL behind it, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
MCP_API const char *mcp_emit_name(mcp_emit emit);

/**
 * The name of an origin, such as "protocol".
 *
 * @param origin Any number.
 * @return Static text with a NUL behind it, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
MCP_API const char *mcp_origin_name(mcp_origin origin);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MCP_ERRORS_H */
