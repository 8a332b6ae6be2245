"""A small MCP server over HTTP for the client example: behaves as its path says, and keeps what it was asked.

Usage: server.py PORT_FILE LOG_FILE. Listens on a free port of the loopback interface and ends by itself after two minutes.
  /modern   revision 2026-07-28; results as server-sent events, in a stream that stays open for a moment; busy once (429)
  /legacy   revision 2025-11-25: no server/discover, a handshake, a session
  /lost     ends the stream without a response to the first tools/call
  /never    the tool requires a capability that the client does not have
  /scope    403 with a challenge for more scope
"""
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

port_file, log_file = sys.argv[1:]
seen = {}
META = "io.modelcontextprotocol/"
TOOL = {"name": "look_up", "description": "", "inputSchema": {
    "type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}, "required": ["region"]}}
MODERN = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, message, headers=()):
        body = b"" if message is None else json.dumps(message).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def stream(self, message):
        """Open-ended: what a client does not read until it closes. The message comes in two pieces."""
        text = b": hello\r\n\r\n"
        if message:
            text += f"event: message\r\nid: 1\r\ndata: {json.dumps(message)}\r\n\r\n".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        for piece in (text[:40], text[40:]):
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(0.1)

    def fail(self, request, status, code, message, data=None, headers=()):
        error = {"code": code, "message": message, **({"data": data} if data else {})}
        self.answer(status, {"jsonrpc": "2.0", "id": request.get("id"), "error": error}, headers)

    def result(self, request, result, modern):
        message = {"jsonrpc": "2.0", "id": request["id"], "result": {**(MODERN if modern else {}), **result}}
        if modern and request["method"] == "tools/call":
            self.stream(message)
        else:
            self.answer(200, message, [] if modern else [("Mcp-Session-Id", "s1")])

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method, params = request["method"], request.get("params", {})
        meta = params.get("_meta", {})
        count = seen[self.path, method] = seen.get((self.path, method), 0) + 1
        with open(log_file, "a", encoding="utf-8") as log:
            log.write(f"{self.path} {method} {self.headers['Mcp-Param-Region'] or '-'} {self.headers['Mcp-Session-Id'] or '-'}\n")
        if self.path == "/legacy":
            if method == "initialize":
                server = {"name": "s", "version": "1"}
                result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": server}
                return self.result(request, result, False)
            if self.headers["Mcp-Session-Id"] != "s1":
                return self.fail(request, 400, -32000, "Bad Request: no session")
            if method.startswith("notifications/"):
                return self.answer(202, None)
        else:
            sent = [self.headers[name] for name in ("MCP-Protocol-Version", "Mcp-Method")]
            if sent != [meta.get(META + "protocolVersion"), method]:
                return self.fail(request, 400, -32020, "Header mismatch")
        modern = self.path != "/legacy"
        if method == "server/discover":
            return self.result(request, {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}, modern)
        if method == "tools/list":
            return self.result(request, {"tools": [TOOL]}, modern)
        if self.path == "/modern" and count == 1:
            return self.answer(429, None, [("Retry-After", "1")])
        if self.path == "/lost" and count == 1:
            return self.stream(None)
        if self.path == "/never":
            return self.fail(request, 400, -32021, "The tool needs a model", {"requiredCapabilities": {"sampling": {}}})
        if self.path == "/scope":
            return self.answer(403, {"error": "insufficient_scope"}, [("WWW-Authenticate", 'Bearer error="insufficient_scope", scope="tools:call"')])
        return self.result(request, {"content": [{"type": "text", "text": "done"}]}, modern)

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Timer(120, server.shutdown).start()
with open(port_file + ".new", "w", encoding="utf-8") as out:
    out.write(str(server.server_port))
os.replace(port_file + ".new", port_file)  # the port appears at once, or not at all
server.serve_forever()
