package keyword

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestATreeArrivesAsItWasSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sent := Tree{drawTree(t, 3)}
		raw, err := json.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		var arrived Tree
		if err := json.Unmarshal(raw, &arrived); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if diff := cmp.Diff(sent, arrived, withoutPlaces); diff != "" {
			t.Fatalf("%s:\n%s", raw, diff)
		}
	})
}

func TestTheEmptyQueryIsNull(t *testing.T) {
	raw, err := json.Marshal(struct{ Tree Tree }{})
	if err != nil || string(raw) != `{"Tree":null}` {
		t.Errorf("%s, %v", raw, err)
	}
	arrived := Tree{Phrase{Words: []string{"x"}}}
	if err := json.Unmarshal([]byte("null"), &arrived); err != nil || arrived.Expr != nil {
		t.Errorf("%v, %v", arrived, err)
	}
}

func FuzzTree(f *testing.F) {
	f.Add(`{"and":[{"phrase":["a","b"]},{"not":{"years":[2010,0]}}]}`)
	f.Add(`{"or":[{"near":["a"]},{"anywhere":["b"]},{"field":"author","words":["gu"],"begins":true}]}`)
	f.Add(`{"field":"isbn","words":["1"]}`)
	f.Add(strings.Repeat(`{"not":`, 30) + `{"phrase":["x"]}` + strings.Repeat("}", 30))
	f.Fuzz(func(t *testing.T, raw string) {
		var tree Tree
		if err := json.Unmarshal([]byte(raw), &tree); err != nil {
			return
		}
		depth, most := 0, 0
		eachLevel(tree.Expr, &depth, &most)
		if again, err := json.Marshal(tree); err != nil || most > maxDepth {
			t.Errorf("%s is %d deep and sent on as %s, %v", raw, most, again, err)
		}
	})
}

// eachLevel measures the depth of a tree.
func eachLevel(e Expr, depth, most *int) {
	*depth++
	*most = max(*most, *depth)
	switch e := e.(type) {
	case And:
		for _, operand := range e.Operands {
			eachLevel(operand, depth, most)
		}
	case Or:
		for _, operand := range e.Operands {
			eachLevel(operand, depth, most)
		}
	case Not:
		eachLevel(e.Operand, depth, most)
	}
	*depth--
}

func TestATreeThatIsTooLargeOrDeepIsRefused(t *testing.T) {
	for name, raw := range map[string]string{
		"deep":     strings.Repeat(`{"not":`, 5000) + `{"phrase":["x"]}` + strings.Repeat("}", 5000),
		"large":    `{"phrase":["` + strings.Repeat("x", maxTree) + `"]}`,
		"nothing":  `{}`,
		"a hole":   `{"and":[null,{"phrase":["x"]}]}`,
		"no field": `{"field":"isbn","words":["1"]}`,
	} {
		var tree Tree
		if err := json.Unmarshal([]byte(raw), &tree); err == nil {
			t.Errorf("%s: it is %v", name, tree.Expr)
		}
	}
}
