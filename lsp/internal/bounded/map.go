// Package bounded holds what is remembered of files and texts that a user may have
// any number of.
package bounded

// A Map holds at most Max values: one more costs the one that was put first. It is
// not safe for concurrent use.
type Map[K comparable, V any] struct {
	Max int

	values map[K]V
	order  []K // of putting
}

// Get returns the value of a key.
func (m *Map[K, V]) Get(key K) (value V, ok bool) {
	value, ok = m.values[key]
	return value, ok
}

// Put sets the value of a key.
func (m *Map[K, V]) Put(key K, value V) {
	if m.values == nil {
		m.values = make(map[K]V)
	}
	if _, known := m.values[key]; !known {
		m.forgetFirst()
		m.order = append(m.order, key)
	}
	m.values[key] = value
}

func (m *Map[K, V]) forgetFirst() {
	if len(m.values) < m.Max {
		return
	}
	delete(m.values, m.order[0])
	m.order = m.order[1:] // append moves the rest once the array is used up
}

// Delete forgets a key.
func (m *Map[K, V]) Delete(key K) {
	if _, known := m.values[key]; !known {
		return
	}
	delete(m.values, key)
	for i, other := range m.order {
		if other == key {
			m.order = append(m.order[:i], m.order[i+1:]...)
			return
		}
	}
}

// Len is how many values there are.
func (m *Map[K, V]) Len() int { return len(m.values) }

// All calls yield with each key and value, in the order of putting.
func (m *Map[K, V]) All(yield func(K, V) bool) {
	for _, key := range m.order {
		if !yield(key, m.values[key]) {
			return
		}
	}
}
