package nav

import "luaflow/analysis/place"

// answer answers a question about a name, from what is known near the function that it stands in.
func answer(q *place.Query) {
	q.Parts = q.Near(q.Text.Owner(q.Name.ID))
	q.Answer()
}
