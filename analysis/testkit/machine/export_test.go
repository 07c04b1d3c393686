package machine

// LibraryNames returns the names of all functions of the library, in no order.
func LibraryNames() []string {
	var names []string
	for prefix, l := range map[string]library{
		"": basic, "string.": stringLibrary, "table.": tableLibrary, "math.": mathLibrary,
		"coroutine.": coroutineLibrary, "io.": ioLibrary, "os.": osLibrary, "debug.": debugLibrary,
	} {
		for name := range l {
			names = append(names, prefix+name)
		}
	}
	return names
}
