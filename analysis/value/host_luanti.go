package value

// What functions of Luanti do, which was Minetest: 5.0 to 5.12, from its lua_api.md and,
// for what is written in Lua, its builtin.
//
// While mods are read there is no world yet: what asks for something in it gives nothing, or
// notes that this is deprecated. What looks at a position reads its fields, so that it raises
// an error for one that has none. A copy of a table has in it what was in the table, which is
// why that is Kept.
var luanti = []row{
	{"minetest", always, table, "", "", None, 0},
	{"core", always, sameAs + "minetest", "", "", None, 0},
	{"vector", always, table, "", "", None, 0},

	{"dump", always, "aUU", "s", "k", depends, 0},
	{"dump2", always, "aUU", "s", "k", depends, 0},

	{"math.hypot", always, "nn", "n", "-", None, 0},
	{"math.sign", always, "cC", "n", "-", None, 0},
	{"math.round", always, "c", "n", "-", None, 0},
	{"math.factorial", always, "c", "n", "-", depends, 0},
	{"string.split", always, "qUACU", "t", "-", None, 0},
	{"string.trim", always, "q", "s", "-", None, 0},
	{"table.copy", always, "rU", "t", "k", None, 0},
	{"table.indexof", always, "ra", "n", "r -", depends, 0},
	{"table.keyof", always, "rA", "x", "k -", depends, 0},
	{"table.key_value_swap", always, "r", "t", "k", depends, 0},

	{"minetest: get_us_time get_day_count get_gametime get_timeofday", always, "", "n?", "-", None, 0},
	{"minetest: get_server_uptime", always, "", "n?", "-", None, 0},
	{"minetest: get_modnames get_game_info get_version", always, "", "t", "-", None, 0},
	{"minetest.get_connected_players", always, "", "t", "-", depends, 0},
	{"minetest.get_modpath", always, "s", "s?", "-", None, 0},
	{"minetest.get_current_modname", always, "", "s?", "-", None, 0},
	{"minetest.get_worldpath", always, "U", "s", "-", None, 0},
	{"minetest.is_singleplayer", always, "", "b", "-", None, 0},
	{"minetest.get_player_by_name", always, "s", "x", "-", None, 0},
	{"minetest.get_item_group", always, "aa", "x", "-", depends, 0},

	{"minetest.get_node", always, "t", "t?", "r", depends, 0},
	{"minetest.get_node_or_nil", always, "t", "t?", "r", depends, 0},
	{"minetest.get_node_light", always, "tU", "n?", "r -", depends, 0},
	{"minetest.get_natural_light", always, "tU", "n?", "r -", depends, 0},
	{"minetest.get_meta", always, "t", "o?", "r", depends, 0},
	{"minetest.get_inventory", always, "t", "x", "k", depends, 0},
	{"minetest.get_objects_inside_radius", always, "tn", "t?", "r -", depends, 0},
	{"minetest.hash_node_position", always, "t", "n", "r", depends, 0},
	{"minetest.get_position_from_hash", always, "n", "t", "-", depends, 0},
	{"minetest.pos_to_string", always, "tU", "s", "r -", depends, 0},
	{"minetest.string_to_pos", always, "Q", "x", "-", depends, 0},

	{"minetest.formspec_escape", always, "S", "x*", "-", None, 0},
	{"minetest: get_background_escape_sequence get_color_escape_sequence", always, "s", "s", "-", None, 0},
	{"minetest.colorize", always, "sm", "s", "-", depends, 0},
	{"minetest: strip_background_colors strip_colors strip_foreground_colors", always, "q", "s", "-", None, 0},
	{"minetest.rgba", always, "nnnN", "s", "-", depends, 0},

	{"minetest.serialize", always, "a", "s", "k", depends, 0},
	{"minetest.write_json", always, "aU", "x*", "k", depends, 0},
	{"minetest.encode_base64", always, "s", "s", "-", None, 0},
	{"minetest.decode_base64", always, "s", "s?", "-", None, 0},
	{"minetest: sha1 sha256", always, "sA", "s", "-", None, 0},

	{"vector.new", always, "ccc", "t", "-", None, 0},
	{"vector.zero", always, "", "t", "-", None, 0},
	{"vector.from_string", always, "sI", "x*", "-", None, 0},
	{"vector.check", always, "a", "b", "-", None, 0},
	{"vector.copy", always, "t", "t", "k", depends, 0},
	{"vector: floor normalize round", always, "t", "t", "r", depends, 0},
	{"vector.length", always, "t", "n", "r", depends, 0},
	{"vector.to_string", always, "t", "s", "r", depends, 0},
	{"vector.offset", always, "tnnn", "t", "r -", depends, 0},
	{"vector: add cross direction divide multiply subtract", always, "ta", "t", "r", depends, 0},
	{"vector: angle distance dot", always, "tt", "n", "r", depends, 0},
	{"vector.equals", always, "tt", "b", "r", depends, 0},
}
