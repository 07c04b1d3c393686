package value

// What functions of the nginx module lua-nginx-module do: 0.10.26, from its README, with
// the errors of lua-resty-core 0.1.28, which it uses.
//
// What asks for the request raises an error where there is none, as in a timer, so that it
// depends. `ngx.exit` comes back in some phases.

var ngxLua = []row{
	{"ngx", always, table, "", "", None, 0},
	{"ngx: config re req resp timer worker", always, table, "", "", None, 0},

	{"ngx: now time", always, "", "n", "-", None, 0},
	{"ngx: today localtime utctime", always, "", "s", "-", None, 0},
	{"ngx: cookie_time http_time", always, "c", "s", "-", None, 0},
	{"ngx.parse_http_time", always, "q", "n?", "-", None, 0},
	{"ngx.update_time", always, "", "", "-", acts, 0},

	{"ngx: crc32_long crc32_short", always, "s", "n", "-", None, 0},
	{"ngx: md5 md5_bin sha1_bin", always, "S", "s", "-", None, 0},
	{"ngx.hmac_sha1", always, "ss", "s", "-", None, 0},
	{"ngx.encode_base64", always, "SB", "s", "-", None, 0},
	{"ngx.decode_base64", always, "q", "s?", "-", None, 0},
	{"ngx.escape_uri", always, "SU", "s", "-", None, 0},
	{"ngx.unescape_uri", always, "S", "s", "-", None, 0},
	{"ngx.encode_args", always, "t", "s", "k", depends, 0},
	{"ngx.decode_args", always, "qU", "tx*", "-", None, 0},
	{"ngx.quote_sql_str", always, "s", "s", "-", None, 0},

	{"ngx.get_phase", always, "", "s", "-", depends, 0},
	{"ngx: redirect exec", always, "", "", "k", acts, ruleNoReturn},

	{"ngx.re: match find", always, "ssSUU", "x*", "- - - k", depends, 0},
	{"ngx.re.gmatch", always, "ssS", "x*", "-", depends, 0},

	{"ngx.req.get_headers", always, "UU", "tx*", "-", depends, 0},
	{"ngx.req.get_uri_args", always, "UU", "tx*", "k", depends, 0},
	{"ngx.req.get_post_args", always, "U", "x*", "-", depends, 0},
	{"ngx.req.get_method", always, "", "s", "-", depends, 0},
	{"ngx.req: get_body_data get_body_file", always, "", "x*", "-", depends, 0},
	{"ngx.req.http_version", always, "", "n?", "-", depends, 0},
	{"ngx.req.is_internal", always, "", "b", "-", depends, 0},
	{"ngx.req.raw_header", always, "U", "s", "-", depends, 0},
	{"ngx.req.start_time", always, "", "n", "-", depends, 0},
	{"ngx.resp.get_headers", always, "UU", "tx*", "-", depends, 0},

	{"ngx.timer: pending_count running_count", always, "", "n", "-", None, 0},
	{"ngx.worker: count pid", always, "", "n", "-", None, 0},
	{"ngx.worker.id", always, "", "n?", "-", None, 0},
	{"ngx.worker.exiting", always, "", "b", "-", None, 0},
}
