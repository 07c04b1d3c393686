package syntax

// SaysVararg reports whether `...` stands in the body of a function, those inside left out.
func (f *Function) SaysVararg() bool { return saysVararg(f.Body) }

func saysVararg(n Node) bool {
	found := false
	Children(n, func(child Node) {
		switch child.(type) {
		case *Vararg:
			found = true
		case *Function:
		default:
			found = found || saysVararg(child)
		}
	})
	return found
}
