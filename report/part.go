package report

// PartKind says what a part is a part of.
type PartKind uint8

// The kinds of parts.
const (
	Total     PartKind = iota // the calls of all fleets, and all nodes
	FleetPart                 // the calls of one fleet
	GroupPart                 // the calls of one group of a fleet
	NodePart                  // the calls to one node, and the node itself
)

var partKinds = [...]string{"total", "fleet", "group", "node"}

// Part is what a measure is taken of: a set of links and a set of nodes.
type Part struct {
	Kind  PartKind
	Name  string // "" of the total
	links []int
	nodes []int
}

// String is the name of the part in tables and files: total, fleet web, node db.
func (p Part) String() string {
	if p.Name == "" {
		return partKinds[p.Kind]
	}
	return partKinds[p.Kind] + " " + p.Name
}

// Parts lists what measures are taken of: first the total, then each fleet and node where
// there are several, and each group: a lone one may have sisters in other cells, in
// which it is their shares that vary.
func (l *Layout) Parts() []Part {
	total := Part{Kind: Total}
	var fleets, groups, nodes []Part
	for i, link := range l.Links {
		if link.Fleet != "" {
			total.links = append(total.links, i)
			fleets = addLink(fleets, FleetPart, link.Fleet, i)
		}
		if link.Group != "" {
			groups = addLink(groups, GroupPart, link.Group, i)
		}
	}
	for n, node := range l.Nodes {
		total.nodes = append(total.nodes, n)
		p := Part{Kind: NodePart, Name: node.Name, nodes: []int{n}}
		for i, link := range l.Links {
			if link.Node == n {
				p.links = append(p.links, i)
			}
		}
		nodes = append(nodes, p)
	}
	parts := []Part{total}
	if len(fleets) > 1 {
		parts = append(parts, fleets...)
	}
	parts = append(parts, groups...)
	if len(nodes) > 1 {
		parts = append(parts, nodes...)
	}
	return parts
}

func addLink(parts []Part, kind PartKind, name string, link int) []Part {
	for i := range parts {
		if parts[i].Name == name {
			parts[i].links = append(parts[i].links, link)
			return parts
		}
	}
	return append(parts, Part{Kind: kind, Name: name, links: []int{link}})
}
