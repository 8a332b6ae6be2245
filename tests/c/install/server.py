"""A small MCP server over HTTP for the client example: refuses as its path says, and works once it is asked rightly.

Usage: server.py PORT_FILE LOG_FILE. Listens on a free port of the loopback interface and ends by itself after two minutes.
  /declare  -32021 until the elicitation form is declared, then a result as server-sent events
  /busy     429 with Retry-After once, then a result
  /lost     closes the connection without an answer once, then a result
  /never    needs what the client cannot supply
  /scope    403 with a challenge for more scope
"""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

port_file, log_file = sys.argv[1:]
seen = {}
META = "io.modelcontextprotocol/"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, message, headers=(), sse=False):
        text = json.dumps(message) if message is not None else "<html>busy</html>"
        body = (f"event: message\r\ndata: {text}\r\n\r\n" if sse else text).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/event-stream" if sse else "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def fail(self, request, status, code, message, data, headers=()):
        error = {"code": code, "message": message, "data": data}
        self.answer(status, {"jsonrpc": "2.0", "id": request["id"], "error": error}, headers)

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        meta = request["params"]["_meta"]
        declared = meta[META + "clientCapabilities"]
        seen[self.path] = seen.get(self.path, 0) + 1
        with open(log_file, "a", encoding="utf-8") as log:
            log.write(json.dumps([self.path, seen[self.path], declared]) + "\n")
        sent = [self.headers[name] for name in ("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name")]
        if sent != [meta[META + "protocolVersion"], request["method"], request["params"]["name"]]:
            return self.fail(request, 400, -32020, "Header mismatch", None)
        if self.path == "/scope":
            return self.answer(403, {"error": "insufficient_scope"},
                               [("WWW-Authenticate", 'Bearer error="insufficient_scope", scope="tools:call"')])
        if self.path == "/busy" and seen[self.path] == 1:
            return self.answer(429, None, [("Retry-After", "1")])
        if self.path == "/lost" and seen[self.path] == 1:
            self.close_connection = True
            return None
        required = {"/never": {"sampling": {}}, "/declare": {"elicitation": {"form": {}}}}.get(self.path, {})
        if not all(name in declared for name in required):
            return self.fail(request, 400, -32021, "The tool must ask the person", {"requiredCapabilities": required})
        result = {"content": [{"type": "text", "text": "done"}]}
        return self.answer(200, {"jsonrpc": "2.0", "id": request["id"], "result": result}, sse=True)

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Timer(120, server.shutdown).start()
with open(port_file + ".new", "w", encoding="utf-8") as out:
    out.write(str(server.server_port))
os.replace(port_file + ".new", port_file)  # the port appears at once, or not at all
server.serve_forever()
