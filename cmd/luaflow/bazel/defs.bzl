"""Rules that check Lua in Bazel: one summary for each library, what a program says of each of its files, one report for each file.

    load("@luaflow//:defs.bzl", "lua_library", "luaflow_report", "luaflow_test")

    lua_library(name = "text", srcs = ["text.lua"])
    lua_library(name = "app", srcs = ["main.lua"], deps = [":text"])
    luaflow_report(name = "findings", deps = [":app"])  # a SARIF file for each Lua file
    luaflow_test(name = "app_test", deps = [":app"])    # fails if there are warnings

What unused exports are is known where all programs are named: put all of them into the deps of one report or test. A file is reported
on again only if it has changed, or what the others say of it: what luaflow link writes of each file is an output of its own.

Any other rule with Lua in srcs and libraries in deps serves as lua_library does, through luaflow_aspect. For all three steps Bazel keeps
one luaflow running (it is a persistent worker of the JSON protocol).
"""

LuaflowInfo = provider(
    doc = "What the reports on a program need of a target and all that it depends on.",
    fields = {"srcs": "depset of source files", "sets": "depset of files with their summaries"},
)

_WORKER = {"supports-workers": "1", "requires-worker-protocol": "json"}

def _run(ctx, mnemonic, args, inputs, outputs, message):
    args.use_param_file("--flagfile=%s", use_always = True)
    args.set_param_file_format("multiline")
    ctx.actions.run(
        executable = ctx.executable._luaflow,
        arguments = [args],
        inputs = inputs,
        outputs = outputs,
        mnemonic = mnemonic,
        progress_message = message,
        execution_requirements = _WORKER,
    )

def _summarize(target, ctx):
    srcs = [f for s in getattr(ctx.rule.attr, "srcs", []) for f in s.files.to_list()]
    deps = [d[LuaflowInfo] for d in getattr(ctx.rule.attr, "deps", []) if LuaflowInfo in d]
    sets = []
    if srcs:
        set = ctx.actions.declare_file(target.label.name + ".luaflow")
        args = ctx.actions.args()
        args.add("summarize")
        args.add_all(srcs)
        args.add("--output", set)
        _run(ctx, "LuaflowSummarize", args, srcs, [set], "Summarizing Lua of %s" % target.label)
        sets.append(set)
    return [LuaflowInfo(
        srcs = depset(srcs, transitive = [d.srcs for d in deps]),
        sets = depset(sets, transitive = [d.sets for d in deps]),
    )]

_luaflow = attr.label(default = Label("@luaflow_installed//:luaflow"), executable = True, cfg = "exec", allow_files = True)

luaflow_aspect = aspect(
    doc = "Summarizes the srcs of a target, and of its deps.",
    implementation = _summarize,
    attr_aspects = ["deps"],
    attrs = {"_luaflow": _luaflow},
)

def _library(ctx):
    needed = depset(transitive = [d[DefaultInfo].default_runfiles.files for d in ctx.attr.deps])
    return [DefaultInfo(files = depset(ctx.files.srcs), runfiles = ctx.runfiles(ctx.files.srcs, transitive_files = needed))]

lua_library = rule(
    doc = "Lua files, and the libraries that they require.",
    implementation = _library,
    attrs = {
        "srcs": attr.label_list(allow_files = True, doc = "The files: Lua, and others that name it"),
        "deps": attr.label_list(doc = "Libraries whose modules they require"),
    },
)

def _link(ctx):
    """Returns the sources of the program, what the program says of each, by source, and the folder that this is in."""
    srcs = depset(transitive = [d[LuaflowInfo].srcs for d in ctx.attr.deps]).to_list()
    sets = depset(transitive = [d[LuaflowInfo].sets for d in ctx.attr.deps])
    said = {src: ctx.actions.declare_file("%s.slices/%s.slice" % (ctx.label.name, src.path)) for src in srcs}
    folder = "/".join([p for p in [ctx.bin_dir.path, ctx.label.workspace_root, ctx.label.package, ctx.label.name + ".slices"] if p])
    if srcs:
        args = ctx.actions.args()
        args.add("link")
        args.add_all(sets)
        args.add("--output", folder)
        args.add_all(ctx.files.config, before_each = "--config")
        _run(ctx, "LuaflowLink", args, depset(ctx.files.config, transitive = [sets]), said.values(), "Linking Lua of %s" % ctx.label)
    return srcs, said, folder

def _is_lua(src):
    return src.extension in ["lua", "rockspec", "nse", "p8"] or src.extension == ""

def _reports(ctx, format):
    """Returns a file in a format about each Lua file of the program."""
    srcs, said, folder = _link(ctx)
    reports = []
    for src in srcs:
        if not _is_lua(src):
            continue
        report = ctx.actions.declare_file("%s/%s.%s" % (ctx.label.name, src.path, format))
        args = ctx.actions.args()
        args.add("report")
        args.add(src)
        args.add("--with", folder)
        args.add("--format", report, format = format + "=%s")
        args.add("--exit-zero")
        args.add_all(ctx.files.config, before_each = "--config")
        _run(ctx, "LuaflowReport", args, [src, said[src]] + ctx.files.config, [report], "Reporting on %s" % src.short_path)
        reports.append(report)
    return reports

def _report(ctx):
    return [DefaultInfo(files = depset(_reports(ctx, "sarif")))]

_program = {
    "deps": attr.label_list(aspects = [luaflow_aspect], doc = "The libraries and programs that make it"),
    "config": attr.label(allow_single_file = True, doc = "A .luaflow.json, .luacheckrc or .luarc.json; no other is looked for"),
    "_luaflow": _luaflow,
}

luaflow_report = rule(
    doc = "A SARIF file about each file of a program.",
    implementation = _report,
    attrs = _program,
)

def _test(ctx):
    reports = _reports(ctx, "plain")
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, is_executable = True, content = "\n".join(
        ["#!/bin/sh", "cat <<'END' | xargs -d '\\n' cat | (! grep .)"] + [r.short_path for r in reports] + ["END", ""],
    ))
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(reports))]

luaflow_test = rule(
    doc = "A test that prints the warnings about a program, and fails if there are any.",
    implementation = _test,
    attrs = _program,
    test = True,
)

def _installed(ctx):
    found = ctx.attr.path or ctx.which("luaflow")
    if not found:
        fail("there is no luaflow on the PATH: install it, or say where it is with luaflow_installed(path = \"...\")")
    ctx.symlink(found, "luaflow")
    ctx.file("BUILD", 'exports_files(["luaflow"], visibility = ["//visibility:public"])\n')

_luaflow_installed = repository_rule(
    implementation = _installed,
    attrs = {"path": attr.string()},
    environ = ["PATH"],
    local = True,
)

def luaflow_installed(path = ""):
    """Takes the luaflow that is installed on the machine, for WORKSPACE.

    Args:
      path: where it is; from PATH if it is not said.
    """
    _luaflow_installed(name = "luaflow_installed", path = path)
