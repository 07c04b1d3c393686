package scip

// The messages of scip.proto, with the fields that are written, and the numbers of these.

// The fields of the message Index.
const (
	indexMetadata  = 1
	indexDocuments = 2
	indexExternal  = 3
)

// languageLua is the name of the language; utf8 the number of both encodings: of texts, and of columns, which count bytes.
const (
	languageLua = "Lua"
	utf8        = 1
)

// metadata returns a Metadata.
func metadata(root, version string) message {
	tool := message(nil).text(1, "luaflow").text(2, version)
	return message(nil).embed(2, tool).text(3, root).number(4, utf8)
}

// documentOf returns a Document.
func documentOf(path string, occurrences []*occurrence, infos []*information) (m message) {
	m = m.text(1, path)
	for _, o := range occurrences {
		m = m.embed(2, o.encode())
	}
	for _, s := range infos {
		m = m.embed(3, s.encode())
	}
	return m.text(4, languageLua).number(6, utf8)
}

// occurrence is an Occurrence.
type occurrence struct {
	// at and enclosing are ranges of three or four numbers: those of messages of their own, which scip.proto would rather have, many tools do
	// not know yet.
	at, enclosing []int32
	symbol        string
	roles         int32
	diagnostics   []diagnostic
}

func (o *occurrence) encode() message {
	m := message(nil).packed(1, o.at).text(2, o.symbol).number(3, o.roles)
	for i := range o.diagnostics {
		m = m.embed(6, o.diagnostics[i].encode())
	}
	return m.packed(7, o.enclosing)
}

// The roles of an occurrence.
const (
	roleDefinition  = 0x1
	roleImport      = 0x2
	roleWriteAccess = 0x4
	roleReadAccess  = 0x8
)

// diagnostic is a Diagnostic.
type diagnostic struct {
	severity      int32
	code, message string
	tags          []int32
}

// The severities and tags.
const (
	severityError   = 1
	severityWarning = 2
	severityHint    = 4

	tagUnnecessary = 1
	tagDeprecated  = 2
)

func (d *diagnostic) encode() message {
	return message(nil).number(1, d.severity).text(2, d.code).text(3, d.message).text(4, "luaflow").packed(5, d.tags)
}

// information is a SymbolInformation.
type information struct {
	symbol        string
	documentation []string // none of it ""
	relationships []relationship
	kind          int32
	name          string
	signature     string
	enclosing     string
}

// The kinds of symbols.
const (
	kindClass         = 7
	kindConstant      = 8
	kindField         = 15
	kindFunction      = 17
	kindMethod        = 26
	kindModule        = 29
	kindParameter     = 37
	kindSelfParameter = 44
	kindVariable      = 61
)

func (s *information) encode() message {
	m := message(nil).text(1, s.symbol)
	for _, text := range s.documentation {
		m = m.text(3, text)
	}
	for i := range s.relationships {
		m = m.embed(4, s.relationships[i].encode())
	}
	m = m.number(5, s.kind).text(6, s.name)
	if s.signature != "" {
		m = m.embed(7, message(nil).text(4, languageLua).text(5, s.signature))
	}
	return m.text(8, s.enclosing)
}

// relationship is a Relationship.
type relationship struct {
	symbol                                      string
	isReference, isImplementation, isTypeOfThis bool
}

func (r *relationship) encode() message {
	return message(nil).text(1, r.symbol).flag(2, r.isReference).flag(3, r.isImplementation).flag(4, r.isTypeOfThis)
}
