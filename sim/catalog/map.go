package catalog

// Map is a map by name that keeps the order in which it was written, so that every
// number has a stable path and no map iteration reaches output.
type Map[T any] []Named[T]

// Named is one entry of a [Map].
type Named[T any] struct {
	Name  string
	Value T
}

// Index returns the place of name, -1 if there is none.
func (m Map[T]) Index(name string) int {
	for i := range m {
		if m[i].Name == name {
			return i
		}
	}
	return -1
}

// Names lists the names in order.
func (m Map[T]) Names() []string {
	names := make([]string, len(m))
	for i := range m {
		names[i] = m[i].Name
	}
	return names
}
