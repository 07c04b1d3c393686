"""efm.py COMMAND…: starts a language server, opens total.lua of the current folder in it, and prints what it says of
the file as `luaflow check` does; ends with 1 if that is something."""

import json
import pathlib
import subprocess
import sys

server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def say(method, params, **more):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()


def hear(wanted):
    while True:
        length = 0
        while (line := server.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(server.stdout.read(length))
        if wanted(message):
            return message


path = pathlib.Path("total.lua").resolve()
root = path.parent.as_uri()
say("initialize", {"processId": None, "rootUri": root, "capabilities": {}}, id=1)
hear(lambda m: m.get("id") == 1)
say("initialized", {})
say("textDocument/didOpen", {"textDocument": {"uri": path.as_uri(), "languageId": "lua", "version": 1, "text": path.read_text()}})
found = hear(lambda m: m.get("method") == "textDocument/publishDiagnostics")["params"]["diagnostics"]
server.kill()
names = {1: "error", 2: "warning", 3: "info", 4: "hint"}
for f in found:
    at = f["range"]["start"]
    print(f"total.lua:{at['line'] + 1}:{at['character'] + 1}: {names[f['severity']]}: {f['message']}")
sys.exit(1 if found else 0)
