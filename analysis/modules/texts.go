package modules

import (
	"strings"

	"luaflow/analysis/summary"
)

// Names as numbers, so that what a program does with very many names is done with numbers.

// texts numbers the names that stand in summaries. The zero texts has none.
type texts struct {
	numbers map[string]uint32
	names   []string // by number
	files   map[*summary.Summary]*fileNames
}

// fileNames is the numbers of names in one file.
type fileNames struct {
	exports []uint32   // by index in Exports
	words   [][]uint32 // by index in Parts: the Words
}

// of returns the names of files, by index, and forgets all others from time to time.
func (t *texts) of(all []*summary.Summary) []*fileNames {
	if t.files == nil || len(t.files) > 2*len(all)+1 {
		*t = texts{numbers: map[string]uint32{}, files: make(map[*summary.Summary]*fileNames, len(all))}
	}
	names := make([]*fileNames, len(all))
	for i, s := range all {
		if names[i] = t.files[s]; names[i] == nil {
			names[i] = t.read(s)
			t.files[s] = names[i]
		}
	}
	return names
}

func (t *texts) read(s *summary.Summary) *fileNames {
	f := &fileNames{exports: make([]uint32, len(s.Exports)), words: make([][]uint32, len(s.Parts))}
	for k := range s.Exports {
		f.exports[k] = t.number(s.Exports[k].Name)
	}
	for i := range s.Parts {
		f.words[i] = make([]uint32, len(s.Parts[i].Words))
		for k, word := range s.Parts[i].Words {
			f.words[i][k] = t.number(word)
		}
	}
	return f
}

// number returns the number of a name.
func (t *texts) number(name string) uint32 {
	n, ok := t.numbers[name]
	if !ok {
		n = uint32(len(t.names))
		name = strings.Clone(name) // which may be a part of what is forgotten before
		t.numbers[name], t.names = n, append(t.names, name)
	}
	return n
}
