/* A stand-in of another C library for MCP, with names that ours has too. */
#ifndef OTHER_MCP_H
#define OTHER_MCP_H

#define MCP_API extern
enum { MCP_STATUS_OK = 200, MCP_STATUS_INVALID_ARGUMENT = 400, MCP_TRANSPORT_STDIO = 5 };
typedef struct { int number; } mcp_request_id;
typedef struct mcp_error { int code; } mcp_error;

MCP_API mcp_error *mcp_error_create(int code);
MCP_API void mcp_error_free(mcp_error *error);
MCP_API void mcp_string_free(char *text);
MCP_API int other_freed(void);

#endif
