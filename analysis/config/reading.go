package config

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"luaflow/analysis/config/luacheckrc"
	"luaflow/analysis/config/rootfs"
)

// This file reads single configuration files, and remembers what they say until they
// change.

// file is what is known of one file.
type file struct {
	mu     sync.Mutex
	parsed *parsed
}

// parsed is what one file says.
type parsed struct {
	readings []rootfs.Reading // of the file, and of those that it asked for
	sum      string           // of the texts of these, and of their paths
	layer    *Layer
	problems []*Problem
	missing  bool // it was not there
	// leftOut is the round in which nothing was left for it of what a project's files may
	// cost together, 0 if something was.
	leftOut int
}

// read returns what a file says, from memory if neither it nor what it asked for has
// changed. Who asks for a file that is just being read waits.
func (l *Loader) read(s source) *parsed {
	l.mu.Lock()
	f := l.files[s]
	if f == nil {
		f = &file{}
		l.files[s] = f
	}
	l.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	round, spent := l.spent()
	if f.parsed != nil && f.parsed.isCurrent(round) {
		return f.parsed
	}
	p := &parsed{}
	switch {
	case spent.Exceeds(allFiles):
		p.leftOut = round
		p.readings = []rootfs.Reading{{Path: s.path, Stamp: rootfs.StampAt(s.path)}}
		p.fails(s, l.overspent(s))
	case s.kind == luacheckrcFile:
		l.spend(l.evaluate(p, s))
	default:
		l.spend(p.parse(s))
	}
	p.sum = p.hash(s, l.options.OnRead)
	f.parsed = p
	return p
}

// hash returns a hash of all that decides what a file says, and tells visit, if it is not nil, of the
// files that were read; their texts are let go. One that could not be read counts as empty.
func (p *parsed) hash(s source, visit func(path string, text []byte)) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %t", s.root, s.folder, p.leftOut > 0)
	for i, r := range p.readings {
		fmt.Fprintf(h, " %q %q", r.Path, r.Text)
		if r.Text != nil && visit != nil {
			visit(r.Path, r.Text)
		}
		p.readings[i].Text = nil
	}
	return string(h.Sum(nil))
}

// isCurrent reports whether what is remembered of a file would be read again. One that was
// left out is tried again in the next round.
func (p *parsed) isCurrent(round int) bool {
	if p.leftOut > 0 && p.leftOut != round {
		return false
	}
	for _, r := range p.readings {
		if rootfs.StampAt(r.Path) != r.Stamp {
			return false
		}
	}
	return true
}

// fails: the file says nothing.
func (p *parsed) fails(s source, problem *Problem) {
	p.layer = &Layer{From: Origin{Name: s.path}, Folder: filepath.ToSlash(s.folder)}
	p.problems = []*Problem{problem}
}

// evaluate runs a .luacheckrc, and returns what that has cost. Its neighbours are seen from
// where its paths start, if it may read there.
func (l *Loader) evaluate(p *parsed, s source) luacheckrc.Cost {
	folder := s.folder
	if !contains(s.root, folder) {
		folder = s.root
	}
	result, problem := luacheckrc.Evaluate(luacheckrc.Request{
		Command: l.options.Child, Root: s.root, Folder: folder, File: s.path,
	})
	p.readings = result.Read
	p.missing = result.Missing
	if problem != nil {
		p.fails(s, problem)
		return result.Cost
	}
	p.layer, p.problems = decodeLuacheckrc(s.path, filepath.ToSlash(s.folder), result.Options)
	p.layer.Luacheck = true
	return result.Cost
}

// parse reads a file of JSON, and returns what that has cost.
func (p *parsed) parse(s source) luacheckrc.Cost {
	reading, err := readWithin(s.root, s.path)
	p.readings = []rootfs.Reading{reading}
	if err != nil {
		p.missing = errors.Is(err, rootfs.ErrNotExist)
		p.fails(s, &Problem{File: s.path, Message: err.Error()})
		return luacheckrc.Cost{}
	}
	decode := decodeLuaflow
	if s.kind == luarcFile {
		decode = decodeLuarc
	}
	p.layer, p.problems = parse(s.path, filepath.ToSlash(s.folder), reading.Text, decode)
	return luacheckrc.Cost{Steps: len(reading.Text), Bytes: len(reading.Text)}
}

func readWithin(root, path string) (rootfs.Reading, error) {
	r, err := rootfs.Open(root)
	if err != nil {
		return rootfs.Reading{Path: path}, err
	}
	defer r.Close()
	return r.Look(path)
}
