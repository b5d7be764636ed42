package usage

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
)

func TestPairsThatAbstractsUse(t *testing.T) {
	for name, got := range map[string]bool{
		"address a problem":   IsObject("address", "problem"),
		"principal component": IsModifier("principal", "component"),
		"method for":          Takes("method", "for"),
		"not address a pear":  !IsObject("address", "pear"),
		"not principal pear":  !IsModifier("principal", "pear"),
		"not method versus":   !Takes("method", "versus"),
	} {
		if !got {
			t.Error(name)
		}
	}
}

// A pair is in the table if it occurs often enough, and at least as often as would be expected by chance.
func TestCounts(t *testing.T) {
	c := NewCounts()
	for range 2 {
		c.Add("We measure small roots.")
		c.Add("We address problems.")
	}
	c.Add("The roots were measured in a large field.")
	c.Add("We address the yield of large roots.")
	kept := pairs
	defer func() { pairs = kept }()
	table := english.ReadTable(c.Table())
	pairs = func() english.Table { return table }
	if !IsObject("measure", "root") || IsObject("address", "problem") || IsModifier("large", "root") {
		t.Error(IsObject("measure", "root"), IsObject("address", "problem"), IsModifier("large", "root"))
	}
}
