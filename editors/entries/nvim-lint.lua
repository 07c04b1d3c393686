local severities = {
  error = vim.diagnostic.severity.ERROR,
  warning = vim.diagnostic.severity.WARN,
  hint = vim.diagnostic.severity.HINT,
}

return {
  cmd = 'luaflow',
  stdin = true,
  args = {
    'check', '--format', 'json', '--no-fixes', '--filename',
    function() return vim.api.nvim_buf_get_name(0) end,
    '-',
  },
  ignore_exitcode = true,
  parser = function(output)
    local diagnostics = {}
    for _, found in ipairs(output ~= '' and vim.json.decode(output) or {}) do
      table.insert(diagnostics, {
        lnum = found.line - 1,
        col = found.col - 1,
        end_lnum = found.endLine - 1,
        end_col = found.endCol - 1,
        code = found.code,
        message = found.message,
        severity = severities[found.severity],
        source = 'luaflow',
      })
    end
    return diagnostics
  end,
}
