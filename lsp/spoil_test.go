package lsp

import (
	"reflect"
	"strings"
	"unsafe"

	"luaflow/lsp/session"
)

// spoil writes over all that lies in the memory that a version of a document has left: who still holds
// on to a part of it reads nonsense, or panics.
func spoil(left *session.Memory) {
	scribble(reflect.ValueOf(left).Elem(), map[unsafe.Pointer]bool{}, false)
}

// scribble writes over a value, and over the arrays of its slices to their ends. What pointers lead to is
// left alone, and the slices that are parts of elements: what lies in the memory lies in its own arrays, and the others
// may be of what is shared, such as the facts of functions that other versions have too.
func scribble(v reflect.Value, seen map[unsafe.Pointer]bool, isElement bool) {
	if !v.CanSet() {
		v = reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	}
	switch v.Kind() {
	case reflect.Struct:
		if strings.HasPrefix(v.Type().PkgPath(), "sync") {
			return
		}
		for i := range v.NumField() {
			scribble(v.Field(i), seen, isElement)
		}
	case reflect.Array:
		for i := range v.Len() {
			scribble(v.Index(i), seen, isElement)
		}
	case reflect.Slice:
		at := v.UnsafePointer()
		if isElement || v.Cap() == 0 || seen[at] {
			v.SetZero()
			return
		}
		seen[at] = true
		all := v.Slice(0, v.Cap())
		isList := v.Type().Elem().Kind() == reflect.Slice
		for i := range all.Len() {
			scribble(all.Index(i), seen, !isList)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(0x5a)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(0x5a)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString("what was left")
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Map:
		v.SetZero()
	}
}
