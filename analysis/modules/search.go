package modules

import (
	"slices"
	"strings"

	"luaflow/analysis/summary"
)

// The search from the roots, breadth first, so that the way to each node is a shortest one.

// search is one search.
type search struct {
	*Program
	queue []int32
	// The Exports of open tables, by the number of their name: what a word anywhere may mean. Those that have been found are taken out.
	named      [][]int32
	every      bool            // all files have been gone on to, and
	everywhere map[string]bool // the Exports of all files under these names
	index      *nameIndex      // of all names in named, those taken out included; nil until a pattern asks
	patterns   []string        // the words that are patterns
	blind      bool            // something has come to all Exports of open tables
}

func (p *Program) search() {
	s := search{Program: p, named: make([][]int32, len(p.texts.names)), everywhere: map[string]bool{}}
	p.words = make([]bool, len(p.texts.names))
	for i := range p.before {
		p.before[i] = -1
	}
	for i, open := range p.open {
		for k, name := range p.names[i].exports {
			if open && !p.closed { // else they are there when the file is loaded
				s.named[name] = append(s.named[name], p.nodeOf(i, k))
			}
		}
	}
	for node, why := range p.why {
		if why != "" {
			s.reach(int32(node), int32(node), Started)
		}
	}
	for ; len(s.queue) > 0; s.queue = s.queue[1:] {
		s.visit(s.queue[0])
	}
}

// reach notes that one node uses another, and how.
func (s *search) reach(from, node int32, how Cause) {
	if s.before[node] < 0 {
		s.before[node], s.causes[node] = from, how
		s.queue = append(s.queue, node)
		if file, export := s.fileOf(node); export >= 0 {
			s.reach(node, s.nodeOf(file, -1), how) // it is there because the file is loaded
		}
	}
}

// visit goes on from a node to what it uses.
func (s *search) visit(node int32) {
	file, export := s.fileOf(node)
	of := s.summaries[file]
	if export < 0 && s.open[file] {
		s.metamethods(node, file)
		if s.closed {
			s.loaded(node, file)
		}
	}
	for i := range of.Parts {
		part := &of.Parts[i]
		if export < 0 && i == 0 || export >= 0 && part.Export == of.Exports[export].Name {
			s.part(node, file, i)
		}
	}
}

// metamethods goes on to the Exports of a file that Lua itself may call, by an operator or at the end of a value, if their table is a
// metatable. All names that begin with two underscores count.
func (s *search) metamethods(node int32, file int) {
	for k, e := range s.summaries[file].Exports {
		if strings.HasPrefix(e.Name, "__") {
			s.reach(node, s.nodeOf(file, k), Metamethod)
		}
	}
}

// part goes on to what a Part of a file uses.
func (s *search) part(node int32, file, part int) {
	of := s.summaries[file]
	if s.closed {
		s.blindly(node, &of.Parts[part])
	}
	for k := range of.Requires {
		if of.Requires[k].Part == part && !(s.every && s.isEvery(file, k)) {
			s.every = s.every || s.isEvery(file, k)
			how := Named
			if of.Requires[k].IsPattern {
				how = Unknown
			}
			for _, to := range s.targets(file, k) {
				s.reach(node, s.nodeOf(to, -1), how)
			}
		}
	}
	for _, u := range of.Parts[part].Uses {
		if s.closed && u.How == summary.Writes {
			continue // of what nothing reads all assignments may go
		}
		if s.isEvery(file, u.Of) {
			if s.everywhere[u.Field] {
				continue
			}
			s.everywhere[u.Field] = true
		}
		for _, to := range s.targets(file, u.Of) {
			s.field(node, to, u.Field)
		}
	}
	for _, word := range s.names[file].words[part] {
		if !s.words[word] {
			s.word(node, word)
		}
	}
}

// field goes on to the Exports of a file under a name, which may be a pattern.
func (s *search) field(node int32, file int, name string) {
	if !strings.Contains(name, "*") {
		if k := s.export(file, name); k >= 0 {
			s.reach(node, s.nodeOf(file, k), Named)
		}
		return
	}
	pieces := strings.Split(name, "*")
	for k, e := range s.summaries[file].Exports {
		if matches(e.Name, pieces) {
			s.reach(node, s.nodeOf(file, k), Unknown)
		}
	}
}

// word goes on to the Exports of open tables under a name, which may be a pattern.
func (s *search) word(node int32, number uint32) {
	s.words[number] = true
	word := s.texts.names[number]
	if !strings.Contains(word, "*") {
		s.reachAll(node, number, Mentioned)
		return
	}
	s.patterns = append(s.patterns, word)
	if s.index == nil {
		s.index = newNameIndex(s.openNames())
	}
	for name := range s.index.matching(strings.Split(word, "*")) {
		s.reachAll(node, s.texts.numbers[name], Mentioned)
	}
}

// openNames returns the names in named.
func (s *search) openNames() (all []string) {
	for number, nodes := range s.named {
		if len(nodes) > 0 {
			all = append(all, s.texts.names[number])
		}
	}
	return all
}

func (s *search) reachAll(node int32, name uint32, how Cause) {
	found := s.named[name]
	if len(found) == 0 {
		return
	}
	s.named[name] = nil
	slices.Sort(found)
	for _, to := range found {
		s.reach(node, to, how)
	}
}

// blindly goes on to all Exports of open tables, if a Part of the program may come to any field.
func (s *search) blindly(node int32, part *summary.Part) {
	if s.blind || part.Blind == 0 {
		return
	}
	s.blind = true
	for name := range s.named {
		s.reachAll(node, uint32(name), Any)
	}
}

// loaded notes that the Exports of a file, of which the table is open, are there for words from now on, and goes on to those that a word which
// has been met means, or that none can mean.
func (s *search) loaded(node int32, file int) {
	s.index = nil
	for k, number := range s.names[file].exports {
		name, export := s.texts.names[number], s.nodeOf(file, k)
		switch {
		case s.blind || !summary.IsWord(name):
			s.reach(node, export, Any)
		case s.words[number] || slices.ContainsFunc(s.patterns, func(word string) bool { return matches(name, strings.Split(word, "*")) }):
			s.reach(node, export, Mentioned)
		default:
			s.named[number] = append(s.named[number], export)
		}
	}
}
