package deadcycle

import (
	"fmt"
	"slices"

	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
)

// What is said of a cascade: first of what is at its end, then of the other variables,
// which are read for that.

// sentence is a message that is being made.
type sentence struct {
	*shape
	said map[string]resolve.BindingID // by quoted name: the first variable of that name
}

// message returns why the root is dead, and which other variables are with it.
func message(s *shape, root waste.Member) string {
	m := sentence{s, make(map[string]resolve.BindingID)}
	if s.c.Certain {
		return m.certain(root)
	}
	return m.uncertain() + ", unless a metamethod or an error depends on it"
}

func (m *sentence) certain(root waste.Member) string {
	unread, cyclic := m.numEnds()
	others := m.otherVariables(func(i int) bool { return m.c.Members[i].Read })
	switch {
	case !m.isKnown():
	case m.isRing(), unread == 0 && m.areAlone():
		return m.cycles() + m.readFor(others)
	case cyclic == 0 && len(m.variables) == 1 && (unread == 1 || m.isNeverRead(m.variables[0])):
		head := m.whyDead(root)
		if len(others) == 0 {
			earlier := "earlier values"
			if m.isPartial(m.variables[0]) {
				earlier = "some " + earlier
			}
			return fmt.Sprintf("%s, and %s are only used to %s", head, earlier, m.between(m.variables, m.variables).Aim("it"))
		}
		return head + m.readFor(others)
	case cyclic == 0 && !slices.ContainsFunc(m.variables, func(id resolve.BindingID) bool { return !m.isNeverRead(id) }):
		return m.are(m.variables) + " never read" + m.readFor(others)
	}
	head := ""
	if !root.Read {
		head = m.whyDead(root) + "; "
	}
	return head + m.inVain(m.variablesOf(func(i int) bool { return m.c.Members[i].Read }))
}

// uncertain returns the message of a cascade that a metamethod may refute. It is about the
// members that are not dead for certain.
func (m *sentence) uncertain() string {
	about := m.variablesOf(func(i int) bool { return !m.c.Members[i].Dead })
	isAbout := func(id resolve.BindingID) bool { return slices.Contains(about, id) }
	others := m.otherVariables(func(i int) bool { return isAbout(m.variable(i)) })
	switch {
	case !m.isKnown():
	case !slices.ContainsFunc(m.variables, isAbout):
		subject := m.are(about)
		object := textmap.Enumerate(m.names(m.variables))
		if slices.ContainsFunc(m.variables, m.isPartial) {
			object = "values of " + object + " that nothing needs"
		} else {
			object += ", which nothing needs"
		}
		return fmt.Sprintf("%s only used to %s", subject, m.between(about, m.allVariables()).Aim(object))
	case slices.ContainsFunc(m.variables, func(id resolve.BindingID) bool { return !isAbout(id) }):
	case m.isRing(), m.areAlone():
		return m.cycles() + m.readFor(others)
	}
	return m.inVain(about)
}

// cycles returns the clause that the variables at the end are used for nothing but themselves, or
// each other.
func (m *sentence) cycles() string {
	how := m.between(m.variables, m.variables)
	aim := how.AimToUpdate("each other", "each other")
	switch {
	case m.isRing():
	case len(m.variables) == 1 && m.isPartial(m.variables[0]):
		aim = how.Aim("the next ones")
	case len(m.variables) == 1:
		aim = how.AimToUpdate("itself", "its next value")
	default:
		aim = how.AimToUpdate("themselves", "their next values")
	}
	return fmt.Sprintf("%s only used to %s", m.are(m.variables), aim)
}

// readFor returns the clause that other variables are read for those at the end.
func (m *sentence) readFor(others []resolve.BindingID) string {
	if len(others) == 0 {
		return ""
	}
	object := "it"
	if len(m.variables) > 1 {
		object = "them"
	}
	return fmt.Sprintf("; %s only used to %s", m.are(others), m.between(others, m.allVariables()).Aim(object))
}

// inVain returns what can always be said.
func (m *sentence) inVain(ids []resolve.BindingID) string {
	return m.are(ids) + " only used for values that nothing needs"
}

// otherVariables returns the variables of some members but those at the end.
func (m *sentence) otherVariables(include func(i int) bool) []resolve.BindingID {
	return m.variablesOf(func(i int) bool { return include(i) && !slices.Contains(m.variables, m.variable(i)) })
}

// allVariables returns the variables of all members.
func (m *sentence) allVariables() []resolve.BindingID {
	return m.variablesOf(func(int) bool { return true })
}

// are returns an enumeration of variables, of some of which only some values are meant, and
// the verb.
func (m *sentence) are(ids []resolve.BindingID) string {
	names := m.names(ids)
	some := false
	for i, id := range ids {
		if m.isPartial(id) {
			names[i] = "some values of " + names[i]
			some = true
		}
	}
	if len(names) == 1 && some {
		return names[0] + " are"
	}
	return textmap.Are(names)
}

// names returns the names of variables. Of two that are called the same, one is the other.
func (m *sentence) names(ids []resolve.BindingID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = fmt.Sprintf("`%s`", m.pass.Text.Name(&m.pass.Unit.Res.Bindings[id]))
		if first, known := m.said[names[i]]; known && first != id {
			names[i] = "the other " + names[i]
		} else {
			m.said[names[i]] = id
		}
	}
	return names
}

func (m *sentence) isNeverRead(id resolve.BindingID) bool {
	return m.pass.Unit.Res.Bindings[id].Reads == 0
}

// whyDead returns why nothing reads the value of a member.
func (m *sentence) whyDead(root waste.Member) string {
	p := m.pass
	s := p.Waste.StoreOf(root)
	b := &p.Unit.Res.Bindings[s.Binding]
	name := m.names([]resolve.BindingID{s.Binding})[0]
	switch {
	case b.Reads == 0 && b.Writes == 0:
		return fmt.Sprintf("local %s is never used", name)
	case b.Reads == 0:
		return fmt.Sprintf("%s is never read", name)
	}
	f := p.At(root.Fn)
	fate := f.Waste.FateOf(s)
	return fmt.Sprintf("value assigned to %s is never read: %s", name, fate.Describe(p.Text))
}
