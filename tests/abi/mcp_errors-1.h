/*
 * mcp-errors: parses and classifies the errors of the Model Context Protocol (MCP), and advises what to do next.
 *
 * Terms
 *
 * - modern: MCP revision 2026-07-28 and later. No handshake; every request carries its metadata.
 * - legacy: MCP revision 2025-11-25 and earlier. A session begins with `initialize`.
 * - era: whether a server is modern or legacy (mcp_era).
 * - probe: a `server/discover` request, sent to find out the era.
 * - kind: the class of an error (mcp_kind).
 * - advice: what to do next about an error, and why (mcp_advice).
 * - context: what a host tells the library about its request and about itself, a JSON object. Each advice has the context of the
 *   next try, so a host keeps that one text from try to try.
 *
 * Rules that hold for every function
 *
 * - Handles (mcp_error, mcp_advice) are opaque and immutable. A function that makes one writes it to an out-pointer; free it with
 *   mcp_error_free or mcp_advice_free. Any number of threads may read one handle at the same time.
 * - There is no global or thread-local state, no thread, no signal handler and no callback. Nothing needs to be initialized, and
 *   fork is safe.
 * - A function that can fail returns an mcp_status. Outputs are written only on success. On failure, pointers to handles and texts
 *   are set to NULL. Arguments are never consumed.
 * - A function that takes a host's own JSON or struct ends with an mcp_failure pointer, which says which argument is wrong, and why.
 *   NULL is safe there.
 * - Text passed in is a pointer and a length in bytes, UTF-8, not NUL-terminated, and copied if it is kept. (NULL, 0) is empty text;
 *   (NULL, n) is MCP_STATUS_INVALID_ARGUMENT.
 * - Text returned from a handle is an mcp_str: not NUL-terminated, its ptr never NULL, valid until the handle is freed. Text that a
 *   call makes is a NUL-terminated char *; free it with mcp_string_free.
 * - Passing NULL as a handle is safe: the function returns its neutral value (false, 0, empty text, MCP_STATUS_INVALID_ARGUMENT).
 * - Enumerations are int32_t. A function that returns one returns -1 (MCP_..._NONE) for NULL, bad input and a bug in the library.
 *   An unknown value passed in is refused.
 * - Structs begin with struct_size; set it to sizeof. New members are only ever appended. A shorter struct of a program that was
 *   compiled earlier works, and bytes beyond what the library knows are left unchanged. Structs need no alignment.
 * - A bug in the library is MCP_STATUS_INTERNAL or the neutral value; nothing unwinds into the caller.
 * - Bytes from a peer may have any content, size and nesting depth. Every function takes time linear in its input (n log n where
 *   names are sorted), and at most 12 bytes of heap per byte of its input.
 *
 * Generated from the Rust sources by cbindgen; do not edit.
 */

#ifndef MCP_ERRORS_H
#define MCP_ERRORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The version of the library that this header belongs to: major × 1,000,000 + minor × 1,000 + patch.
 */
#define MCP_ERRORS_VERSION_NUMBER 1000

/**
 * The number of the ABI. It grows only if a program that was compiled with an older header could not use the library any more.
 */
#define MCP_ERRORS_ABI_VERSION 1

/**
 * What a text is. The numbers are those of the C ABI and never change.
 */
enum mcp_message_type_values {
  /**
   * No message type: the error was not parsed from a message, or bad input.
   */
  MCP_MESSAGE_NONE = -1,
  /**
   * Nothing, or white space only.
   */
  MCP_MESSAGE_EMPTY = 0,
  /**
   * Not JSON.
   */
  MCP_MESSAGE_NOT_JSON = 1,
  /**
   * Not JSON: a header of a protocol that frames its messages, such as `Content-Length: 5`.
   */
  MCP_MESSAGE_FRAMING = 2,
  /**
   * A response with an `error` that is neither `null` nor `false`.
   */
  MCP_MESSAGE_ERROR = 3,
  /**
   * A response with a `result`.
   */
  MCP_MESSAGE_RESULT = 4,
  /**
   * A request: it has a `method` and an `id`.
   */
  MCP_MESSAGE_REQUEST = 5,
  /**
   * A notification: it has a `method` and no `id`.
   */
  MCP_MESSAGE_NOTIFICATION = 6,
  /**
   * An array that does not hold exactly one response.
   */
  MCP_MESSAGE_BATCH = 7,
  /**
   * Any other JSON.
   */
  MCP_MESSAGE_OTHER = 8,
};
typedef int32_t mcp_message_type;

/**
 * The codes that have a name.
 */
enum mcp_code_values {
  /**
   * The JSON could not be parsed.
   */
  MCP_CODE_PARSE_ERROR = -32700,
  /**
   * The JSON is not a valid request.
   */
  MCP_CODE_INVALID_REQUEST = -32600,
  /**
   * The method does not exist or is not available.
   */
  MCP_CODE_METHOD_NOT_FOUND = -32601,
  /**
   * The parameters of the method are not valid.
   */
  MCP_CODE_INVALID_PARAMS = -32602,
  /**
   * An internal error of the server.
   */
  MCP_CODE_INTERNAL_ERROR = -32603,
  /**
   * HTTP header fields and body of a request contradict each other (2026-07-28).
   */
  MCP_CODE_HEADER_MISMATCH = -32020,
  /**
   * The request did not declare a client capability that its work needs (2026-07-28).
   */
  MCP_CODE_MISSING_REQUIRED_CLIENT_CAPABILITY = -32021,
  /**
   * The server does not support the protocol version of the request (2026-07-28).
   */
  MCP_CODE_UNSUPPORTED_PROTOCOL_VERSION = -32022,
  /**
   * Resource not found (2025-11-25 and earlier). Retired: must not be sent in a modern session.
   */
  MCP_CODE_LEGACY_RESOURCE_NOT_FOUND = -32002,
  /**
   * URL elicitation required (2025-11-25 only). Retired: must not be sent in a modern session.
   */
  MCP_CODE_LEGACY_URL_ELICITATION_REQUIRED = -32042,
};

/**
 * The bits of `flags` in `mcp_classification` and `mcp_view`, and of `mcp_verdicts`.
 */
enum mcp_flag_values {
  /**
   * The data has the shape that its kind requires.
   */
  MCP_FLAG_WELL_FORMED = 1,
  /**
   * The error proves a modern server: a modern kind and code, and well formed.
   */
  MCP_FLAG_MODERN = 2,
  /**
   * The error proves a modern server over HTTP: as MODERN, and -32601 with status 404.
   */
  MCP_FLAG_MODERN_HTTP = 4,
  /**
   * The error proves a modern server in response to a probe. Today the same as MODERN.
   */
  MCP_FLAG_MODERN_FOR_PROBE = 8,
  /**
   * The error belongs to the modern protocol: as MODERN, and required input and results that are not valid.
   */
  MCP_FLAG_PROTOCOL_ERROR = 16,
  /**
   * Errors of this kind say nothing about the server's era.
   */
  MCP_FLAG_ERA_INCONCLUSIVE = 32,
  /**
   * The error has a code.
   */
  MCP_FLAG_HAS_CODE = 64,
  /**
   * The code does not fit into `int64_t`: read `code_text`.
   */
  MCP_FLAG_CODE_OVERFLOW = 128,
  /**
   * The error has data, possibly `null`.
   */
  MCP_FLAG_HAS_DATA = 256,
  /**
   * The message is a string, or a text of the library.
   */
  MCP_FLAG_MESSAGE_IS_STRING = 512,
  /**
   * The message has escapes or ill-formed UTF-8: decode it with `mcp_json_string_decode`.
   */
  MCP_FLAG_MESSAGE_NEEDS_DECODING = 1024,
  /**
   * The data has ill-formed UTF-8 in strings: read each maximal ill-formed part as U+FFFD.
   */
  MCP_FLAG_DATA_NOT_UTF8 = 2048,
  /**
   * The message is a result. No other flag is set.
   */
  MCP_FLAG_NOT_AN_ERROR = 4096,
};

/**
 * How to read the number of `mcp_classify_packed`.
 */
enum mcp_packed_values {
  /**
   * The response does not fit into the number of `mcp_classify_packed`: call `mcp_classify_response`.
   */
  MCP_PACKED_NONE = -1,
  /**
   * The message is a result (`MCP_FLAG_NOT_AN_ERROR`).
   */
  MCP_PACKED_RESULT = -2,
};

/**
 * The kind (class) of an error.
 *
 * The numbers are those of the C ABI and never change; new kinds are added at the end.
 */
enum mcp_kind_values {
  /**
   * No kind: returned for NULL and bad input, and as the parent of `MCP_KIND_MCP_ERROR`.
   */
  MCP_KIND_NONE = -1,
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
   * What came back is not an answer of the protocol.
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
 * What a call returned. The numbers never change.
 */
enum mcp_status_values {
  /**
   * Success: the outputs are written.
   */
  MCP_STATUS_OK = 0,
  /**
   * An argument is wrong; see `mcp_failure`.
   */
  MCP_STATUS_INVALID_ARGUMENT = 1,
  /**
   * A text that must be JSON is not; see `mcp_failure`.
   */
  MCP_STATUS_INVALID_JSON = 2,
  /**
   * The message is a result, not an error.
   */
  MCP_STATUS_NOT_AN_ERROR = 3,
  /**
   * The error was made here with a code that must not be sent.
   */
  MCP_STATUS_FORBIDDEN_CODE = 4,
  /**
   * A bug in this library.
   */
  MCP_STATUS_INTERNAL = 5,
  /**
   * Memory could not be allocated.
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
   * No verdict: returned after a bug in the library.
   */
  MCP_EMIT_NONE = -1,
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
   * No era: returned for NULL and bad input.
   */
  MCP_ERA_NONE = -1,
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
   * No action: returned for NULL.
   */
  MCP_ACTION_NONE = -1,
  /**
   * Tell the caller; sending the request again does not help or is not safe.
   */
  MCP_ACTION_GIVE_UP = 0,
  /**
   * Get a token with the scopes of the advice, then send the request again.
   */
  MCP_ACTION_STEP_UP = 1,
  /**
   * Get a token, then send the request again.
   */
  MCP_ACTION_AUTHENTICATE = 2,
  /**
   * Start the legacy handshake: send `initialize`.
   */
  MCP_ACTION_INITIALIZE = 3,
  /**
   * Wait, then send the request again. The host limits the time.
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
   * List the tools again, then send the request again.
   */
  MCP_ACTION_REFRESH_TOOLS = 8,
  /**
   * Use the server as a modern one that does not implement `server/discover`.
   */
  MCP_ACTION_CONTINUE_WITHOUT_DISCOVER = 9,
  /**
   * Start a new session with `initialize`, then send the request again.
   */
  MCP_ACTION_NEW_SESSION = 10,
  /**
   * Let the person open the URLs in `data.elicitations`, then send the request again.
   */
  MCP_ACTION_COMPLETE_ELICITATIONS = 11,
  /**
   * Discard the pages and start with the first one.
   */
  MCP_ACTION_RESTART_PAGINATION = 12,
  /**
   * Open the event stream again after the last event id (GET). The host limits the time.
   */
  MCP_ACTION_RESUME_STREAM = 13,
  /**
   * Collect the input that the server requires, then send the request again with it under a new id.
   */
  MCP_ACTION_ANSWER_INPUTS = 14,
  /**
   * Ignore the message and read the next one. The host limits the time.
   */
  MCP_ACTION_READ_ON = 15,
  /**
   * Try the HTTP+SSE transport of 2024-11-05 (GET).
   */
  MCP_ACTION_TRY_HTTP_SSE = 16,
  /**
   * Probe the server again: what was known of its era is wrong.
   */
  MCP_ACTION_REPROBE = 17,
  /**
   * Client and server agree on a version: send requests.
   */
  MCP_ACTION_GO_ON = 18,
};
typedef int32_t mcp_action;

/**
 * Why the advice names its action. The numbers are those of the C ABI and never change.
 */
enum mcp_reason_values {
  /**
   * No reason: returned for NULL.
   */
  MCP_REASON_NONE = -1,
  /**
   * The token lacks a scope.
   */
  MCP_REASON_INSUFFICIENT_SCOPE = 0,
  /**
   * The server requires authentication.
   */
  MCP_REASON_UNAUTHORIZED = 1,
  /**
   * The server, or a proxy, denies access.
   */
  MCP_REASON_ACCESS_DENIED = 2,
  /**
   * The probe got no response.
   */
  MCP_REASON_NO_ANSWER = 3,
  /**
   * The failure is temporary.
   */
  MCP_REASON_TRANSIENT = 4,
  /**
   * The server may have done the work; doing it twice may do harm.
   */
  MCP_REASON_MAYBE_EXECUTED = 5,
  /**
   * The stream ended before the response.
   */
  MCP_REASON_STREAM_LOST = 6,
  /**
   * The action was taken as often as its limit allows.
   */
  MCP_REASON_RETRY_LIMIT = 7,
  /**
   * The server supports other versions.
   */
  MCP_REASON_VERSION_MISMATCH = 8,
  /**
   * The server lists the version that it refused as supported.
   */
  MCP_REASON_VERSION_CONTRADICTION = 9,
  /**
   * Client and server have no version in common.
   */
  MCP_REASON_NO_COMMON_VERSION = 10,
  /**
   * No required capability is missing: sending the request again would loop.
   */
  MCP_REASON_NOTHING_MISSING = 11,
  /**
   * The client does not have a capability that the server requires.
   */
  MCP_REASON_CAPABILITY_UNAVAILABLE = 12,
  /**
   * The client has the capability that the server requires, but did not declare it.
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
   * Nothing says that sending the request again would help.
   */
  MCP_REASON_NOT_RETRYABLE = 16,
  /**
   * The server is not a modern one.
   */
  MCP_REASON_NOT_MODERN = 17,
  /**
   * The server has ended the session.
   */
  MCP_REASON_SESSION_GONE = 18,
  /**
   * The person must open URLs first.
   */
  MCP_REASON_ELICITATION_REQUIRED = 19,
  /**
   * The cursor is no longer valid.
   */
  MCP_REASON_INVALID_CURSOR = 20,
  /**
   * The server redirects to another URL.
   */
  MCP_REASON_REDIRECTED = 21,
  /**
   * The server requires input before it continues.
   */
  MCP_REASON_INPUT_REQUIRED = 22,
  /**
   * The result is not valid.
   */
  MCP_REASON_INVALID_RESULT = 23,
  /**
   * The message is not a response to the request.
   */
  MCP_REASON_NOT_A_RESPONSE = 24,
  /**
   * The server does not speak MCP at this address.
   */
  MCP_REASON_NOT_MCP = 25,
  /**
   * The server does not implement the Streamable HTTP transport.
   */
  MCP_REASON_NOT_STREAMABLE_HTTP = 26,
  /**
   * The server is not of the era that it was taken for.
   */
  MCP_REASON_ERA_CONTRADICTED = 27,
  /**
   * Client and server agree on a version.
   */
  MCP_REASON_AGREED = 28,
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
 * A reader for one stream of server-sent events. Unlike the other handles it is mutable: use it from one thread at a time. Freed by
 * `mcp_sse_reader_free`.
 */
typedef struct mcp_sse_reader mcp_sse_reader;

/**
 * What is wrong with an argument: "tried.reissue" of "context_json" "must be an integer of at least 0".
 *
 * All texts are static and NUL-terminated, and never NULL once a call has returned. A call that returns neither
 * `MCP_STATUS_INVALID_ARGUMENT` nor `MCP_STATUS_INVALID_JSON` leaves them empty.
 */
typedef struct mcp_failure {
  /**
   * `sizeof(mcp_failure)`, set by the caller and never written.
   */
  size_t struct_size;
  /**
   * The name of the parameter, as the header spells it.
   */
  const char *parameter;
  /**
   * The member of the parameter, as a path; empty if the parameter itself is at fault.
   */
  const char *member;
  /**
   * What is wrong with it, such as "must be an object".
   */
  const char *problem;
  /**
   * The first byte that no JSON text can have there, counted from 0; `SIZE_MAX` unless the status is `MCP_STATUS_INVALID_JSON`.
   */
  size_t offset;
} mcp_failure;

/**
 * An HTTP response. The header fields need not be UTF-8; join a field that was sent several times by ", ".
 */
typedef struct mcp_http_response {
  /**
   * `sizeof(mcp_http_response)`, set by the caller.
   */
  size_t struct_size;
  /**
   * 100 to 999. 600 to 999 count as 5xx (RFC 9110, section 15).
   */
  uint16_t status;
  /**
   * `Content-Type`; NULL if the field is missing.
   */
  const char *content_type;
  /**
   * In bytes.
   */
  size_t content_type_len;
  /**
   * `WWW-Authenticate`; NULL if the field is missing.
   */
  const char *www_authenticate;
  /**
   * In bytes.
   */
  size_t www_authenticate_len;
  /**
   * `Retry-After`; NULL if the field is missing.
   */
  const char *retry_after;
  /**
   * In bytes.
   */
  size_t retry_after_len;
  /**
   * The body, as received.
   */
  const char *body;
  /**
   * In bytes.
   */
  size_t body_len;
  /**
   * Outside 2xx a body of more bytes is ignored. 0 means 65536.
   */
  size_t max_error_body;
  /**
   * `Location`; NULL if the field is missing.
   */
  const char *location;
  /**
   * In bytes.
   */
  size_t location_len;
  /**
   * The context of the request, a JSON object, so that results are judged too; see `mcp_error_from_answer`. NULL: results are not
   * judged.
   */
  const char *context_json;
  /**
   * In bytes.
   */
  size_t context_len;
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
 * Everything of an error. The texts are valid until the handle is freed that they were read from.
 */
typedef struct mcp_view {
  /**
   * `sizeof(mcp_view)`, set by the caller and never written.
   */
  size_t struct_size;
  /**
   * An `mcp_kind`.
   */
  int32_t kind;
  /**
   * `MCP_FLAG_*`: the verdicts, HAS_CODE, CODE_OVERFLOW, HAS_DATA and MESSAGE_IS_STRING.
   */
  uint32_t flags;
  /**
   * 0 if there is no code, or it does not fit.
   */
  int64_t code;
  /**
   * 0 if there is none.
   */
  uint32_t http_status;
  /**
   * An `mcp_message_type`; `MCP_MESSAGE_NONE` for an error that was not parsed from a message.
   */
  int32_t message_type;
  /**
   * 1 if the error is a local event, else 0.
   */
  uint32_t local;
  /**
   * 1 if the error was made here to be sent, else 0.
   */
  uint32_t built;
  /**
   * 1 if `retry_ms` has a value, else 0.
   */
  uint32_t has_retry_ms;
  /**
   * 0.
   */
  uint32_t reserved;
  /**
   * See `mcp_error_retry_ms`.
   */
  uint64_t retry_ms;
  /**
   * See `mcp_error_code_text`.
   */
  struct mcp_str code_text;
  /**
   * See `mcp_error_message`.
   */
  struct mcp_str message;
  /**
   * See `mcp_error_data_json`.
   */
  struct mcp_str data_json;
  /**
   * See `mcp_error_id_json`.
   */
  struct mcp_str id_json;
  /**
   * See `mcp_error_required_caps_json`.
   */
  struct mcp_str required_caps_json;
  /**
   * How many strings `mcp_error_supported_at` has.
   */
  size_t supported_count;
  /**
   * See `mcp_error_supported_suffix`.
   */
  struct mcp_str supported_suffix;
  /**
   * See `mcp_error_requested_json`.
   */
  struct mcp_str requested_json;
  /**
   * See `mcp_error_challenge_error`.
   */
  struct mcp_str challenge_error;
  /**
   * See `mcp_error_scope`.
   */
  struct mcp_str scope;
  /**
   * See `mcp_error_description`.
   */
  struct mcp_str description;
  /**
   * See `mcp_error_resource_metadata`.
   */
  struct mcp_str resource_metadata;
  /**
   * See `mcp_error_location`.
   */
  struct mcp_str location;
  /**
   * See `mcp_error_retry_after`.
   */
  struct mcp_str retry_after;
  /**
   * See `mcp_error_last_event_id`.
   */
  struct mcp_str last_event_id;
  /**
   * See `mcp_error_malformed_reason`.
   */
  struct mcp_str malformed_reason;
  /**
   * See `mcp_error_log_line`.
   */
  struct mcp_str log_line;
} mcp_view;

/**
 * A byte range of the caller's buffer. A missing one has offset `UINT64_MAX` and length 0.
 */
typedef struct mcp_span {
  /**
   * Counted from the first byte that was passed in.
   */
  uint64_t offset;
  /**
   * In bytes.
   */
  uint64_t length;
} mcp_span;

/**
 * The result of classifying a response: numbers, and byte ranges of the caller's buffer.
 */
typedef struct mcp_classification {
  /**
   * `sizeof(mcp_classification)`, set by the caller and never written.
   */
  size_t struct_size;
  /**
   * An `mcp_kind`; `MCP_KIND_NONE` for a result.
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
   * 0 if there is none.
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
   * The inside of the server's string. Missing if the server's message is not a string, or the text is ours: make a handle to read it.
   */
  struct mcp_span message;
  /**
   * The JSON of `data`.
   */
  struct mcp_span data;
  /**
   * `data.requiredCapabilities`, if the kind has it and it is an object.
   */
  struct mcp_span required_capabilities;
  /**
   * `data.supported`, if the kind has it and it is an array.
   */
  struct mcp_span supported;
  /**
   * `data.requested`, if the kind has it, whatever its type.
   */
  struct mcp_span requested;
  /**
   * An `mcp_message_type`; `MCP_MESSAGE_NONE` from `mcp_classify`.
   */
  int32_t message_type;
  /**
   * 0.
   */
  int32_t reserved2;
  /**
   * The JSON of the response's `id`; missing unless the message is an error or a result that has one.
   */
  struct mcp_span id;
} mcp_classification;

/**
 * The byte ranges of the parts of a request that a server needs. Each range is JSON as it was sent.
 */
typedef struct mcp_request {
  /**
   * `sizeof(mcp_request)`, set by the caller.
   */
  size_t struct_size;
  /**
   * What the message is: one of `mcp_message_type`.
   */
  int32_t message_type;
  /**
   * 0.
   */
  int32_t reserved;
  /**
   * The id, if it is a string or an integer. Pass it to `mcp_error_to_response_json`.
   */
  struct mcp_span id;
  /**
   * The method, if it is a string.
   */
  struct mcp_span method;
  /**
   * What the Mcp-Name header stands for: the string `params.name`, `params.uri` or `params.taskId`, depending on the method.
   */
  struct mcp_span name;
  /**
   * The string `params._meta["io.modelcontextprotocol/protocolVersion"]`.
   */
  struct mcp_span protocol_version;
  /**
   * The object `params._meta["io.modelcontextprotocol/clientCapabilities"]`.
   */
  struct mcp_span capabilities;
  /**
   * The object `params.arguments`.
   */
  struct mcp_span arguments;
} mcp_request;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the version of the library (semantic versioning).
 *
 * @return Static NUL-terminated text such as "0.1.0", not to be freed.
 *
 * Threads: any.
 */
const char *mcp_errors_version(void);

/**
 * Returns the version of the library as a number, to compare with `MCP_ERRORS_VERSION_NUMBER` of the header.
 *
 * @return major × 1,000,000 + minor × 1,000 + patch.
 *
 * Threads: any.
 */
uint32_t mcp_errors_version_number(void);

/**
 * Returns the number of the library's ABI, to compare with `MCP_ERRORS_ABI_VERSION` of the header when you load
 * the library.
 *
 * @return 1 for this header.
 *
 * Threads: any.
 */
uint32_t mcp_errors_abi_version(void);

/**
 * Returns a sentence about a status.
 *
 * @param status Any number.
 * @return Static NUL-terminated text, never NULL, not to be freed. An unknown number has its own sentence.
 *
 * Threads: any.
 */
const char *mcp_status_text(mcp_status status);

/**
 * Frees text that a call made.
 *
 * @param text What a call wrote to an out-parameter of type `char **`; NULL is safe. Do not free it twice.
 *
 * Threads: any.
 */
void mcp_string_free(char *text);

/**
 * Parses the value of a JSON-RPC response's `error` member. A value that is not an object reads as an empty object.
 *
 * @param json JSON, UTF-8; copied.
 * @param len In bytes.
 * @param http_status The status of the response, 100 to 999; 0 if there is none.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL or a wrong status;
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_from_jsonrpc(const char *json, size_t len, uint16_t http_status, struct mcp_error **out, struct mcp_failure *failure);

/**
 * Parses a whole response: a line of stdio, or the body of a 2xx response. Bytes that are not a JSON-RPC response give an error of kind
 * `MCP_KIND_TRANSPORT_ERROR`.
 *
 * @param json Any bytes; copied.
 * @param len In bytes.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_NOT_AN_ERROR` for a result; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_from_response(const char *json, size_t len, struct mcp_error **out);

/**
 * Parses a whole response as `mcp_error_from_response` does, and judges a result by what was asked. A result that requires input is an
 * error of kind `MCP_KIND_INPUT_REQUIRED_ERROR`, one that is not valid of kind `MCP_KIND_INVALID_RESULT_ERROR`; both have the whole result
 * as their data.
 *
 * @param json Any bytes; copied.
 * @param len In bytes.
 * @param context_json The context of the request, a JSON object; empty is `{}`. See `mcp_error_advise`. Its era, purpose, method,
 * declared and result_types count here.
 * @param context_len In bytes.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_NOT_AN_ERROR` for a result that answers the request; `MCP_STATUS_INVALID_JSON` and
 * `MCP_STATUS_INVALID_ARGUMENT` for a wrong context, or for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_from_answer(const char *json,
                                 size_t len,
                                 const char *context_json,
                                 size_t context_len,
                                 struct mcp_error **out,
                                 struct mcp_failure *failure);

/**
 * Parses an HTTP response: the status ranks above the body. The body is read as JSON, or as an event stream if it begins like one or
 * its `Content-Type` says so.
 *
 * @param response The response; copied.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_NOT_AN_ERROR` for a result (with a context: one that answers the request);
 * `MCP_STATUS_INVALID_ARGUMENT` for NULL, a status outside 100 to 999, a `struct_size` that is too small, or a wrong context;
 * `MCP_STATUS_INVALID_JSON` for a context that is not JSON; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_from_http(const struct mcp_http_response *response, struct mcp_error **out, struct mcp_failure *failure);

/**
 * Restores an error from the text that `mcp_error_view_json` returned. Reads kind, code_text, message, message_is_string, message_type,
 * has_data, data, http_status, local, built, id, challenge_error, scope, error_description, resource_metadata, location, last_event_id,
 * retry_ms, retry_after, error_object and body_ignored, and for an InvalidResultError malformed_reason; everything else is computed again.
 *
 * @param json JSON, UTF-8; copied.
 * @param len In bytes.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or if the text is not a view;
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_from_view_json(const char *json, size_t len, struct mcp_error **out, struct mcp_failure *failure);

/**
 * Makes an error for a local event: a timeout, a connection that was lost or never established, a response that is too large. It has no
 * code, so it cannot be mistaken for a server's response.
 *
 * @param kind A kind.
 * @param message UTF-8; copied, ill-formed bytes replaced.
 * @param len In bytes.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL or an unknown kind; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_new(mcp_kind kind, const char *message, size_t len, struct mcp_error **out);

/**
 * Makes an error of the ServerError tree with any code and any data: to send it, or to represent one that a host has parsed already.
 *
 * @param kind `MCP_KIND_SERVER_ERROR` or a kind below it.
 * @param message UTF-8; copied, ill-formed bytes replaced.
 * @param message_len In bytes.
 * @param code NULL for an error without a code.
 * @param data_json JSON, UTF-8; copied. NULL for an error without data.
 * @param data_len In bytes.
 * @param http_status 100 to 999; 0 if there is none.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, a kind outside the tree or a wrong status;
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_new_server(mcp_kind kind,
                                const char *message,
                                size_t message_len,
                                const int64_t *code,
                                const char *data_json,
                                size_t data_len,
                                uint16_t http_status,
                                struct mcp_error **out,
                                struct mcp_failure *failure);

/**
 * Makes an error of kind `MCP_KIND_INSUFFICIENT_SCOPE_ERROR`, status 403, for a challenge that a host has parsed itself.
 *
 * @param message UTF-8; copied, ill-formed bytes replaced.
 * @param message_len In bytes.
 * @param scope As the message; NULL if there is none.
 * @param scope_len In bytes.
 * @param description The `error_description`, as the message; NULL if there is none.
 * @param description_len In bytes.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_new_insufficient_scope(const char *message,
                                            size_t message_len,
                                            const char *scope,
                                            size_t scope_len,
                                            const char *description,
                                            size_t description_len,
                                            struct mcp_error **out);

/**
 * Builds -32021 with `data.requiredCapabilities`, HTTP status 400, to be sent.
 *
 * @param required_json A well-formed capabilities object with at least one member, JSON; copied. Empty is `{}`, which is refused.
 * @param len In bytes.
 * @param message UTF-8; copied. If empty, a default message is used.
 * @param message_len In bytes.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or if it is not such an object;
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_new_missing_capability(const char *required_json,
                                            size_t len,
                                            const char *message,
                                            size_t message_len,
                                            struct mcp_error **out,
                                            struct mcp_failure *failure);

/**
 * Builds -32022 with `data.supported` and `data.requested`, HTTP status 400, to be sent. The refused version is left out of the supported
 * ones.
 *
 * @param requested The refused version, UTF-8; copied.
 * @param requested_len In bytes.
 * @param supported_json An array of strings, JSON; copied.
 * @param supported_len In bytes.
 * @param message UTF-8; copied. If empty, a default message is used.
 * @param message_len In bytes.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or if it is not such an array;
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_new_unsupported_version(const char *requested,
                                             size_t requested_len,
                                             const char *supported_json,
                                             size_t supported_len,
                                             const char *message,
                                             size_t message_len,
                                             struct mcp_error **out,
                                             struct mcp_failure *failure);

/**
 * Builds -32020, HTTP status 400, to be sent.
 *
 * @param message UTF-8; copied. If empty, a default message is used.
 * @param message_len In bytes.
 * @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_error_new_header_mismatch(const char *message, size_t message_len, struct mcp_error **out);

/**
 * Increments the reference count of an error and returns the same handle; release each reference with `mcp_error_free`. Allocates
 * nothing.
 *
 * @param error NULL returns NULL.
 * @return The handle.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_error *mcp_error_clone(const struct mcp_error *error);

/**
 * Releases one reference to an error. The last one frees it, and with it the texts that were read from it.
 *
 * @param error NULL is safe. Do not use it afterwards, unless you hold another reference.
 *
 * Threads: any, unless another thread still reads through this reference.
 */
void mcp_error_free(struct mcp_error *error);

/**
 * Returns the kind of an error.
 *
 * @param error NULL returns `MCP_KIND_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
mcp_kind mcp_error_kind(const struct mcp_error *error);

/**
 * Reads the code of an error.
 *
 * @param error NULL has no code.
 * @param out Receives the code on true; otherwise it is left unchanged. May be NULL.
 * @return True if there is a code and it fits into `int64_t`; `mcp_error_code_text` has codes of any width.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_code(const struct mcp_error *error, int64_t *out);

/**
 * Returns the HTTP status of the response.
 *
 * @param error NULL has none.
 * @return 0 if there is none.
 *
 * Threads: any, also on one handle at once.
 */
uint16_t mcp_error_http_status(const struct mcp_error *error);

/**
 * Returns how many strings `data.supported` has.
 *
 * @param error NULL has none, and so has an error of another kind than `MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR`.
 *
 * Threads: any, also on one handle at once.
 */
size_t mcp_error_supported_count(const struct mcp_error *error);

/**
 * Returns one of the strings in `data.supported`, decoded.
 *
 * @param error NULL has none.
 * @param index From 0. Beyond the last one the text is empty.
 * @return Text that is valid until the handle is freed.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_supported_at(const struct mcp_error *error, size_t index);

/**
 * Returns the exact digits of the code, of any width.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty without a code.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_code_text(const struct mcp_error *error);

/**
 * Returns the message, decoded. It is the server's own text and may contain any character, NUL included; `mcp_error_log_line` is safe to
 * print.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if memory for it cannot be allocated.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_message(const struct mcp_error *error);

/**
 * Returns the JSON of `data`: the server's bytes, with ill-formed UTF-8 in strings replaced by U+FFFD. For an InputRequiredError and an
 * InvalidResultError it is the whole result.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is no data; `null` if the server sent that.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_data_json(const struct mcp_error *error);

/**
 * Returns the JSON object `data.requiredCapabilities` of a `MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR`.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. `{}` if there is none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_required_caps_json(const struct mcp_error *error);

/**
 * Returns the supported versions as an end for a message: " (server supports: a, b)".
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there are none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_supported_suffix(const struct mcp_error *error);

/**
 * Returns the JSON value of `data.requested` of a `MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR`, whatever its type.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_requested_json(const struct mcp_error *error);

/**
 * Returns the `scope` of the Bearer challenge in a 401, 403 or 407.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_scope(const struct mcp_error *error);

/**
 * Returns the `error_description` of the Bearer challenge in a 401, 403 or 407. The server chose it: do not print it unescaped.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_description(const struct mcp_error *error);

/**
 * Returns the `Retry-After` field of the response, as it was sent.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_retry_after(const struct mcp_error *error);

/**
 * Returns the `id` of the response, JSON, as it was sent.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if the response has none, or the error was not parsed from a response.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_id_json(const struct mcp_error *error);

/**
 * Returns the `error` of the Bearer challenge in a 401, 403 or 407.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none. The server chose it: do not print it unescaped.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_challenge_error(const struct mcp_error *error);

/**
 * Returns the `resource_metadata` of the Bearer challenge in a 401, 403 or 407.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none. The server chose this URL: check it before you fetch it.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_resource_metadata(const struct mcp_error *error);

/**
 * Returns the `Location` field of a 3xx response, as it was sent.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none. The server chose it: check it before you follow it.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_location(const struct mcp_error *error);

/**
 * Returns the last event id of an event stream that ended without a response, for the `Last-Event-ID` field of a GET.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_last_event_id(const struct mcp_error *error);

/**
 * Reads the last `retry` field of an event stream that ended without a response: how long to wait before the stream is resumed.
 *
 * @param error NULL has none.
 * @param out Receives the time in milliseconds on true; otherwise it is left unchanged. May be NULL.
 * @return True if there is such a field.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_retry_ms(const struct mcp_error *error, uint64_t *out);

/**
 * Returns what the text was that the error was parsed from.
 *
 * @param error NULL returns `MCP_MESSAGE_NONE`.
 * @return An `mcp_message_type`; `MCP_MESSAGE_NONE` for an error that was not parsed from a message.
 *
 * Threads: any, also on one handle at once.
 */
mcp_message_type mcp_error_message_type(const struct mcp_error *error);

/**
 * Returns true if the error was made here to be sent (`mcp_error_new_server`, `mcp_request_check` and the other builders). Such an error is
 * not written out if its code must not be sent.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_is_built(const struct mcp_error *error);

/**
 * Returns why the error is not well formed, such as "data.requiredCapabilities.elicitation.url is not an object"; for an
 * InvalidResultError why the result is not valid. Names only members of the schema, not names that the server chose.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty for a well-formed error.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_malformed_reason(const struct mcp_error *error);

/**
 * Returns one line of at most 512 bytes, safe for logs and terminals: kind, code, status, the required capabilities or the supported
 * versions, and the message. The server's texts stand in quotes and escaped; the data is left out.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if memory for it cannot be allocated.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_log_line(const struct mcp_error *error);

/**
 * Returns everything as one JSON object: kind (name), code (integer of any width, or null), code_text, message, message_is_string,
 * has_data, data, http_status, local, built, id (left out if there is none), message_type, error_object (the body has an error object),
 * body_ignored (it was too large), challenge_error, scope, error_description, resource_metadata, location, last_event_id, retry_ms,
 * well_formed, malformed_reason, modern, modern_http, modern_for_probe, protocol_error, era_inconclusive, retry_after, log_line (null for
 * what is missing); and if the kind has them required_capabilities, supported, supported_suffix, requested, input_requests, request_state.
 *
 * @param error NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if memory for it cannot be allocated.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_error_view_json(const struct mcp_error *error);

/**
 * Returns false if the server sent an `error` member whose message is not a string, otherwise true.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_message_is_string(const struct mcp_error *error);

/**
 * Returns true if the error has data, also if it is `null`.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_has_data(const struct mcp_error *error);

/**
 * Returns true if the error is a local event, made by `mcp_error_new`.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_is_local(const struct mcp_error *error);

/**
 * Returns true if the data has the shape that its kind requires.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_is_well_formed(const struct mcp_error *error);

/**
 * Returns true if the error proves a modern server: it has one of the three modern kinds and codes, and is well formed.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_is_modern(const struct mcp_error *error);

/**
 * Returns true if the error proves a modern server over HTTP: as `mcp_error_is_modern`, and -32601 with status 404.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_is_modern_http(const struct mcp_error *error);

/**
 * Returns true if the error proves a modern server in response to a probe. Today the same as `mcp_error_is_modern`.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_is_modern_for_probe(const struct mcp_error *error);

/**
 * Returns true if the error belongs to the modern protocol: as `mcp_error_is_modern`, and always for `MCP_KIND_INPUT_REQUIRED_ERROR`
 * and `MCP_KIND_INVALID_RESULT_ERROR`.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_is_protocol_error(const struct mcp_error *error);

/**
 * Returns true if errors of this kind say nothing about the server's era: timeouts, lost streams, servers that are out of service.
 *
 * @param error NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_error_is_era_inconclusive(const struct mcp_error *error);

/**
 * Reads everything of an error at once.
 *
 * @param error The error.
 * @param out Written on success only, apart from its `struct_size`, which the caller sets.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or a `struct_size` that is too small.
 *
 * Threads: any, also on one handle at once.
 */
mcp_status mcp_error_view(const struct mcp_error *error, struct mcp_view *out);

/**
 * Classifies the value of a response's `error` member as `mcp_error_from_jsonrpc` does, without a handle.
 *
 * @param json JSON, UTF-8.
 * @param len In bytes.
 * @param http_status The status of the response, 100 to 999; 0 if there is none.
 * @param out Written on success only, apart from its `struct_size`, which the caller sets.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, a wrong status, or a `struct_size` that is
 * too small; `MCP_STATUS_OUT_OF_MEMORY`, possible beyond 65,536 levels of nesting only.
 *
 * Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level.
 *
 * Threads: any.
 */
mcp_status mcp_classify(const char *json, size_t len, uint16_t http_status, struct mcp_classification *out);

/**
 * Classifies a whole response without a handle: the fastest way to read one. With status 0 it does so as `mcp_error_from_response`, else
 * as `mcp_error_from_http` without header fields. For a body that is an event stream, pass what `mcp_sse_response` returns; if that is
 * NULL, pass an empty body. Apply the limit on error bodies (65,536 bytes) to the event stream itself.
 *
 * @param json Any bytes; those that are not JSON are classified too.
 * @param len In bytes.
 * @param http_status The status of the response, 100 to 999; 0 for a line of stdio or a 2xx body.
 * @param out Written on success only, apart from its `struct_size`, which the caller sets. A result has `MCP_FLAG_NOT_AN_ERROR` and kind
 * `MCP_KIND_NONE`.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, a wrong status, or a `struct_size` that is too small;
 * `MCP_STATUS_OUT_OF_MEMORY`, possible beyond 65,536 levels of nesting only.
 *
 * Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level.
 *
 * Threads: any.
 */
mcp_status mcp_classify_response(const char *json, size_t len, uint16_t http_status, struct mcp_classification *out);

/**
 * Returns what a text is: an error, a result, a request, a notification, a batch, other JSON, the framing of another protocol, not JSON,
 * or empty. An array that holds exactly one response has the type of that response.
 *
 * @param json Any bytes: a line of stdio, or a body.
 * @param len In bytes.
 * @param id Receives the JSON of the `id` of an error or a result, as a byte range of `json`; missing for every other message, and if the
 * response has none. May be NULL. Left unchanged on failure.
 * @return An `mcp_message_type`; `MCP_MESSAGE_NONE` for NULL, and if memory for more than 65,536 levels of nesting cannot be allocated.
 *
 * Threads: any.
 */
mcp_message_type mcp_message_type_of(const char *json, size_t len, struct mcp_span *id);

/**
 * Returns the JSON-RPC response in an event stream: the data of the last event that is a response.
 *
 * @param body Any bytes.
 * @param len In bytes.
 * @param out Receives the NUL-terminated response; free it with `mcp_string_free`. NULL if there is none. Ill-formed UTF-8 is replaced.
 * @param out_len Receives its length in bytes, 0 if there is none. May be NULL.
 * @return `MCP_STATUS_OK`, also if there is none; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_sse_response(const char *body, size_t len, char **out, size_t *out_len);

/**
 * Returns true if data has the shape that a kind requires, for a host that has parsed it already.
 *
 * @param kind A kind. An unknown one returns false.
 * @param data_json The JSON of `data`; empty if there is none. Text that is not JSON returns false.
 * @param len In bytes.
 *
 * Threads: any.
 */
bool mcp_data_is_well_formed(mcp_kind kind, const char *data_json, size_t len);

/**
 * Returns true if JSON is a well-formed capabilities object.
 *
 * @param caps_json JSON; empty is `{}`. Text that is not JSON returns false.
 * @param len In bytes.
 *
 * Threads: any.
 */
bool mcp_caps_is_well_formed(const char *caps_json, size_t len);

/**
 * Returns the verdicts on an error that a host has parsed already: the first six of `MCP_FLAG_*`.
 *
 * @param kind A kind. An unknown one returns 0.
 * @param code NULL for an error without a code.
 * @param http_status 100 to 999; 0 if there is none. Any other returns 0.
 * @param well_formed What `mcp_data_is_well_formed` returned, or the host's own verdict: 0 is false, any other number true.
 *
 * Threads: any.
 */
uint32_t mcp_verdicts(mcp_kind kind, const int64_t *code, uint16_t http_status, int32_t well_formed);

/**
 * Classifies a whole response in one number, for hosts where each argument and each output costs more than the classification itself
 * (dynamic languages that call through an FFI). The number has the common errors in it; for a rare one the host calls
 * `mcp_classify_response`, which returns everything.
 *
 * A number from 0 on is an error of the kind `mcp_kind_for_code(code)` whose data is well formed, whose message is a string without
 * escapes, and whose message and data are UTF-8. `mcp_verdicts(kind, code, http_status, 1)` has its predicates. Its bits, from the lowest:
 *
 * | bits | content |
 * |---|---|
 * | 0 to 12 | offset of the inside of the message, in bytes from `json` |
 * | 13 to 25 | its length in bytes |
 * | 26 to 38 | offset of the data |
 * | 39 to 51 | its length; 0: the error has no data |
 * | 52 to 61 | the code + 32768; only codes from -32768 to -32000 fit |
 *
 * Bits 62 and 63 are 0, so the number is a small integer in Ruby too.
 *
 * @param json Any bytes, as for `mcp_classify_response`.
 * @param len In bytes.
 * @param http_status The status of the response, 100 to 999; 0 for a line of stdio or a 2xx body.
 * @return The number; `MCP_PACKED_RESULT` (-2) for a result; `MCP_PACKED_NONE` (-1) for every other response, for NULL, a wrong status and
 * on failure.
 *
 * Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level.
 *
 * Threads: any.
 */
int64_t mcp_classify_packed(const char *json, size_t len, uint16_t http_status);

/**
 * Decodes the inside of a JSON string (without its quotes). A lone surrogate, and each maximal ill-formed part of the UTF-8, reads as
 * U+FFFD.
 *
 * @param in Any bytes, such as the range `message` of a classification.
 * @param len In bytes.
 * @param out Receives the text, without a NUL at its end. If it does not fit, what is written is not usable. May be NULL if `capacity`
 * is 0. Must not overlap `in`, since a text can grow.
 * @param capacity The size of `out` in bytes. The text is never longer than three times `len`.
 * @return The size of the text in bytes; 0 for NULL, and if the buffers overlap.
 *
 * Threads: any.
 */
size_t mcp_json_string_decode(const char *in, size_t len, char *out, size_t capacity);

/**
 * Encodes text as a JSON string, with its quotes.
 *
 * @param text UTF-8; ill-formed bytes are replaced by U+FFFD.
 * @param len In bytes.
 * @param out Receives the JSON string, without a NUL at its end. If it does not fit, what is written is not usable. May be NULL if
 * `capacity` is 0. Must not overlap `text`.
 * @param capacity The size of `out` in bytes. The string is never longer than six times `len` and two.
 * @return The size of the JSON string in bytes; 0 for NULL, and if the buffers overlap.
 *
 * Threads: any.
 */
size_t mcp_json_string_encode(const char *text, size_t len, char *out, size_t capacity);

/**
 * Checks that bytes are one JSON text (RFC 8259), of any depth. One leading byte order mark is skipped; lone surrogates and ill-formed
 * UTF-8 inside strings are accepted.
 *
 * @param json Any bytes.
 * @param len In bytes.
 * @param offset On `MCP_STATUS_INVALID_JSON` receives the first byte that no JSON text can have there, counted from 0; `len` if the text
 * ends too early. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_json_check(const char *json, size_t len, size_t *offset);

/**
 * Sets, replaces or removes one member of a JSON object that this function made. So a host makes contexts and server descriptions without
 * a JSON library, and no text that it passes can break out of its string.
 *
 * ```c
 * char *context = NULL;
 * mcp_json_set(&context, NULL, "purpose", "probe", 5, 0, NULL);
 * mcp_json_set(&context, NULL, "client_versions", "[\"2026-07-28\"]", 14, 1, NULL);
 * ```
 *
 * @param object The object: what an earlier call wrote there, or NULL for a new one. Replaced on success; left unchanged on failure. Free
 * it with `mcp_string_free`.
 * @param object_len The length of the object in bytes, read and replaced like it. May be NULL.
 * @param name The member's name, NUL-terminated UTF-8.
 * @param value The value: text that will be encoded as a JSON string, or JSON. NULL removes the member.
 * @param value_len In bytes.
 * @param value_is_json 0 if `value` is text, otherwise it is JSON.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or if `object` is not a JSON object;
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any, but one at a time on one object.
 */
mcp_status mcp_json_set(char **object,
                        size_t *object_len,
                        const char *name,
                        const char *value,
                        size_t value_len,
                        int32_t value_is_json,
                        struct mcp_failure *failure);

/**
 * Creates a reader for one event stream. Push bytes as they arrive, and after each push take the messages.
 *
 * ```c
 * mcp_sse_reader_push(reader, bytes, len);
 * while (mcp_sse_reader_next(reader, &message, &has, &too_large) == MCP_STATUS_OK && has) { ... }
 * ```
 *
 * The reader holds the bytes that were pushed and not taken yet, and the open event up to `max_event`, times a small constant.
 *
 * @param max_event The most bytes that the data, the id or the retry of an event may have; a larger event is skipped. 0: 16777216.
 * @param out Receives the reader, to be freed with `mcp_sse_reader_free`; NULL unless the call succeeds.
 * @return `MCP_STATUS_INVALID_ARGUMENT` for NULL.
 *
 * Threads: any.
 */
mcp_status mcp_sse_reader_new(size_t max_event, struct mcp_sse_reader **out);

/**
 * Adds the next bytes of the stream, cut anywhere.
 *
 * @param reader The reader. The message that it returned last becomes invalid.
 * @param bytes Any bytes; copied.
 * @param len In bytes.
 * @return `MCP_STATUS_INVALID_ARGUMENT` (NULL, or after `mcp_sse_reader_finish`), `MCP_STATUS_OUT_OF_MEMORY`. On failure nothing is
 * added.
 *
 * Threads: one at a time for one reader.
 */
mcp_status mcp_sse_reader_push(struct mcp_sse_reader *reader, const char *bytes, size_t len);

/**
 * Says that the stream has ended. An event that is still open counts for its message, but not for its id.
 *
 * @param reader The reader. Take the messages that are left; nothing can be pushed from now on.
 * @return `MCP_STATUS_INVALID_ARGUMENT` for NULL.
 *
 * Threads: one at a time for one reader.
 */
mcp_status mcp_sse_reader_finish(struct mcp_sse_reader *reader);

/**
 * Takes the next message: the data of an event, its lines joined by line feeds. Events with empty data are skipped.
 *
 * @param reader The reader.
 * @param out_data Receives the message, usually JSON. Ill-formed UTF-8 is replaced. It is never empty, except without a message or if
 * `out_too_large` is true. Valid until the next push, next, finish or free of this reader.
 * @param out_has Receives false if there is no message until more bytes are pushed.
 * @param out_too_large Receives true if, instead of a message, an event was larger than `max_event`; it is skipped. A host that waits
 * for a response builds a `MCP_KIND_RESPONSE_TOO_LARGE_ERROR` with `mcp_error_new`. May be NULL.
 * @return `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY` (the message may be lost: resume the stream).
 *
 * Threads: one at a time for one reader.
 */
mcp_status mcp_sse_reader_next(struct mcp_sse_reader *reader, struct mcp_str *out_data, bool *out_has, bool *out_too_large);

/**
 * Returns the last event id, by which the stream can be resumed (`last_event_id` of a context).
 *
 * @param reader The reader; NULL is safe.
 * @return The last id of the events taken so far; empty if there is none. Valid until the next push, next, finish or
 * free of this reader.
 *
 * Threads: one at a time for one reader.
 */
struct mcp_str mcp_sse_reader_last_event_id(const struct mcp_sse_reader *reader);

/**
 * Returns how long the server asks a host to wait before it resumes the stream: the last `retry` field.
 *
 * @param reader The reader; NULL is safe.
 * @param out Receives milliseconds, on true only; may be NULL.
 * @return false if the stream had no such field.
 *
 * Threads: one at a time for one reader.
 */
bool mcp_sse_reader_retry_ms(const struct mcp_sse_reader *reader, uint64_t *out);

/**
 * Frees a reader.
 *
 * @param reader The reader; NULL is safe. Must not be used afterwards.
 *
 * Threads: one at a time for one reader.
 */
void mcp_sse_reader_free(struct mcp_sse_reader *reader);

/**
 * Returns the class name of a kind, such as "MissingRequiredClientCapabilityError".
 *
 * @param kind Any number.
 * @return Static NUL-terminated text, not to be freed; NULL for an unknown number. Kinds are numbered from 0 without gaps.
 *
 * Threads: any.
 */
const char *mcp_kind_name(mcp_kind kind);

/**
 * Returns the parent of a kind in the class tree.
 *
 * @param kind Any number.
 * @return `MCP_KIND_NONE` above `MCP_KIND_MCP_ERROR` and for an unknown number.
 *
 * Threads: any.
 */
mcp_kind mcp_kind_parent(mcp_kind kind);

/**
 * Returns true if a kind is `ancestor` or a descendant of it in the class tree.
 *
 * @param kind Any number.
 * @param ancestor Any number.
 * @return False if either is unknown.
 *
 * Threads: any.
 */
bool mcp_kind_is_a(mcp_kind kind, mcp_kind ancestor);

/**
 * Returns the kind of an error object with this code and a string message.
 *
 * @param code Any code.
 * @return `MCP_KIND_SERVER_ERROR` for a code without a kind of its own.
 *
 * Threads: any.
 */
mcp_kind mcp_kind_for_code(int64_t code);

/**
 * Returns the name that the specification gives a code, such as "HeaderMismatch".
 *
 * @param code Any code.
 * @return Static NUL-terminated text, not to be freed; NULL if the code has no name.
 *
 * Threads: any.
 */
const char *mcp_code_name(int64_t code);

/**
 * Returns what drafts of revision 2026-07-28 meant by the legacy codes -32001, -32003 and -32004: a hint for people that proves nothing.
 *
 * @param code Any code.
 * @return Static NUL-terminated text, not to be freed; NULL for every other code.
 *
 * Threads: any.
 */
const char *mcp_code_draft_name(int64_t code);

/**
 * Returns true for the three codes that only a modern server sends: -32020, -32021, -32022.
 *
 * @param code Any code.
 *
 * Threads: any.
 */
bool mcp_code_is_modern(int64_t code);

/**
 * Returns true if a code, in response to `resources/read`, means that there is no such resource: -32002 always, -32602 only in a modern
 * session.
 *
 * @param code Any code.
 * @param modern 0 for a legacy session, any other number for a modern one.
 *
 * Threads: any.
 */
bool mcp_code_is_resource_not_found(int64_t code, int32_t modern);

/**
 * Returns whether an implementation of 2026-07-28 may send a code.
 *
 * @param code Any code.
 * @return `MCP_EMIT_OK`, `MCP_EMIT_DISCOURAGED` or `MCP_EMIT_FORBIDDEN`.
 *
 * Threads: any.
 */
mcp_emit mcp_code_may_emit(int64_t code);

/**
 * Returns the HTTP status to send an error with.
 *
 * @param code Any code.
 * @param origin `MCP_ORIGIN_PROTOCOL` (refused before a handler ran) or `MCP_ORIGIN_HANDLER`.
 * @return 0 for an unknown origin.
 *
 * Threads: any.
 */
uint16_t mcp_code_http_status(int64_t code, mcp_origin origin);

/**
 * Returns what an error says about the server's era if it is the response to a probe.
 *
 * @param error NULL returns `MCP_ERA_NONE`.
 * @param transport `MCP_TRANSPORT_STDIO` or `MCP_TRANSPORT_HTTP`; any other number returns `MCP_ERA_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
mcp_era mcp_error_era(const struct mcp_error *error, mcp_transport transport);

/**
 * Advises what to do next about an error.
 *
 * Following the advice ends: each action has a limit, and the context counts how often it was taken. `MCP_ACTION_BACK_OFF`,
 * `MCP_ACTION_READ_ON` and `MCP_ACTION_RESUME_STREAM` have none; the host bounds them by time.
 *
 * @param error The error.
 * @param context_json The context, a JSON object; empty is `{}`. Pass what `mcp_advice_context_json` returned for the last try of the same
 * work. All members are optional, and `null` counts as missing:
 * transport ("http" or "stdio"; default "http"), purpose ("request", "probe" or "initialize"; default "request"), era ("modern",
 * "modern_without_discover", "legacy" or "inconclusive"; default unknown), tried (an object: how often this work took each action, by
 * the action's name), method, idempotent, has_session, has_cursor (default false), client_versions (array: all protocol versions that the
 * client speaks, in order of preference), requested_version, declared (the capabilities that the request declared), supported_caps (all
 * capabilities that the client could declare), granted_scopes, asked_scopes (arrays), last_event_id, result_types (array: further result
 * types that the host knows), now_ms (the host's clock, Unix time in milliseconds, for a Retry-After with a date), and host (any value of
 * the host's own, kept unchanged). Any other member is refused.
 * @param len In bytes.
 * @param out Receives the advice; free it with `mcp_advice_free`. Set to NULL on failure. It does not depend on the error's lifetime.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or a context with a wrong type, an unknown
 * value or an unknown member; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any, also on one handle at once.
 */
mcp_status mcp_error_advise(const struct mcp_error *error,
                            const char *context_json,
                            size_t len,
                            struct mcp_advice **out,
                            struct mcp_failure *failure);

/**
 * Advises what to do after the result of a probe (`server/discover`) or of `initialize`: which protocol version to use.
 *
 * @param response_json The whole response, JSON; its result must be valid (see `mcp_error_from_answer`).
 * @param response_len In bytes.
 * @param context_json The context; see `mcp_error_advise`. Its purpose must be "probe" or "initialize".
 * @param len In bytes.
 * @param out Receives the advice; free it with `mcp_advice_free`. Set to NULL on failure.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, a wrong context, an error in place of a
 * result, or a result that is not valid; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_negotiate(const char *response_json,
                         size_t response_len,
                         const char *context_json,
                         size_t len,
                         struct mcp_advice **out,
                         struct mcp_failure *failure);

/**
 * Returns the server's era as far as it is known now. After a probe: what the error says about it.
 *
 * @param advice NULL returns `MCP_ERA_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
mcp_era mcp_advice_era(const struct mcp_advice *advice);

/**
 * Returns what to do.
 *
 * @param advice NULL returns `MCP_ACTION_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
mcp_action mcp_advice_action(const struct mcp_advice *advice);

/**
 * Returns why.
 *
 * @param advice NULL returns `MCP_REASON_NONE`.
 *
 * Threads: any, also on one handle at once.
 */
mcp_reason mcp_advice_reason(const struct mcp_advice *advice);

/**
 * Returns the protocol version to use next (`MCP_ACTION_RETRY_WITH_VERSION`, `MCP_ACTION_INITIALIZE`, `MCP_ACTION_GO_ON`).
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if the advice has none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_version(const struct mcp_advice *advice);

/**
 * Returns the missing capabilities, a JSON object.
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if the advice is not about capabilities, `{}` if nothing is missing.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_missing_json(const struct mcp_advice *advice);

/**
 * Returns the whole capabilities object to declare (`MCP_ACTION_DECLARE_CAPABILITIES`), JSON.
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if the advice has none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_declare_json(const struct mcp_advice *advice);

/**
 * Reads how long to wait before the action (`MCP_ACTION_BACK_OFF`, `MCP_ACTION_RESUME_STREAM`, `MCP_ACTION_ANSWER_INPUTS`).
 *
 * @param advice NULL has none.
 * @param out Receives the time in milliseconds on true; otherwise it is left unchanged. May be NULL.
 * @return True if the advice has a time; otherwise the host chooses one.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_advice_delay_ms(const struct mcp_advice *advice, uint64_t *out);

/**
 * Returns the scopes to ask the authorization server for (`MCP_ACTION_AUTHENTICATE`, `MCP_ACTION_STEP_UP`), separated by blanks.
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if the challenge names none.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_scopes(const struct mcp_advice *advice);

/**
 * Returns the URL of the resource metadata that the challenge names (`MCP_ACTION_AUTHENTICATE`, `MCP_ACTION_STEP_UP`).
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty if there is none. The server chose it: check it before you fetch it.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_resource_metadata(const struct mcp_advice *advice);

/**
 * Returns the event id to resume the stream after (`MCP_ACTION_RESUME_STREAM`).
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty for every other action.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_last_event_id(const struct mcp_advice *advice);

/**
 * Returns true if the host should send `notifications/cancelled` for the request.
 *
 * @param advice NULL returns false.
 *
 * Threads: any, also on one handle at once.
 */
bool mcp_advice_cancel(const struct mcp_advice *advice);

/**
 * Returns the context of the next try, a JSON object: keep it, and pass it to the next call.
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed. Empty for `MCP_ACTION_GIVE_UP`.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_context_json(const struct mcp_advice *advice);

/**
 * Returns a sentence for the person: what the server needs, and what happens next. At most 512 bytes, safe to print.
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_text(const struct mcp_advice *advice);

/**
 * Returns the advice as a JSON object: era, action, reason, version, missing, declare, delay_ms, scopes (an array), resource_metadata,
 * last_event_id, cancel (only if true), context. Members that the advice lacks are left out.
 *
 * @param advice NULL returns empty text.
 * @return Text that is valid until the handle is freed.
 *
 * Threads: any, also on one handle at once.
 */
struct mcp_str mcp_advice_json(const struct mcp_advice *advice);

/**
 * Frees an advice, and with it the texts that were read from it.
 *
 * @param advice NULL is safe. Do not use or free it afterwards.
 *
 * Threads: any, unless another thread still reads it.
 */
void mcp_advice_free(struct mcp_advice *advice);

/**
 * Returns the part of the required capabilities that a declaration does not cover, in the shape of the requirement.
 *
 * @param declared A JSON object; empty is `{}`.
 * @param declared_len In bytes.
 * @param required A JSON object; empty is `{}`.
 * @param required_len In bytes.
 * @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
 * @param out_len Receives its length in bytes. May be NULL.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` if an argument is not an object, or for NULL;
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_caps_missing(const char *declared,
                            size_t declared_len,
                            const char *required,
                            size_t required_len,
                            char **out,
                            size_t *out_len,
                            struct mcp_failure *failure);

/**
 * Returns a declaration plus the missing parts, with the client's own values: what to declare next.
 *
 * @param declared A JSON object; empty is `{}`.
 * @param declared_len In bytes.
 * @param missing What `mcp_caps_missing` said: a JSON object; empty is `{}`.
 * @param missing_len In bytes.
 * @param supported All that the client could declare: a JSON object; empty is `{}`. What it lacks is left out.
 * @param supported_len In bytes.
 * @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
 * @param out_len Receives its length in bytes. May be NULL.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` if an argument is not an object, or for NULL;
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_caps_declare(const char *declared,
                            size_t declared_len,
                            const char *missing,
                            size_t missing_len,
                            const char *supported,
                            size_t supported_len,
                            char **out,
                            size_t *out_len,
                            struct mcp_failure *failure);

/**
 * Returns the capabilities that a client must have declared to be sent an input request.
 *
 * @param method The method of the input request, such as "elicitation/create", UTF-8. Others than elicitation/create,
 * sampling/createMessage and roots/list need nothing.
 * @param method_len In bytes.
 * @param params_json The parameters, JSON; empty is `{}`.
 * @param params_len In bytes.
 * @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
 * @param out_len Receives its length in bytes. May be NULL.
 * @param failure Receives what is wrong with an argument. May be NULL.
 * @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_caps_for_input_request(const char *method,
                                      size_t method_len,
                                      const char *params_json,
                                      size_t params_len,
                                      char **out,
                                      size_t *out_len,
                                      struct mcp_failure *failure);

/**
 * Checks a request on a server before any work is done.
 *
 * @param request_json The request, any bytes.
 * @param len In bytes.
 * @param server_json A JSON object with these members and no others:
 * `versions` (array of the protocol versions that the server supports);
 * `methods` (array, or null for any);
 * `required` (the capabilities that the work needs);
 * `headers` (an object with the request's HTTP headers, of which MCP-Protocol-Version, Mcp-Method, Mcp-Name and Mcp-Param-* are
 * read, in any letter case; a header that is there twice is a mismatch; null if the request did not come over HTTP);
 * `input_schema` (the input schema of the called tool, or null).
 * @param server_len In bytes.
 * @param out Receives the error to send, with its HTTP status; free it with `mcp_error_free`. NULL to go ahead, and on failure.
 * @param failure Receives what is wrong with `server_json`; may be NULL.
 * @return `MCP_STATUS_OK`, also for a request that is not JSON: then `out` receives the error to send.
 * `MCP_STATUS_INVALID_JSON` or `MCP_STATUS_INVALID_ARGUMENT` if `server_json` is wrong or a pointer is NULL.
 * `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_request_check(const char *request_json,
                             size_t len,
                             const char *server_json,
                             size_t server_len,
                             struct mcp_error **out,
                             struct mcp_failure *failure);

/**
 * Reads, in one pass, the parts of a request from which a server knows what its work needs. Judges nothing; `mcp_request_check` does.
 *
 * @param request_json The message, JSON.
 * @param len In bytes.
 * @param out Receives the message type and the byte ranges. The caller sets `struct_size` before. A part that is missing, or that
 * is not of the type its member names, has offset `UINT64_MAX` and length 0. Written only on success; it need not be aligned.
 * @return `MCP_STATUS_OK`. `MCP_STATUS_INVALID_JSON`. `MCP_STATUS_INVALID_ARGUMENT` for NULL, or a `struct_size` below that of
 * version 1. `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_request_read(const char *request_json, size_t len, struct mcp_request *out);

/**
 * Makes the HTTP headers that a client must send with a request.
 *
 * Example: `{"MCP-Protocol-Version":"2026-07-28","Mcp-Method":"tools/call","Mcp-Name":"t","Mcp-Param-Region":"eu"}`. Values that a
 * header cannot hold as they are, are encoded in Base64 as MCP says.
 *
 * @param request_json The request or notification, JSON.
 * @param len In bytes.
 * @param input_schema_json The input schema of the tool that a `tools/call` calls. `(NULL, 0)`: no schema.
 * @param schema_len In bytes.
 * @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
 * @param out_len Receives its length in bytes; may be NULL.
 * @param failure Receives which parameter is wrong, and how; may be NULL.
 * @return `MCP_STATUS_OK`. `MCP_STATUS_INVALID_JSON`. `MCP_STATUS_INVALID_ARGUMENT` for NULL, for a request that every server
 * refuses, and for a schema with an invalid `x-mcp-header`: a client must leave its tool out. `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any.
 */
mcp_status mcp_request_headers(const char *request_json,
                               size_t len,
                               const char *input_schema_json,
                               size_t schema_len,
                               char **out,
                               size_t *out_len,
                               struct mcp_failure *failure);

/**
 * Writes an error as the JSON of an `error` member: code, message, and data if there is any. An error that was
 * received is written unchanged, so that a proxy can relay it.
 *
 * @param error The error.
 * @param era The era of the session. In `MCP_ERA_LEGACY` the codes -32002 and -32042 may be sent, in any other they must not.
 * @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
 * @param out_len Receives its length in bytes; may be NULL.
 * @param failure Receives which parameter is wrong, and how; may be NULL.
 * @return `MCP_STATUS_OK`. `MCP_STATUS_FORBIDDEN_CODE` for an error built here whose code must not be sent.
 * `MCP_STATUS_INVALID_ARGUMENT` for NULL, an unknown era, an error without a code, or a modern one built here without the data that
 * its code prescribes. `MCP_STATUS_OUT_OF_MEMORY`.
 *
 * Threads: any, also on one handle at once.
 */
mcp_status mcp_error_to_json(const struct mcp_error *error, mcp_era era, char **out, size_t *out_len, struct mcp_failure *failure);

/**
 * Writes an error as a whole JSON-RPC response.
 *
 * @param error The error.
 * @param era As for `mcp_error_to_json`.
 * @param id_json The id of the request as it was sent, JSON: a string or an integer of any width. If empty, the
 * response has no id.
 * @param id_len In bytes.
 * @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
 * @param out_len Receives its length in bytes; may be NULL.
 * @param failure Receives which parameter is wrong, and how; may be NULL.
 * @return As `mcp_error_to_json`. `MCP_STATUS_INVALID_JSON` or `MCP_STATUS_INVALID_ARGUMENT` for any other id.
 *
 * Threads: any, also on one handle at once.
 */
mcp_status mcp_error_to_response_json(const struct mcp_error *error,
                                      mcp_era era,
                                      const char *id_json,
                                      size_t id_len,
                                      char **out,
                                      size_t *out_len,
                                      struct mcp_failure *failure);

/**
 * Returns the name of a transport, such as "stdio".
 *
 * @param transport Any number.
 * @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
const char *mcp_transport_name(mcp_transport transport);

/**
 * Returns the name of an era, such as "modern_without_discover".
 *
 * @param era Any number.
 * @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
const char *mcp_era_name(mcp_era era);

/**
 * Returns the name of an action, such as "declare_capabilities".
 *
 * @param action Any number.
 * @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
const char *mcp_action_name(mcp_action action);

/**
 * Returns the name of a reason, such as "capability_undeclared".
 *
 * @param reason Any number.
 * @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
const char *mcp_reason_name(mcp_reason reason);

/**
 * Returns the name of an `mcp_emit`, such as "discouraged".
 *
 * @param emit Any number.
 * @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
const char *mcp_emit_name(mcp_emit emit);

/**
 * Returns the name of an origin, such as "protocol".
 *
 * @param origin Any number.
 * @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
const char *mcp_origin_name(mcp_origin origin);

/**
 * Returns the name of a message type, such as "not_json".
 *
 * @param message_type Any number.
 * @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
 *
 * Threads: any.
 */
const char *mcp_message_type_name(mcp_message_type message_type);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MCP_ERRORS_H */
