package value

// What functions of Neovim do: 0.7 to 0.11, from the pages lua.txt and api.txt of its manual
// and, for what is written in Lua, its runtime.
//
// The functions of `vim.fn` are those of another language, and have no rows; nor has what
// people replace, as `vim.notify`, or what notes that it is deprecated. A new table has in
// it what was in an argument, which is why that is Kept. The Lua in Neovim, 5.1 or LuaJIT,
// asks for no __pairs. In a callback of the event loop most of vim.api raises errors, so that
// it depends.

var neovim = []row{
	{"vim", always, table, "", "", None, 0},
	{"vim: F api base64 fs json text uv", always, table, "", "", None, 0},
	{"vim.loop", always, sameAs + "vim.uv", "", "", None, 0},

	{"vim.deepcopy", always, "aU", "x", "k", depends, 0},
	{"vim.deep_equal", always, "aa", "b", "k", depends, 0},
	{"vim.empty_dict", always, "", "t", "-", None, 0},
	{"vim.inspect", always, calledWith + "aU", "s", "k", depends, 0},
	{"vim.in_fast_event", always, "", "b", "-", None, 0},
	{"vim: isarray islist", always, "a", "b", "r", None, 0},
	{"vim.tbl_islist", always, "", "b?", "r", acts, 0},
	{"vim.is_callable", always, "a", "b", "r", depends, 0},
	{"vim.list_contains", always, "ra", "b", "r -", depends, 0},
	{"vim.list_slice", always, "tUU", "t", "k -", depends, 0},
	{"vim.tbl_contains", always, "raU", "b", "k", depends, 0},
	{"vim.tbl_count", always, "r", "n", "r", None, 0},
	{"vim.tbl_deep_extend", always, "qrr*", "t", "k", depends, 0},
	{"vim.tbl_extend", always, "qrr*", "t", "k", None, ruleExtend},
	{"vim.tbl_get", always, "ra*", "x", "k", depends, 0},
	{"vim.tbl_isempty", always, "r", "b", "r", None, 0},
	{"vim: tbl_keys tbl_values", always, "r", "t", "k", None, 0},

	{"vim: endswith startswith", always, "qq", "b", "-", None, 0},
	{"vim.gsplit", always, "qqU", "f", "- - k", depends, 0},
	{"vim.split", always, "qqU", "t", "- - k", depends, 0},
	{"vim.pesc", always, "q", "sx*", "-", None, 0},
	{"vim.trim", always, "q", "s", "-", None, 0},
	{"vim: str_byteindex str_utfindex", always, "qUUU", "x*", "-", depends, 0},
	{"vim.stricmp", always, "ss", "n", "-", None, 0},
	{"vim.iconv", always, "qqqU", "s?", "- - - k", depends, 0},
	{"vim.uri_from_fname", always, "q", "s", "-", None, 0},
	{"vim: uri_decode uri_encode", always, "qU", "sx*", "-", None, 0},
	{"vim.uri_to_fname", always, "q", "s", "-", depends, 0},

	{"vim.F.if_nil", always, "aa", "x", "p", None, 0},
	{"vim.base64.encode", always, "q", "s", "-", None, 0},
	{"vim.base64.decode", always, "q", "s", "-", depends, 0},
	{"vim.fs: basename dirname", always, "Q", "s?", "-", None, 0},
	{"vim.json.decode", always, "qU", "x", "- k", depends, 0},
	{"vim.json.encode", always, "aU", "s", "k", depends, 0},
	{"vim.text.hexencode", always, "q", "s", "-", None, 0},
	{"vim.schedule_wrap", always, "f", "f", "k", None, 0},

	{"vim.uv: hrtime now os_getpid version", always, "", "n", "-", None, 0},
	{"vim.uv.version_string", always, "", "s", "-", None, 0},
	{"vim.uv: cwd os_homedir", always, "", "x*", "-", None, 0},
	{"vim.uv.os_getenv", always, "sU", "x*", "-", None, 0},
	{"vim.uv: fs_lstat fs_stat", always, "sU", "x*", "- k", None, 0},

	{"vim.api: nvim_get_current_buf nvim_get_current_tabpage nvim_get_current_win", always, "", "n", "-", depends, 0},
	{"vim.api.nvim_get_current_line", always, "", "s", "-", depends, 0},
	{"vim.api.nvim_get_mode", always, "", "t", "-", None, 0},
	{"vim.api: nvim_list_bufs nvim_list_tabpages nvim_list_wins", always, "", "t", "-", depends, 0},
	{"vim.api: nvim_list_chans nvim_list_runtime_paths nvim_list_uis", always, "", "t", "-", depends, 0},
	{"vim.api.nvim_get_namespaces", always, "", "t", "-", depends, 0},
	{"vim.api: nvim_buf_is_loaded nvim_buf_is_valid", always, "c", "b", "-", depends, 0},
	{"vim.api: nvim_tabpage_is_valid nvim_win_is_valid", always, "c", "b", "-", depends, 0},
	{"vim.api: nvim_buf_get_changedtick nvim_buf_line_count", always, "c", "n", "-", depends, 0},
	{"vim.api: nvim_win_get_height nvim_win_get_number nvim_win_get_width", always, "c", "n", "-", depends, 0},
	{"vim.api: nvim_win_get_buf nvim_win_get_tabpage", always, "c", "n", "-", depends, 0},
	{"vim.api: nvim_win_get_cursor nvim_win_get_position", always, "c", "t", "-", depends, 0},
	{"vim.api.nvim_buf_get_lines", always, "cccb", "t", "-", depends, 0},
	{"vim.api.nvim_buf_get_name", always, "c", "s", "-", depends, 0},
	{"vim.api.nvim_replace_termcodes", always, "sbbb", "s", "-", depends, 0},
	{"vim.api.nvim_strwidth", always, "s", "n", "-", depends, 0},
}
