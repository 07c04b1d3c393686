package nav

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/place"
	"luaflow/compile/source"
)

// A graph drawn with letters: the blocks one after another, each with its lines, and on the left a
// line to each block that control does not come to from the one above.
//
//	   b0
//	     2  local rate = 0.1
//	     3  if cart.vip then
//	╭─── to b2 if `cart.vip` is false
//	│  b1
//	│    4  rate = 0.2
//	│╭── to b3
//	╰┼▶b2
//	 │   6  rate = 0.05
//	 ╰▶b3
//	     8  return cart.total * rate

// Drawing is a graph as text.
type Drawing struct {
	Text string // in lines that end with \n
	// Lines are those that stand for lines of the program, by Line of the drawing.
	Lines []DrawnLine
}

// DrawnLine is a line of a drawing that stands for one of the program.
type DrawnLine struct {
	Line   int         // of Drawing.Text, from 0
	Span   source.Span // the part of the line of the program that is meant
	Status Status      // as in the BlockLine
}

// row is a line of a drawing, to the right of the lines that lead from block to block.
type row struct {
	text   string
	comes  int // the block that begins here; -1 for none
	goes   int // the block that control goes to from here, past others; -1 for none
	source *BlockLine
}

// Draw returns a drawing of g, which is a graph of a function in file. It calls step for each line, so that the work
// on a large function can be stopped.
func (g *Graph) Draw(file *source.File, step func()) Drawing {
	rows := g.rows(file, step)
	gutter := gutterOf(rows, len(g.Blocks))
	var d Drawing
	var text strings.Builder
	for i, r := range rows {
		step()
		text.WriteString(strings.TrimRight(gutter[i]+r.text, " ") + "\n")
		if r.source != nil {
			d.Lines = append(d.Lines, DrawnLine{i, r.source.Span, r.source.Status})
		}
	}
	d.Text = text.String()
	return d
}

// rows returns the lines of the drawing of g.
func (g *Graph) rows(file *source.File, step func()) (rows []row) {
	digits := len(fmt.Sprint(file.NumLines()))
	for b := range g.Blocks {
		block := &g.Blocks[b]
		rows = append(rows, row{text: block.Title(b), comes: b, goes: -1})
		for i := range block.Lines {
			step()
			line := &block.Lines[i]
			text := place.Shorten(file.LineText(line.Line))
			rows = append(rows, row{text: fmt.Sprintf("  %*d  %s", digits, line.Line+1, text), comes: -1, goes: -1, source: line})
		}
		for _, edge := range block.Edges {
			if edge.To == b+1 {
				continue
			}
			text := fmt.Sprintf(" to b%d", edge.To)
			if edge.If != "" {
				text += " if " + edge.If
			}
			rows = append(rows, row{text: text, comes: -1, goes: edge.To})
		}
	}
	return rows
}

// Title returns what is said of a block as a whole: "b3, begins a loop".
func (b *Block) Title(number int) string {
	title := fmt.Sprintf("b%d", number)
	if b.Status == Unreachable {
		return title + ", never executed"
	}
	if b.Loop == number {
		title += ", begins a loop"
	} else if b.Loop >= 0 {
		title += fmt.Sprintf(", in the loop of b%d", b.Loop)
	}
	return title
}

// maxColumns is how many lines a drawing has side by side. Where more would be needed the words of an
// edge must do.
const maxColumns = 16

// column is one line on the left: to a block, from all the places from which control jumps there.
type column struct {
	block    int // that it leads to
	from, to int // the first and the last row
	comes    int // the row of the block
	at       int // counted from the right
}

// gutterOf returns what stands on the left of each row.
func gutterOf(rows []row, blocks int) []string {
	columns := columnsOf(rows, blocks)
	width := 0
	for _, c := range columns {
		width = max(width, c.at+1)
	}
	lines := make([][]rune, len(rows))
	for i := range lines {
		lines[i] = []rune(strings.Repeat(" ", width+2))
	}
	for _, c := range columns {
		for i := c.from; i <= c.to; i++ {
			lines[i][width-1-c.at] = '│'
		}
	}
	for _, c := range columns { // a row turns in one column at most
		for i := c.from; i <= c.to; i++ {
			if i == c.comes || rows[i].goes == c.block {
				c.turn(lines[i], i, width)
			}
		}
	}
	gutter := make([]string, len(rows))
	for i := range lines {
		gutter[i] = string(lines[i])
	}
	return gutter
}

// turn draws the way from the column to the text of row i, or back, over the columns between.
func (c *column) turn(line []rune, i, width int) {
	x := width - 1 - c.at
	switch {
	case i == c.from:
		line[x] = '╭'
	case i == c.to:
		line[x] = '╰'
	default:
		line[x] = '├'
	}
	for x++; x < len(line); x++ {
		if line[x] == '│' {
			line[x] = '┼'
		} else {
			line[x] = '─'
		}
	}
	if i == c.comes {
		line[len(line)-1] = '▶'
	}
}

// columnsOf returns the columns, the shorter ones further to the right.
func columnsOf(rows []row, blocks int) (columns []column) {
	byBlock := make([]column, blocks)
	isUsed := make([]bool, blocks)
	for i, r := range rows {
		if r.comes >= 0 {
			byBlock[r.comes].comes = i
		}
	}
	for i, r := range rows {
		if r.goes < 0 {
			continue
		}
		c := &byBlock[r.goes]
		if !isUsed[r.goes] {
			isUsed[r.goes] = true
			c.block = r.goes
			c.from, c.to = min(i, c.comes), max(i, c.comes)
		}
		c.from, c.to = min(c.from, i), max(c.to, i)
	}
	for b, c := range byBlock {
		if isUsed[b] {
			columns = append(columns, c)
		}
	}
	slices.SortStableFunc(columns, func(a, b column) int { return (a.to - a.from) - (b.to - b.from) })
	taken := make([]uint32, len(rows)) // a bit for each column
	kept := columns[:0]
	for _, c := range columns {
		var used uint32
		for i := c.from; i <= c.to; i++ {
			used |= taken[i]
		}
		for c.at = 0; c.at < maxColumns && used>>c.at&1 != 0; c.at++ {
		}
		if c.at == maxColumns {
			continue
		}
		for i := c.from; i <= c.to; i++ {
			taken[i] |= 1 << c.at
		}
		kept = append(kept, c)
	}
	return kept
}
