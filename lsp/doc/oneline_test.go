package doc

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// breaksLineSlowly compares every line break with every mask.
func (m *Manuscript) breaksLineSlowly(text string, s Span) bool {
	for at := s.Start; at < s.End; at++ {
		if text[at] != '\n' {
			continue
		}
		next := s.End - len(strings.TrimLeft(text[at:s.End], " \t\r\n"))
		isFormula := func(masked Span) bool { return masked.Start <= next && at <= masked.End && !m.IsCode(masked.End) }
		if !slices.ContainsFunc(m.Masked, isFormula) {
			return true
		}
	}
	return false
}

func TestLineBreaksAreFoundAmongOverlappingMasks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	breaks := 0
	const rounds = 20_000
	for range rounds {
		text := make([]byte, 1+random.IntN(24))
		for i := range text {
			text[i] = "ab \n\n"[random.IntN(5)]
		}
		var b Builder
		for range random.IntN(6) {
			start := random.IntN(len(text))
			end := start + 1 + random.IntN(min(8, len(text)-start))
			if random.IntN(3) == 0 {
				b.Code(start, end)
			} else {
				b.Mask(start, end)
			}
		}
		m := b.Manuscript()
		span := Span{random.IntN(len(text)), len(text)}
		got, want := breaksLine(string(text), span, m.formulas()), m.breaksLineSlowly(string(text), span)
		if got != want {
			t.Fatalf("%q in %v with %v, code %v: %v, want %v", text, span, m.Masked, m.Code, got, want)
		}
		if got {
			breaks++
		}
	}
	if breaks < rounds/10 || breaks > rounds*9/10 {
		t.Errorf("%d of %d texts have line breaks", breaks, rounds)
	}
}
