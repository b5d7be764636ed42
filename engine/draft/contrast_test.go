package draft

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/judge"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// contradicting is a network with this logit of a contradiction for each pair.
type contradicting float64

func (n contradicting) Judge(ctx context.Context, pairs []judge.Pair) ([]judge.Logits, error) {
	logits := make([]judge.Logits, len(pairs))
	for i := range logits {
		logits[i].Contradict = float64(n)
	}
	return logits, ctx.Err()
}

// damaged is a network that fails and counts its calls.
type damaged struct{ calls int }

func (n *damaged) Judge(context.Context, []judge.Pair) ([]judge.Logits, error) {
	n.calls++
	return nil, errors.New("the network is damaged")
}

const sleeps = "Sleep improves declarative memory."

func sleepless(claim string) Request {
	return Request{Claim: claim, Context: []string{"Sleep is studied in many laboratories.", claim}, Textual: true,
		Paper: &paper.Paper{Title: "Sleep and memory", Authors: []paper.Author{{Family: "Lee"}, {Family: "Chen"}},
			Abstract: "We find that sleep does not improve declarative memory."}}
}

func TestADraftThatContradictsTheClaimSaysSo(t *testing.T) {
	said := Draft{Text: Mark + " find that sleep does not improve declarative memory.", Textual: true, Form: choice.Result}
	fact := Draft{Text: "Sleep does not improve declarative memory " + Mark + ".", Form: choice.Fact}
	with := func(change func(*Draft)) Draft {
		d := said
		change(&d)
		return d
	}
	for name, c := range map[string]struct {
		claim string
		draft Draft
		want  string // "" if the draft remains as it is
	}{
		"a finding":            {sleeps, said, "In contrast, " + said.Text},
		"a fact":               {sleeps, fact, "In contrast, sleep does not improve declarative memory " + Mark + "."},
		"a cited claim":        {"Walker [CITE] found that sleep improves declarative memory [CITE].", said, "In contrast, " + said.Text},
		"no claim":             {"", said, ""},
		"the same statement":   {"Sleep does not improve declarative memory.", said, ""},
		"other memory":         {"Sleep improves procedural memory.", said, ""},
		"a question":           {"Does sleep improve declarative memory?", said, ""},
		"an open question":     {"It is unclear whether sleep improves declarative memory.", said, ""},
		"an aim":               {"The aim was to show that sleep improves declarative memory.", said, ""},
		"own work":             {"We show that sleep improves declarative memory.", said, ""},
		"the paper itself":     {"Lee and Chen (2009) find that sleep improves declarative memory.", said, ""},
		"another language":     {"Der Schlaf verbessert das Gedächtnis, und die Forscher fanden es nicht.", said, ""},
		"with a connective":    {sleeps, with(func(d *Draft) { d.Text = "However, " + d.Text }), ""},
		"already a contrast":   {sleeps, with(func(d *Draft) { d.Form = choice.Contrast }), ""},
		"a quotation":          {sleeps, with(func(d *Draft) { d.Text = strings.Replace(d.Text, "improve", "“improve", 1) + "”" }), ""},
		"work of the author":   {sleeps, with(func(d *Draft) { d.OwnWork, d.Form = true, choice.Use }), ""},
		"only a citation mark": {sleeps, Draft{Text: Mark, MarkOnly: true}, ""},
		"a name":               {"Kafka improves memory.", Draft{Text: "Kafka does not improve memory " + Mark + ".", Form: choice.Fact}, ""},
	} {
		drafts := []Draft{c.draft}
		if err := MarkContrasts(t.Context(), contradicting(5), sleepless(c.claim), drafts); err != nil {
			t.Fatal(err)
		}
		got := drafts[0]
		marked := got.Text == c.want && got.Form == Contrast && got.Contradicts && got.Notes() == Contradicting
		if c.want != "" && !marked || c.want == "" && got != c.draft {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The composer's own drafts are found contrary, and the note about another model is kept.
func TestComposedDraftsAreMarked(t *testing.T) {
	drafts, err := Composer{}.Write(t.Context(), sleepless(sleeps), 3)
	if err != nil {
		t.Fatal(err)
	}
	drafts[0].Note = "no model"
	if err := MarkContrasts(t.Context(), contradicting(5), sleepless(sleeps), drafts); err != nil {
		t.Fatal(err)
	}
	if d := drafts[0]; !strings.HasPrefix(d.Text, Contrasting+Mark+" ") || d.Notes() != Contradicting+"; no model" {
		t.Errorf("%+v", d)
	}
}

// The network is called only if rules find a contradiction. If it is missing, is not convinced or
// fails, the text stays as it is. A draft is provisional if the network failed.
func TestTheNetworkConfirmsAContrast(t *testing.T) {
	write := func() []Draft {
		drafts, err := Composer{}.Write(t.Context(), sleepless(sleeps), 1)
		if err != nil {
			t.Fatal(err)
		}
		return drafts
	}
	broken := new(damaged)
	for _, network := range []judge.Network{nil, contradicting(-5), broken} {
		drafts, want := write(), write()[0]
		want.Unjudged = network == broken
		if err := MarkContrasts(t.Context(), network, sleepless(sleeps), drafts); err != nil || drafts[0] != want || want.IsProvisional() != want.Unjudged {
			t.Errorf("%T: %+v, %v", network, drafts, err)
		}
	}
	if err := MarkContrasts(t.Context(), broken, sleepless("Sleep improves procedural memory."), write()); err != nil || broken.calls != 1 {
		t.Errorf("%d calls, %v", broken.calls, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := MarkContrasts(ctx, contradicting(5), sleepless(sleeps), write()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAConnectivePrecedesTheSentence(t *testing.T) {
	for sentence, want := range map[string]string{
		Mark + " propose it.":                                    Contrasting + Mark + " propose it.",
		"The cells grow " + Mark + ".":                           Contrasting + "the cells grow " + Mark + ".",
		"A cell grows " + Mark + ".":                             Contrasting + "a cell grows " + Mark + ".",
		"Sleep helps " + Mark + ".":                              Contrasting + "sleep helps " + Mark + ".",
		"Turing helps " + Mark + ".":                             "",
		"BERT helps " + Mark + ".":                               "",
		"IT helps " + Mark + ".":                                 "",
		"In addition, " + Mark + " propose it.":                  "",
		"However, the cells grow " + Mark + ".":                  "",
		"On the other hand, the cells grow " + Mark + ".":        "",
		"Thus the cells grow " + Mark + ".":                      "",
		"While cells grow, the roots rot " + Mark + ".":          "",
		"In line with older work, the roots rot " + Mark + ".":   "",
		"In contrast to the roots, the cells grow " + Mark + ".": "",
		"":     "",
		"\xff": "",
	} {
		if got := Connected(Contrasting, sentence); got != want {
			t.Errorf("%q: %q, want %q", sentence, got, want)
		}
	}
}
