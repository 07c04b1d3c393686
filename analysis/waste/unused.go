package waste

import (
	"cmp"
	"slices"

	"luaflow/analysis/facts"
	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/slab"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Local functions that nothing can call. A variable that holds one function for all
// of its life is in use if something reads it that can run: text outside any such
// function, or inside one that is in use itself. What is left are the functions that
// only they themselves, or rings of them, refer to.
//
// A function around the variable's declaration is taken to run: the variable lives
// and dies with it.

// UnusedFunction is a variable that holds a function which nothing can call.
type UnusedFunction struct {
	Binding resolve.BindingID // the variable
	// Name is the occurrence that the function is stored to: the declaration, or
	// the target of the one assignment after it. Stat is the statement.
	Name syntax.NameID
	Stat syntax.StatID
	Fn   syntax.FuncID // the function
	// Users is the variables of the functions that read this one, in the order of
	// their declarations. All of them are unused, this one may be among them.
	Users []resolve.BindingID
}

// functions finds the unused functions of a file.
type functions struct {
	file  *File
	found *functionsFound
}

// functionsFound is what is kept of them, for all who ask.
type functionsFound struct {
	mem      *Memory
	holders  facts.Fact[holders]
	inVain   facts.Fact[[]vainRead]      // see UsersOf
	tables   facts.Fact[[]UnusedTable]   // see UnusedTables
	mistyped facts.Fact[[]MistypedField] // see MistypedFields
	handed   facts.Fact[[]UnreadField]   // see HandedFields
}

// UnusedFunctions returns the unused functions of a file in the order of the functions
// that they stand in, then of the text.
func (f *functions) UnusedFunctions() []UnusedFunction { return f.holders().unused }

// IsUnusedFunction reports whether the binding is one of UnusedFunctions.
func (f *functions) IsUnusedFunction(id resolve.BindingID) bool {
	h := f.holders()
	at := h.at[id]
	return at != 0 && !h.vars[at-1].used
}

// UsersOf returns the variables of the unused functions that a variable is read in, in the
// order of their declarations; none if something else reads it too, or nothing does, or in a
// pedantic run.
func (f *functions) UsersOf(id resolve.BindingID) []resolve.BindingID {
	h := f.holders()
	if f.file.Text.Pedantic || len(h.unused) == 0 {
		return nil
	}
	inVain := *f.found.inVain.Get(func() *[]vainRead {
		found := h.findInVain(f.file.Text.Owners())
		return &found
	})
	first, known := slices.BinarySearchFunc(inVain, id, func(r vainRead, id resolve.BindingID) int { return cmp.Compare(r.variable, id) })
	if !known {
		return nil
	}
	var users []resolve.BindingID
	for ; first < len(inVain) && inVain[first].variable == id; first++ {
		users = append(users, inVain[first].reader)
	}
	return users
}

func (f *functions) holders() *holders {
	return facts.GetIn(&f.found.holders, &f.found.mem.holders, func(mem *holderMemory) *holders {
		h := newHolders(f.file, mem)
		h.findUnused()
		return h
	})
}

// holders is all variables that hold one function for all of their lives.
type holders struct {
	*File
	vars   []holder
	at     []int32 // by BindingID: 1 + index in vars; 0 for other variables
	of     []int32 // by FuncID: 1 + index in vars of what holds the function; 0 for others
	reads  []waitingRead
	unused []UnusedFunction
	// See UnusedTables: the names that only fill a table; and, by name of what is put into one,
	// 1 + index in vars of what holds the table.
	fills map[syntax.NameID]bool
	puts  map[syntax.NameID]int32
}

// vainRead is a read of variable in an unused function, that of the variable reader, as all reads of
// it are.
type vainRead struct {
	variable, reader resolve.BindingID
}

type holder struct {
	UnusedFunction
	used    bool
	waiting int32 // 1 + index of the first read that waits for this one; 0 for none
}

// waitingRead is a read of a holder inside the function of another one, or of the
// same: it counts once that is found in use.
type waitingRead struct {
	of   int32         // index in vars of what is read
	from syntax.FuncID // the function of the one that is waited for
	next int32         // 1 + index of the next read that waits for the same; 0 for none
}

func newHolders(f *File, mem *holderMemory) *holders {
	return &holders{
		File: f, at: slab.Zero(&mem.at, len(f.Unit.Res.Bindings)), of: slab.Zero(&mem.of, len(f.Unit.Tree.Funcs)),
	}
}

// findUnused finds all variables that hold a function, and which of them are unused.
func (h *holders) findUnused() {
	h.Text.EachStore(h.addStore)
	if len(h.vars) > 0 {
		h.findReads()
	}
	for i := range h.vars {
		if v := &h.vars[i]; !v.used {
			h.unused = append(h.unused, v.UnusedFunction)
		}
	}
}

// addStore makes the variable a holder if this is the store that gives it its
// function, and the only one.
func (h *holders) addStore(_ syntax.FuncID, s *srcmap.StoreRec) {
	if s.Value != srcmap.FunctionValue {
		return
	}
	b := &h.Unit.Res.Bindings[s.Binding]
	switch {
	case s.Kind == srcmap.FunctionInit && b.Writes == 0:
	case b.Attrib == syntax.Close:
		return // where its scope ends it is closed, or its declaration raises
	case s.Kind == srcmap.Init && b.Writes == 0:
	case s.Kind == srcmap.Assign && b.Kind == resolve.Local && b.Writes == 1 && h.startsNil(b):
	default:
		return
	}
	if h.Text.Quiet(b) {
		return
	}
	fn := h.Text.ValueOf(s).Expr.(*syntax.Function)
	h.vars = append(h.vars, holder{UnusedFunction: UnusedFunction{
		Binding: s.Binding, Name: s.Name, Stat: s.Stat, Fn: fn.ID,
	}})
	h.at[s.Binding] = int32(len(h.vars))
	h.of[fn.ID] = int32(len(h.vars))
}

// startsNil reports whether a local is declared without a value.
func (h *holders) startsNil(b *resolve.Binding) bool {
	decl, ok := h.Unit.Tree.Stats[b.Stat].(*syntax.Local)
	return ok && len(decl.Exprs()) == 0
}

func (h *holders) findReads() {
	owners, refs, holderAt := h.Text.Owners(), h.Unit.Res.Refs, h.at
	for i := range refs {
		ref := &refs[i]
		at := holderAt[ref.Binding]
		if at == 0 || h.vars[at-1].used || !h.isRead(syntax.NameID(i), ref) {
			continue
		}
		from := owners.Of(syntax.NameID(i))
		if into := h.puts[syntax.NameID(i)]; into != 0 && !h.vars[into-1].used {
			h.waitFor(into-1, at-1, from)
		} else {
			h.wait(at-1, from)
		}
	}
	for i := range h.vars {
		if !h.vars[i].used {
			h.addUser(&h.vars[i])
		}
	}
}

// isRead reports whether an occurrence reads a variable, for more than to fill its table.
func (h *holders) isRead(n syntax.NameID, ref *resolve.Ref) bool {
	return !ref.Write && ref.Kind != resolve.Declaration && !h.fills[n]
}

// addUser adds an unused holder to the users of what it reads.
func (h *holders) addUser(user *holder) {
	for at := user.waiting; at != 0; at = h.reads[at-1].next {
		read := &h.vars[h.reads[at-1].of]
		n := len(read.Users)
		if !read.used && (n == 0 || read.Users[n-1] != user.Binding) {
			read.Users = append(read.Users, user.Binding)
		}
	}
}

// wait follows the functions around a read of variable v, from the innermost one
// outwards, and stops at the first that is not known to be in use. If there is none,
// v is in use.
func (h *holders) wait(v int32, from syntax.FuncID) {
	outside := h.Unit.Res.Bindings[h.vars[v].Binding].Func
	for fn := h.Unit.Tree.Funcs[from]; fn.ID != outside; fn = fn.Parent {
		at := h.of[fn.ID]
		if at != 0 && !h.vars[at-1].used {
			h.waitFor(at-1, v, fn.ID)
			return
		}
	}
	h.use(v)
}

// waitFor defers a read of variable v in a function until another variable, holder, is known to
// be in use.
func (h *holders) waitFor(holder, v int32, from syntax.FuncID) {
	h.reads = append(h.reads, waitingRead{of: v, from: from, next: h.vars[holder].waiting})
	h.vars[holder].waiting = int32(len(h.reads))
}

// use marks variable v as in use and lets the reads that wait for it go on.
func (h *holders) use(v int32) {
	if h.vars[v].used {
		return
	}
	h.vars[v].used = true
	for at := h.vars[v].waiting; at != 0; {
		r := h.reads[at-1]
		h.wait(r.of, r.from)
		at = r.next
	}
}

// findInVain returns, by variable, the reads of those that only unused functions read; owners is at
// the start of the text.
func (h *holders) findInVain(owners textmap.Owners) (inVain []vainRead) {
	used := make([]bool, len(h.at))
	for i := range h.Unit.Res.Refs {
		ref := &h.Unit.Res.Refs[i]
		id := ref.Binding
		if id == 0 || ref.Write || ref.Kind == resolve.Declaration || used[id] {
			continue
		}
		by := resolve.BindingID(0)
		if ref.Kind != resolve.ToGlobal {
			by = h.unusedAround(owners.Of(syntax.NameID(i)), id)
		}
		if used[id] = by == 0; !used[id] {
			inVain = append(inVain, vainRead{id, by})
		}
	}
	inVain = slices.DeleteFunc(inVain, func(r vainRead) bool { return used[r.variable] })
	slices.SortFunc(inVain, func(a, b vainRead) int {
		return cmp.Or(cmp.Compare(a.variable, b.variable), cmp.Compare(a.reader, b.reader))
	})
	return slices.Compact(inVain)
}

// unusedAround returns the variable of the innermost unused function around fn, inside the
// function that a variable is declared in; 0 if there is none.
func (h *holders) unusedAround(fn syntax.FuncID, id resolve.BindingID) resolve.BindingID {
	outside := h.Unit.Res.Bindings[id].Func
	for f := h.Unit.Tree.Funcs[fn]; f.ID != outside; f = f.Parent {
		if at := h.of[f.ID]; at != 0 && !h.vars[at-1].used {
			return h.vars[at-1].Binding
		}
	}
	return 0
}
