package scip

import (
	"strings"

	"luaflow/analysis/symbols"
)

var kinds = [...]int32{
	symbols.Variable:      kindVariable,
	symbols.Constant:      kindConstant,
	symbols.Parameter:     kindParameter,
	symbols.SelfParameter: kindSelfParameter,
	symbols.Function:      kindFunction,
	symbols.Method:        kindMethod,
	symbols.Class:         kindClass,
}

// information returns what is known of a thing by its definition.
func (d *document) information(symbol string, x *symbols.Thing) *information {
	info := &information{symbol: symbol, name: clean(x.Name), kind: kinds[x.Form], documentation: said(x.Comment), signature: clean(x.Head)}
	if x.Kind == symbols.Field && x.Form == symbols.Variable {
		info.kind = kindField
	}
	if x.Captured {
		info.documentation = append(info.documentation, "upvalue of inner functions")
	}
	switch {
	case !isLocal(symbol):
		d.relate(info, x)
	case x.InFunction != 0:
		info.enclosing = d.of(x.InFunction)
	}
	return info
}

// said returns the documentation that a comment is.
func said(comment string) []string {
	if comment == "" {
		return nil
	}
	return []string{clean(comment)}
}

// relate adds what a thing that other files know has to do with others: what it is another name of, and what it hides of a class above.
func (d *document) relate(info *information, x *symbols.Thing) {
	if x.Holds != 0 {
		isModule := d.file.Things[x.Holds].Kind == symbols.Module
		d.relation(info, x.Holds, relationship{isTypeOfThis: isModule, isReference: !isModule})
	}
	if base := x.Overrides; base != 0 && d.isThere(&d.file.Things[base]) {
		d.relation(info, base, relationship{isReference: true, isImplementation: true})
	}
}

// isThere reports whether a field is set by the file of its module, if it is one of a module.
func (d *document) isThere(x *symbols.Thing) bool {
	owner := &d.file.Things[x.Owner]
	if owner.Kind != symbols.Module {
		return true
	}
	_, of := d.module(d.path, owner.Name)
	return of.gives(x.Name)
}

// relation adds one relationship to a thing. The document has the symbol of that too, if only by its name, unless it is none of the program: tools
// look for it there before they have seen the document that defines it.
func (d *document) relation(info *information, to symbols.ID, r relationship) {
	r.symbol = d.of(to)
	if r.symbol == info.symbol {
		return
	}
	info.relationships = append(info.relationships, r)
	x := &d.file.Things[to]
	name := x.Name
	if x.Kind == symbols.Module {
		if _, of := d.module(d.path, x.Name); of != nil {
			name = of.summary.Path // as the file calls itself
		}
	}
	d.use(r.symbol, name)
	if d.infos[r.symbol] == nil && d.isOwn(r.symbol) {
		d.infos[r.symbol] = stub(r.symbol, clean(name))
	}
}

// stub returns what is known of a symbol of another file by what it is called.
func stub(symbol, name string) *information {
	info := &information{symbol: symbol, name: name}
	if strings.HasSuffix(symbol, "/") {
		info.kind = kindModule
	}
	return info
}
