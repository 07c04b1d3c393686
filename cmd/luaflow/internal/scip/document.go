package scip

import (
	"cmp"
	"maps"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/facts"
	"luaflow/analysis/symbols"
	"luaflow/compile/source"
)

// Document returns the file of some facts, at a path in the program, with what is found in it.
func (p *Program) Document(path string, f *facts.Facts, found []analysis.Finding) *Document {
	file := symbols.Of(f)
	d := &document{
		namer:   namer{Program: p, path: path, file: file, names: map[symbols.ID]string{}},
		lines:   source.ByteLinesOf(f.Unit.File.Text()),
		found:   map[place]*occurrence{},
		infos:   map[string]*information{},
		defined: map[string]bool{},
		used:    map[string]string{},
	}
	d.self()
	for i := range file.Occurrences {
		d.occurrence(&file.Occurrences[i])
	}
	for i := range found {
		d.finding(&found[i])
	}
	return d.finish()
}

// self defines the file itself, at its start.
func (d *document) self() {
	symbol := d.Program.file(d.path)
	d.add(source.Span{}, symbol, d.path, roleDefinition)
	d.define(&information{symbol: symbol, kind: kindModule, name: clean(d.path), documentation: said(d.file.Comment)})
}

// occurrence adds an occurrence of a thing.
func (d *document) occurrence(o *symbols.Occurrence) {
	symbol := d.of(o.Thing)
	x := &d.file.Things[o.Thing]
	out := d.add(o.Span, symbol, x.Name, rolesOf(o.Roles))
	if o.Whole.Valid() {
		out.enclosing = d.span(o.Whole)
	}
	if !d.defined[symbol] && (isLocal(symbol) || o.Roles&symbols.Definition != 0) {
		d.define(d.information(symbol, x))
	}
}

// add adds an occurrence of a symbol, which is called something, or roles to that which is there.
func (d *document) add(at source.Span, symbol, name string, roles int32) *occurrence {
	key := place{at, symbol}
	o := d.found[key]
	if o == nil {
		o = &occurrence{at: d.span(at), symbol: symbol}
		d.found[key] = o
		d.places = append(d.places, key)
		d.use(symbol, name)
	}
	o.roles |= roles
	return o
}

var roles = []struct {
	of symbols.Role
	is int32
}{
	{symbols.Definition, roleDefinition},
	{symbols.Import, roleImport},
	{symbols.Write, roleWriteAccess},
	{symbols.Read, roleReadAccess},
}

func rolesOf(of symbols.Role) (all int32) {
	for _, r := range roles {
		if of&r.of != 0 {
			all |= r.is
		}
	}
	return all
}

// finding adds a finding: to what is named at its place, else to a symbol of its own, which all findings of its code in the file have: no
// occurrence is without one.
func (d *document) finding(f *analysis.Finding) {
	check := checks.Lookup(f.Code)
	o := d.named(f.Span)
	if o == nil {
		symbol := localPrefix + f.Code
		o = d.add(f.Span, symbol, f.Code, 0)
		d.define(&information{symbol: symbol, name: f.Code, documentation: said(check.Title)})
	}
	said := diagnostic{severity: severities[f.Severity], code: f.Code, message: clean(f.Message)}
	switch {
	case f.Fade.Valid():
		said.tags = []int32{tagUnnecessary}
	case check.Mark == analysis.Obsolete:
		said.tags = []int32{tagDeprecated}
	}
	o.diagnostics = append(o.diagnostics, said)
}

var severities = [...]int32{analysis.Error: severityError, analysis.Warning: severityWarning, analysis.Hint: severityHint}

// named returns an occurrence at a place; nil if nothing is named right there.
func (d *document) named(at source.Span) *occurrence {
	i, ok := slices.BinarySearchFunc(d.file.Occurrences, at, func(o symbols.Occurrence, at source.Span) int { return bySpan(o.Span, at) })
	if !ok {
		return nil
	}
	return d.found[place{at, d.of(d.file.Occurrences[i].Thing)}]
}

// finish encodes the document.
func (d *document) finish() *Document {
	slices.SortFunc(d.places, func(a, b place) int { return cmp.Or(bySpan(a.at, b.at), cmp.Compare(a.symbol, b.symbol)) })
	occurrences := make([]*occurrence, len(d.places))
	for i, key := range d.places {
		occurrences[i] = d.found[key]
	}
	infos := make([]*information, 0, len(d.infos))
	for _, symbol := range slices.Sorted(maps.Keys(d.infos)) {
		infos = append(infos, d.infos[symbol])
	}
	out := &Document{bytes: documentOf(clean(d.path), occurrences, infos), defined: map[string]bool{}, used: d.used}
	for symbol := range d.infos {
		if !isLocal(symbol) {
			out.defined[symbol] = true
		}
	}
	return out
}

// bySpan compares places in a text.
func bySpan(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}
