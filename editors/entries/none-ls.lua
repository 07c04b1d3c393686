local h = require("null-ls.helpers")
local methods = require("null-ls.methods")

local severities = {
    error = vim.diagnostic.severity.ERROR,
    warning = vim.diagnostic.severity.WARN,
    hint = vim.diagnostic.severity.HINT,
}

return h.make_builtin({
    name = "luaflow",
    meta = {
        url = "https://www.npmjs.com/package/luaflow",
        description = "Finds dead stores and other waste in Lua code by following every value.",
    },
    method = methods.internal.DIAGNOSTICS,
    filetypes = { "lua" },
    generator_opts = {
        command = "luaflow",
        args = { "check", "--format", "json", "--no-fixes", "--filename", "$FILENAME", "-" },
        to_stdin = true,
        format = "json",
        check_exit_code = function(code)
            return code <= 2
        end,
        on_output = function(params)
            local diagnostics = {}
            for _, found in ipairs(params.output or {}) do
                diagnostics[#diagnostics + 1] = {
                    row = found.line,
                    col = found.col,
                    end_row = found.endLine,
                    end_col = found.endCol,
                    code = found.code,
                    message = found.message,
                    severity = severities[found.severity],
                    source = "luaflow",
                }
            end
            return diagnostics
        end,
    },
    factory = h.generator_factory,
})
