package reword

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfRewording(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		p := NewPaper("A title", []string{"Soft constraints improve the accuracy of parsing of Dutch."}, nil)
		p.Own(s + Mark)
		p.Quoting(s+Mark, s)
	})
}

func TestGrowthOfReferents(t *testing.T) {
	growth.Linear(t, growth.Text, func(s string) {
		NewAntecedents([]string{s, s}).Resolve(s+Mark, 2, []string{s})
		NewPaper("", []string{s}, nil).Act(s+Mark, english.Past)
		Sound(s + Mark)
	})
}
