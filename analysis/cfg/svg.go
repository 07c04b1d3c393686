package cfg

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"luaflow/analysis/layout"
	"luaflow/compile/bytecode"
)

// A picture of graphs as SVG, for browsers and documents.

// Sizes in the picture: how many pixels the unit of a layout has, and how far all stands from the border and functions from
// one another, in units.
const (
	scale  = 8
	border = 2.0
)

// style is how the picture looks, by day and by night.
const style = `text { font: 13px ui-monospace, monospace; fill: #1f2328; white-space: pre }
.title { font-weight: bold }
rect { fill: #f6f8fa; stroke: #59636e }
path { fill: none; stroke: #59636e; stroke-width: 1.2 }
.second { stroke-dasharray: 5 3 }
.back { stroke: #0969da }
.dead text { fill: #818b98 }
.dead rect, path.dead { stroke: #d1d9e0 }
.paper { fill: #ffffff; stroke: none }
marker path { fill: #59636e; stroke: none }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
rect { fill: #151b23; stroke: #9198a1 }
path { stroke: #9198a1 }
.back { stroke: #4493f8 }
.dead text { fill: #656c76 }
.dead rect, path.dead { stroke: #3d444d }
.paper { fill: #0d1117; stroke: none }
marker path { fill: #9198a1; stroke: none }
}
`

// WriteSVG draws the graphs of main and of every function in it as one picture, one below the other, each in layers from the
// entry down. The second of two edges is dashed, and edges back to the header of a loop are blue; blocks that cannot be
// reached are grey.
func WriteSVG(w io.Writer, main *bytecode.Proto) error {
	var pictures []svgPicture
	width, height := 0.0, border
	_ = eachFunc(io.Discard, main, func(_ *bufio.Writer, g *Graph, path string, _ *Memory) { // which writes nothing
		p := svgOf(g, title(g.Proto, path))
		p.top = height
		pictures = append(pictures, p)
		width, height = max(width, p.width), height+p.height+border
	})
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" role="img">`+"\n", pixels(width+2*border), pixels(height))
	fmt.Fprintf(b, "<title>Control-flow graphs</title>\n<style>\n%s</style>\n", style)
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>` + "\n")
	b.WriteString(`<rect class="paper" width="100%" height="100%"/>` + "\n")
	for _, p := range pictures {
		fmt.Fprintf(b, `<g transform="translate(%s %s)">`+"\n%s</g>\n", pixels(border), pixels(p.top), p.text)
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

// svgPicture is the picture of one function.
type svgPicture struct {
	text               string
	top, width, height float64 // in units
}

// svgOf draws one function.
func svgOf(g *Graph, name string) svgPicture {
	blocks := make([][]string, len(g.Blocks))
	var in layout.Graph
	for b, block := range g.Blocks {
		for pc := block.Start; pc < block.End; pc++ {
			blocks[b] = append(blocks[b], shortened(fmt.Sprintf("%d  %s", pc+1, bytecode.Format(g.Proto, int(pc)))))
		}
		in.Nodes = append(in.Nodes, layout.SizeOf(blockTitle(b), blocks[b]))
		for _, to := range g.Succs(BlockID(b)) {
			in.Edges = append(in.Edges, layout.Edge{From: b, To: int(to), Back: g.LeadsBack(BlockID(b), to)})
		}
	}
	placed := layout.Place(in)
	const head = 2 * layout.LineHeight // the height of the name above the graph
	var text strings.Builder
	fmt.Fprintf(&text, `<text class="title" y="%s">%s</text>`+"\n", pixels(layout.LineHeight), escapeXML(name))
	e := 0
	for b := range g.Blocks {
		for k := range g.Succs(BlockID(b)) {
			class := edgeClass(g, BlockID(b), k, in.Edges[e].Back)
			fmt.Fprintf(&text, `<path%s d="%s" marker-end="url(#arrow)"/>`+"\n", class, svgPath(placed.Edges[e], head))
			e++
		}
	}
	for b := range g.Blocks {
		writeSVGBlock(&text, g, b, placed.Nodes[b], in.Nodes[b], head, blocks[b])
	}
	return svgPicture{text.String(), 0, max(placed.Width, float64(utf8.RuneCountInString(name))), placed.Height + head}
}

// edgeClass returns the class of an edge, as an attribute; "" for a plain one.
func edgeClass(g *Graph, from BlockID, k int, isBack bool) string {
	var classes []string
	if k > 0 {
		classes = append(classes, "second")
	}
	if isBack {
		classes = append(classes, "back")
	}
	if g.Rank(from) < 0 {
		classes = append(classes, "dead")
	}
	if classes == nil {
		return ""
	}
	return ` class="` + strings.Join(classes, " ") + `"`
}

func blockTitle(b int) string { return fmt.Sprintf("b%d", b) }

// writeSVGBlock draws a block below a name that is so high.
func writeSVGBlock(w *strings.Builder, g *Graph, b int, at layout.Point, size layout.Size, head float64, lines []string) {
	class := ""
	if g.Rank(BlockID(b)) < 0 {
		class = ` class="dead"`
	}
	fmt.Fprintf(w, "<g%s>\n", class)
	fmt.Fprintf(w, `<rect x="%s" y="%s" width="%s" height="%s" rx="4"/>`+"\n", pixels(at.X), pixels(at.Y+head), pixels(size.Width), pixels(size.Height))
	for i, line := range append([]string{blockTitle(b)}, lines...) {
		kind := ""
		if i == 0 {
			kind = ` class="title"`
		}
		fmt.Fprintf(w, `<text%s x="%s" y="%s">%s</text>`+"\n", kind, pixels(at.X+1), pixels(at.Y+head+layout.LineHeight*(float64(i)+1)), escapeXML(line))
	}
	w.WriteString("</g>\n")
}

// svgPath returns the points of an edge below a name that is so high.
func svgPath(points [][2]float64, head float64) string {
	var b strings.Builder
	for i, at := range points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&b, "%s%s %s", command, pixels(at[0]), pixels(at[1]+head))
	}
	return b.String()
}

// pixels returns a length in units as a number of pixels.
func pixels(units float64) string {
	return strings.TrimSuffix(strings.TrimSuffix(fmt.Sprintf("%.1f", units*scale), "0"), ".")
}

// maxSVGLine is how many characters a line of a block has at most.
const maxSVGLine = 72

// shortened returns a line, cut if it is too long.
func shortened(line string) string {
	if utf8.RuneCountInString(line) <= maxSVGLine {
		return line
	}
	return string([]rune(line)[:maxSVGLine-1]) + "…"
}

// escapeXML returns a text as it stands between tags: what XML has no characters for is replaced.
func escapeXML(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}
