package cite

import (
	"slices"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A sentence with weak support from its paper is offered after the citation mark, whatever the
// setting.
func TestTheMarkIsFirstWhereTheBestSentenceIsWeaklySupported(t *testing.T) {
	supported := func(score float64) (o Option) {
		o.Judge(engine.Draft{Text: "It is so " + engine.Mark + ".", Evidence: engine.Highlight{Text: "It is.", Score: score}}, nil)
		return o
	}
	for _, c := range []struct {
		o       Option
		setting string
		want    []Action
	}{
		{supported(0.79), config.PreferSentence, []Action{WriteMark, WriteSentence}},
		{supported(0.8), config.PreferSentence, []Action{WriteSentence, WriteMark}},
		{supported(0.99), config.PreferMark, []Action{WriteMark, WriteSentence}},
		{Option{MarkOnly: true}, config.PreferSentence, []Action{WriteMark}},
		{Option{Weak: true, Cited: true}, config.PreferMark, []Action{WriteSentence}},
	} {
		if got := c.o.Actions(c.setting); !slices.Equal(got, c.want) {
			t.Errorf("%+v, prefer %s: %v", c.o, c.setting, got)
		}
	}
}
