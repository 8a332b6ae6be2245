/* Where each member of each public struct stands on a 64-bit machine: part of the ABI. A number here never changes; a new member
   adds a line, and the size of its struct grows. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "mcp_errors.h"

#ifdef __cplusplus
#define LAYOUT_ASSERT(condition) static_assert(condition, #condition)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define LAYOUT_ASSERT(condition) _Static_assert(condition, #condition)
#else /* C99 has none: an array of a negative size is the error */
#define LAYOUT_JOIN2(a, b) a##b
#define LAYOUT_JOIN(a, b) LAYOUT_JOIN2(a, b)
#define LAYOUT_ASSERT(condition) extern char LAYOUT_JOIN(layout_assert_, __LINE__)[(condition) ? 1 : -1]
#endif

#define SIZE(type, bytes) LAYOUT_ASSERT(sizeof(type) == (bytes))
#define AT(type, member, offset) LAYOUT_ASSERT(offsetof(type, member) == (offset))

SIZE(mcp_str, 16);
AT(mcp_str, ptr, 0);
AT(mcp_str, len, 8);

SIZE(mcp_span, 16);
AT(mcp_span, offset, 0);
AT(mcp_span, length, 8);

SIZE(mcp_failure, 40);
AT(mcp_failure, struct_size, 0);
AT(mcp_failure, parameter, 8);
AT(mcp_failure, member, 16);
AT(mcp_failure, problem, 24);
AT(mcp_failure, offset, 32);

SIZE(mcp_http_response, 120);
AT(mcp_http_response, struct_size, 0);
AT(mcp_http_response, status, 8);
AT(mcp_http_response, content_type, 16);
AT(mcp_http_response, content_type_len, 24);
AT(mcp_http_response, www_authenticate, 32);
AT(mcp_http_response, www_authenticate_len, 40);
AT(mcp_http_response, retry_after, 48);
AT(mcp_http_response, retry_after_len, 56);
AT(mcp_http_response, body, 64);
AT(mcp_http_response, body_len, 72);
AT(mcp_http_response, max_error_body, 80);
AT(mcp_http_response, location, 88);
AT(mcp_http_response, location_len, 96);
AT(mcp_http_response, context_json, 104);
AT(mcp_http_response, context_len, 112);

SIZE(mcp_view, 320);
AT(mcp_view, struct_size, 0);
AT(mcp_view, kind, 8);
AT(mcp_view, flags, 12);
AT(mcp_view, code, 16);
AT(mcp_view, http_status, 24);
AT(mcp_view, message_type, 28);
AT(mcp_view, local, 32);
AT(mcp_view, built, 36);
AT(mcp_view, has_retry_ms, 40);
AT(mcp_view, reserved, 44);
AT(mcp_view, retry_ms, 48);
AT(mcp_view, code_text, 56);
AT(mcp_view, message, 72);
AT(mcp_view, data_json, 88);
AT(mcp_view, id_json, 104);
AT(mcp_view, required_caps_json, 120);
AT(mcp_view, supported_count, 136);
AT(mcp_view, supported_suffix, 144);
AT(mcp_view, requested_json, 160);
AT(mcp_view, challenge_error, 176);
AT(mcp_view, scope, 192);
AT(mcp_view, description, 208);
AT(mcp_view, resource_metadata, 224);
AT(mcp_view, location, 240);
AT(mcp_view, retry_after, 256);
AT(mcp_view, last_event_id, 272);
AT(mcp_view, malformed_reason, 288);
AT(mcp_view, log_line, 304);

SIZE(mcp_classification, 152);
AT(mcp_classification, struct_size, 0);
AT(mcp_classification, kind, 8);
AT(mcp_classification, flags, 12);
AT(mcp_classification, code, 16);
AT(mcp_classification, http_status, 24);
AT(mcp_classification, reserved, 28);
AT(mcp_classification, code_text, 32);
AT(mcp_classification, message, 48);
AT(mcp_classification, data, 64);
AT(mcp_classification, required_capabilities, 80);
AT(mcp_classification, supported, 96);
AT(mcp_classification, requested, 112);
AT(mcp_classification, message_type, 128);
AT(mcp_classification, reserved2, 132);
AT(mcp_classification, id, 136);

SIZE(mcp_request, 112);
AT(mcp_request, struct_size, 0);
AT(mcp_request, message_type, 8);
AT(mcp_request, reserved, 12);
AT(mcp_request, id, 16);
AT(mcp_request, method, 32);
AT(mcp_request, name, 48);
AT(mcp_request, protocol_version, 64);
AT(mcp_request, capabilities, 80);
AT(mcp_request, arguments, 96);

SIZE(mcp_status, 4);
SIZE(mcp_kind, 4);
SIZE(mcp_emit, 4);
SIZE(mcp_origin, 4);
SIZE(mcp_transport, 4);
SIZE(mcp_era, 4);
SIZE(mcp_action, 4);
SIZE(mcp_reason, 4);
SIZE(mcp_message_type, 4);

#endif
