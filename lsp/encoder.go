package lsp

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"luaflow/compile/meter"
	"luaflow/lsp/session"
)

// Long results in JSON. The protocol's encoder does not return before it is done, and a result may have a million
// values: lists at any depth are encoded by pieces, between which the work can be stopped.

// piece is how many values are encoded at once.
const piece = 4000

// encoded returns a result in JSON, as codec.Marshal does, or the error of the context when that has ended. A step is taken for
// each piece of a long one, and observe, unless it is nil, called with what counts them.
func encoded(ctx context.Context, result any, observe session.Observer) (out []byte, err error) {
	e := encoder{most: piece}
	v := reflect.ValueOf(result)
	if e.weight(v, e.most) < e.most {
		return codec{}.Marshal(result)
	}
	defer context.AfterFunc(ctx, e.steps.Stop)()
	if observe != nil {
		defer observe(&e.steps)()
	}
	if !e.steps.Run(func() { err = e.value(v) }) {
		return nil, ctx.Err()
	}
	return e.out, err
}

// encoder writes values in JSON.
type encoder struct {
	most  int // values of a piece
	steps meter.Meter
	out   []byte
}

// value writes a value: at once if it is small, else what it is made of.
func (e *encoder) value(v reflect.Value) error {
	if e.weight(v, e.most) < e.most || !isTakenApart(v) {
		return e.whole(v)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return e.value(v.Elem())
	case reflect.Slice:
		return e.list(v)
	case reflect.Map:
		return e.dictionary(v)
	default:
		e.out = append(e.out, '{')
		_, err := e.fields(v, true)
		e.out = append(e.out, '}')
		return err
	}
}

// whole writes a value at once.
func (e *encoder) whole(v reflect.Value) error {
	e.steps.Step()
	if v.Kind() == reflect.Struct && v.CanAddr() {
		v = v.Addr()
	}
	some, err := codec{}.Marshal(v.Interface())
	e.out = append(e.out, some...)
	return err
}

// list writes a list, of which small elements go together.
func (e *encoder) list(v reflect.Value) error {
	e.out = append(e.out, '[')
	for from, n := 0, v.Len(); from < n; {
		if from > 0 {
			e.out = append(e.out, ',')
		}
		to := from
		for weight := 0; to < n; to++ {
			if weight += e.weight(v.Index(to), e.most); weight >= e.most {
				break
			}
		}
		if to == from { // a large one
			if err := e.value(v.Index(from)); err != nil {
				return err
			}
			from++
			continue
		}
		start := len(e.out)
		if err := e.whole(v.Slice(from, to)); err != nil {
			return err
		}
		e.out = append(e.out[:start], e.out[start+1:len(e.out)-1]...) // without the brackets
		from = to
	}
	e.out = append(e.out, ']')
	return nil
}

// dictionary writes a map whose keys are strings, in their order.
func (e *encoder) dictionary(v reflect.Value) error {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
	e.out = append(e.out, '{')
	for i, key := range keys {
		if i > 0 {
			e.out = append(e.out, ',')
		}
		if err := e.whole(reflect.ValueOf(key.String())); err != nil {
			return err
		}
		e.out = append(e.out, ':')
		if err := e.value(v.MapIndex(key)); err != nil {
			return err
		}
	}
	e.out = append(e.out, '}')
	return nil
}

// fields writes the fields of a structure, and those of the structures that are embedded in it. isFirst reports whether
// none was written yet.
func (e *encoder) fields(v reflect.Value, isFirst bool) (_ bool, err error) {
	for i := range v.NumField() {
		field := v.Field(i)
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		switch {
		case v.Type().Field(i).Anonymous && name == "":
			if isFirst, err = e.fields(field, isFirst); err != nil {
				return isFirst, err
			}
			continue
		case name == "-" || options != "" && isLeftOut(field):
			continue
		}
		if !isFirst {
			e.out = append(e.out, ',')
		}
		isFirst = false
		e.out = append(append(append(e.out, '"'), name...), `":`...)
		if err := e.value(field); err != nil {
			return isFirst, err
		}
	}
	return isFirst, nil
}

// isLeftOut reports whether an optional field is left out.
func isLeftOut(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	}
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	return v.IsZero()
}

// isTakenApart reports whether a value is written as what its type says that it is made of.
func isTakenApart(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return isTakenApart(v.Elem())
	case reflect.Slice:
		return v.Type().Elem().Kind() != reflect.Uint8
	case reflect.Map:
		return v.Type().Key().Kind() == reflect.String
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); !f.IsExported() || !f.Anonymous && f.Tag.Get("json") == "" {
				return false
			}
		}
		return true
	}
	return false
}

// weight returns how many values there are in a value, but not more than most: those in what cannot be taken apart do not
// count.
func (e *encoder) weight(v reflect.Value, most int) int {
	n := 1
	switch v.Kind() {
	case reflect.Invalid:
		return 0
	case reflect.Pointer, reflect.Interface:
		return e.weight(v.Elem(), most)
	case reflect.Slice:
		switch kind := v.Type().Elem().Kind(); {
		case kind == reflect.Uint8:
			return n
		case kind < reflect.Array: // numbers
			return min(most, n+v.Len())
		}
		for i := 0; i < v.Len() && n < most; i++ {
			n += e.weight(v.Index(i), most-n)
		}
	case reflect.Map:
		for each := v.MapRange(); n < most && each.Next(); {
			n += e.weight(each.Value(), most-n)
		}
	case reflect.Struct:
		for i := 0; i < v.NumField() && n < most; i++ {
			n += e.weight(v.Field(i), most-n)
		}
	}
	return min(n, most)
}
