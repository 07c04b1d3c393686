package lsp

import (
	"encoding/json"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/modules"
	"luaflow/analysis/printable"
)

// diagnosticSource names this program beside each of its diagnostics.
const diagnosticSource = "luaflow"

// severities are the protocol's words for ours.
var severities = [...]protocol.DiagnosticSeverity{
	analysis.Error:   protocol.DiagnosticSeverityError,
	analysis.Warning: protocol.DiagnosticSeverityWarning,
	analysis.Hint:    protocol.DiagnosticSeverityHint,
}

// diagnostics returns the findings of a document as the client can show them.
//
// The protocol has one range for the underline and for the fading, a finding has
// two. The diagnostic stands at the name, with the tag. Where the faded text goes on
// for more lines, a second one, of the lowest rank, fades it as a whole; so do others
// with what else fades. What is to be faded alone is left out where nothing fades.
func (s *server) diagnostics(m mapper, doc string, findings []analysis.Finding) []protocol.Diagnostic {
	out := make([]protocol.Diagnostic, 0, len(findings))
	for i := range findings {
		f := &findings[i]
		if f.Imposed && !s.client.unnecessary {
			continue
		}
		d := s.diagnostic(m, doc, f)
		out = append(out, d)
		if !f.Fade.Valid() || d.Tags.Len() == 0 {
			continue
		}
		end := d.Range.End.Line
		d.Severity = protocol.DiagnosticSeverityHint
		d.RelatedInformation = nil
		if d.Range = m.rangeOf(f.Fade); d.Range.End.Line > end {
			out = append(out, d)
		}
		for _, at := range f.Fades {
			d.Range = m.rangeOf(at)
			out = append(out, d)
		}
	}
	return out
}

// incomplete is the code of what is said of parts of a text that were not looked at.
const incomplete = "incomplete"

// notes returns what was not looked at: of all of a text in its first line.
func (s *server) notes(m mapper, omitted []analysis.Omission) []protocol.Diagnostic {
	var out []protocol.Diagnostic
	for _, o := range omitted {
		d := protocol.Diagnostic{
			Severity: protocol.DiagnosticSeverityInformation,
			Code:     protocol.String(incomplete),
			Source:   protocol.NewOptional(diagnosticSource),
			Message:  protocol.String(printable.Text(o.What)),
		}
		if o.Span.Valid() {
			d.Range = m.rangeOf(o.Span)
		}
		out = append(out, d)
	}
	return out
}

func (s *server) diagnostic(m mapper, doc string, f *analysis.Finding) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:           m.rangeOf(f.Span),
		Severity:        severities[f.Severity],
		Code:            protocol.String(f.Code),
		CodeDescription: protocol.CodeDescription{Href: uri.URI(s.pages.href(f.Code))},
		Source:          protocol.NewOptional(diagnosticSource),
		Message:         protocol.String(printable.Text(f.Message)),
	}
	switch {
	case f.Fade.Valid() && s.client.unnecessary:
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	case s.client.deprecated && checks.Lookup(f.Code).Mark == analysis.Obsolete:
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagDeprecated)
	}
	if s.client.related {
		d.RelatedInformation = s.related(m, doc, f.Related)
	}
	if s.client.data && f.Luacheck != "" {
		d.Data, _ = json.Marshal(diagnosticData{Luacheck: f.Luacheck}) // cannot fail
	}
	return d
}

// diagnosticData is for tools that know luacheck's codes. The server never relies
// on getting it back.
type diagnosticData struct {
	Luacheck string `json:"luacheck"`
}

// related returns the related places of a finding in a document.
func (s *server) related(m mapper, doc string, places []analysis.Related) []protocol.DiagnosticRelatedInformation {
	var out []protocol.DiagnosticRelatedInformation
	for i := range places {
		var at protocol.Location
		switch r := &places[i]; {
		case r.IsElsewhere():
			at = s.locationOf(m.file.Name(), r.Other)
		case r.Span.Valid():
			at = protocol.Location{URI: uri.URI(doc), Range: m.rangeOf(r.Span)}
		default:
			continue
		}
		out = append(out, protocol.DiagnosticRelatedInformation{Location: at, Message: printable.Text(places[i].Message)})
	}
	return out
}

// locationOf returns a place in the program of the file at a path: the beginning of the line.
func (s *server) locationOf(path string, at modules.Place) protocol.Location {
	file := filepath.Join(s.links.programOf(path), filepath.FromSlash(at.Path))
	return protocol.Location{URI: uri.URI(s.files.uriOf(file)), Range: lineRange(at.Line)}
}
