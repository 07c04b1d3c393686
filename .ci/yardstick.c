/* yardstick LIST: how long the reference takes to parse and compile many files.
 *
 * Reads every file that LIST names, one a line, into memory; then loads each with
 * liblua in one state, and prints the CPU seconds of that second part alone, user
 * and system. Files that Lua refuses are part of the work, as they are of ours.
 *
 * cc -O2 -I/usr/include/lua5.3 yardstick.c -llua5.3
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <lauxlib.h>
#include <lua.h>

struct text {
	char *name, *bytes;
	size_t size;
};

static void die(const char *what) {
	perror(what);
	exit(1);
}

static double cpu_seconds(void) {
	struct rusage use;
	getrusage(RUSAGE_SELF, &use);
	return use.ru_utime.tv_sec + use.ru_stime.tv_sec +
	       (use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

/* Reads a file whole. */
static struct text slurp(const char *name) {
	struct text t = {strdup(name), NULL, 0};
	size_t room = 0, got;
	FILE *f = fopen(name, "rb");
	if (!f) die(name);
	do {
		if (t.size == room && !(t.bytes = realloc(t.bytes, room += room + 65536))) die(name);
		got = fread(t.bytes + t.size, 1, room - t.size, f);
		t.size += got;
	} while (got > 0);
	if (ferror(f)) die(name);
	fclose(f);
	return t;
}

/* Steps over what luaL_loadfile steps over: a byte order mark, and a first line
 * that begins with #, but for its end. */
static struct text body(struct text t) {
	if (t.size >= 3 && memcmp(t.bytes, "\xEF\xBB\xBF", 3) == 0) {
		t.bytes += 3;
		t.size -= 3;
	}
	if (t.size > 0 && *t.bytes == '#')
		while (t.size > 0 && *t.bytes != '\n') {
			t.bytes++;
			t.size--;
		}
	return t;
}

int main(int argc, char **argv) {
	struct text *texts = NULL;
	size_t n = 0, refused = 0;
	char name[4096];
	FILE *list;
	lua_State *L;
	double start;

	if (argc != 2 || !(list = fopen(argv[1], "r"))) die("yardstick LIST");
	while (fgets(name, sizeof name, list)) {
		name[strcspn(name, "\n")] = 0;
		if (!(texts = realloc(texts, (n + 1) * sizeof *texts))) die("memory");
		texts[n++] = body(slurp(name));
	}

	start = cpu_seconds();
	L = luaL_newstate();
	for (size_t i = 0; i < n; i++) {
		refused += luaL_loadbufferx(L, texts[i].bytes, texts[i].size, texts[i].name, "t") != LUA_OK;
		lua_settop(L, 0);
	}
	lua_close(L);
	printf("%.4f\n", cpu_seconds() - start);
	fprintf(stderr, "%zu files, %zu refused\n", n, refused);
	return 0;
}
