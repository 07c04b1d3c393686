-- luarocks make .ci/luaflow-scm-1.rockspec, in a checkout: builds luaflow with Go and installs it
-- where LuaRocks has programs.
rockspec_format = "3.0"
package = "luaflow"
version = "scm-1"
source = { url = "git+file://." }
description = {
  summary = "Finds dead stores and other waste in Lua code, and removes them",
  detailed = "A language server and a linter that compiles Lua to bytecode and follows every value along every path.",
  license = "MIT",
  labels = { "linter", "language-server", "static-analysis" },
}
dependencies = { "lua >= 5.1" }
build = {
  type = "command",
  build_command = "go build -trimpath -buildvcs=auto -o luaflow ./cmd/luaflow",
  install = { bin = { "luaflow" } },
}
