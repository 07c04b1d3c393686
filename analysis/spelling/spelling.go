// Package spelling tells how much two words look alike.
package spelling

// Distance returns the least number of bytes to insert, delete or replace to make b of a
// (Levenshtein, 1966).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// IsSlip reports whether one of two words may be the other, mistyped: a letter inside it is missing, doubled or between others
// by mistake, two neighbours after the first have changed places, or one is a capital in one of them alone. What tells names apart on purpose is no slip:
// another first or last letter, digits, a letter that stands alone, as in left_x_edge, and another letter inside, as in clean and clear.
func IsSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == b {
		return false
	}
	front := 0
	for front < len(a) && a[front] == b[front] {
		front++
	}
	back := 0
	for back < len(a)-front && a[len(a)-1-back] == b[len(b)-1-back] {
		back++
	}
	x, y := a[front:len(a)-back], b[front:len(b)-back]
	switch {
	case front == 0 || back == 0 && len(x) < 2:
		return false
	case len(x) == 0: // of b, with what is around it
		return isLetter(y[0]) && (isLower(b[front-1]) || isLower(b[front+1]))
	case len(x) == 1:
		return x[0]|0x20 == y[0]|0x20 && isLetter(x[0])
	case len(x) == 2:
		return x[0] == y[1] && x[1] == y[0] && isLetter(x[0]) && isLetter(x[1])
	}
	return false
}

func isLetter(b byte) bool { return isLower(b | 0x20) }

func isLower(b byte) bool { return 'a' <= b && b <= 'z' }
