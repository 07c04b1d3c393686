package modules

import (
	"path"
	"slices"

	"luaflow/analysis/summary"
)

// Roots: what of a program others use, so that all is used that leads there.

// findRoots notes the roots of the program. A file that returns nothing is one unless another requires it: somebody runs it. Where no root is
// known to start the program, it is a library: all its files are roots, and all of their Exports but private ones.
func (p *Program) findRoots(more Roots) {
	p.knows = make([]bool, len(p.summaries))
	p.installed, more.IsInstalled = more.IsInstalled, nil // a layout compares the rest with that of the last time
	p.resolver.findRoots(more)
	p.listed, p.shares = make([]bool, len(p.summaries)), make([]bool, len(p.summaries))
	if p.closed {
		p.entries(more.Entries)
		return
	}
	p.findLists()
	isTest := p.resolver.isTest
	for i, s := range p.summaries {
		switch {
		case s.Foreign:
			p.root(i, "it is no Lua")
		case s.Script:
			p.root(i, "its first line says what runs it")
			switch {
			case s.Returns == summary.ATable: // whoever runs it gets nothing of that
				p.library(i, "it returns a table: somebody may require it, too")
			case !isTest[i]:
				p.setKnown(folderOf(s.Path, "bin"), true)
			}
		case s.Meta:
			p.library(i, "it is there for a language server")
		case p.isByItself(i):
			p.root(i, "no file requires it, and it returns nothing: it is run by itself")
		case isTest[i]:
			p.library(i, "it is there for tests, examples or tools") // and what it returns is for whoever loads it there
		}
	}
	for i := range p.resolver.hosts {
		p.host(&p.resolver.hosts[i])
	}
	p.rocks()
	p.located()
	p.configured()
	p.named()
	for i := range p.summaries {
		if !p.knows[i] {
			p.library(i, "somebody may require it")
		}
	}
}

// named notes the Exports whose names stand in files that are no Lua.
func (p *Program) named() {
	words := make([]bool, len(p.texts.names))
	for i, s := range p.summaries {
		if s.Foreign {
			for _, word := range p.names[i].words[0] {
				words[word] = true
			}
		}
	}
	for i := range p.summaries {
		for k, name := range p.names[i].exports {
			if node := p.nodeOf(i, k); words[name] && p.why[node] == "" {
				p.why[node] = "its name stands in a file that is no Lua"
			}
		}
	}
}

// configured notes the roots that somebody has said.
func (p *Program) configured() {
	for i, is := range p.resolver.isMore {
		if is {
			p.root(i, "the configuration says so")
		}
	}
	if slices.Contains(p.resolver.isMore, true) {
		p.setKnown("", true)
	}
}

// rocks notes that what LuaRocks installs is there for others to require, whatever else the folder of a rockspec has.
func (p *Program) rocks() {
	for i := range p.Files {
		if path.Ext(p.Files[i].Path) != ".rockspec" {
			continue
		}
		p.setKnown(folderOf(p.Files[i].Path, "rockspec", "rockspecs"), false)
	}
}

// host notes what a host uses of the files in a folder that is for it.
func (p *Program) host(h *hosted) {
	p.setKnown(h.folder, true)
	if h.host.sharesObjects() {
		from, to := p.resolver.below(h.folder)
		for i := from; i < to; i++ {
			p.shares[i] = true
		}
	}
	for _, i := range h.roots {
		p.root(i, h.host.name+" loads it")
		for _, field := range h.host.fields {
			if k := p.export(i, field); k >= 0 {
				p.why[p.nodeOf(i, k)] = h.host.name + " uses it"
			}
		}
	}
	for _, i := range h.libraries {
		p.library(i, "somebody may require it")
	}
}
