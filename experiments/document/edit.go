package document

// Put gives key the value; a key that is there keeps its place in the order. at is
// where the key is written.
func (n *Node) Put(key string, at Pos, value *Node) { n.put(key, at, value) }

// Delete takes key out of a map.
func (n *Node) Delete(key string) {
	if n == nil {
		return
	}
	for i := range n.Entries {
		if n.Entries[i].Key == key {
			n.Entries = append(n.Entries[:i], n.Entries[i+1:]...)
			return
		}
	}
}
