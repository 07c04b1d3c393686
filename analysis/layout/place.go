package layout

// Place lays a graph out.
func Place(g Graph) Placed {
	p := &placer{Graph: g}
	p.turnRound()
	p.rank()
	p.makeLayers()
	p.order()
	p.coordinates()
	return p.route()
}
