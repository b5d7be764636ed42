package bounded

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestTheFirstOnesAreForgotten(t *testing.T) {
	m := Map[string, int]{Max: 2}
	for i, key := range []string{"a", "b", "a", "c", "b", "d"} {
		m.Put(key, i)
	}
	m.Delete("c")
	m.Delete("nothing")
	got := ""
	m.All(func(key string, value int) bool { got += fmt.Sprint(key, value, " "); return true })
	if _, ok := m.Get("b"); ok || got != "d5 " {
		t.Error(got)
	}
}

func TestAMapIsNeverLargerThanItsBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Map[int, int]{Max: rapid.IntRange(1, 5).Draw(t, "max")}
		for i, key := range rapid.SliceOf(rapid.IntRange(-9, 9)).Draw(t, "keys") {
			if m.Put(key, i); key < 0 {
				m.Delete(key)
			}
			got, ok := m.Get(key)
			if m.Len() > m.Max || len(m.order) != m.Len() || ok != (key >= 0) || ok && got != i {
				t.Fatalf("%+v", m)
			}
		}
	})
}
