package analysis

import (
	"fmt"

	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
)

// UsedBy returns which unused functions use a variable, in words, and where those are.
func UsedBy(p *Pass, users []resolve.BindingID) (text string, related []Related) {
	names := make([]string, len(users))
	for i, id := range users {
		b := &p.Unit.Res.Bindings[id]
		names[i] = fmt.Sprintf("`%s`", p.Text.Name(b))
		related = append(related, Related{Span: b.Decl.Span(), Message: names[i] + " is unused too"})
	}
	text = "only used by " + textmap.Enumerate(names)
	if len(names) == 1 {
		return text + ", which is unused too", related
	}
	return text + ", which are unused too", related
}
