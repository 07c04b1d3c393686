package bytecode

// What the tests outside the package look at.

const Header = header

func ChildPath(path string, i int) string { return childPath(path, i) }
