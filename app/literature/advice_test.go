package literature

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/llm/llmtest"
)

// Part of the prompt for a route, and the model's replies to prompts for routes and keywords.
const (
	routeQuestion = "Where should papers"
	routeAnswer   = `{"primary":"europepmc","secondary":"crossref","confidence":0.9,"reasoning":"Question answering\nof patients."}`
	keywordAnswer = `{"claims":[{"keywords":["question answering","no word of the claim","large corpora"]}]}`
)

func newModel(t *testing.T) *llmtest.Host {
	return llmtest.Answering(t, func(asked string) string {
		if strings.Contains(asked, routeQuestion) {
			return routeAnswer
		}
		return keywordAnswer
	})
}

// routes returns the number of prompts that ask for a route. All other prompts ask for keywords.
func routes(m *llmtest.Host) int { return strings.Count(m.Asked(), routeQuestion) }

func keywords(m *llmtest.Host) int { return m.Count() - routes(m) }

// advisedDesk returns a desk with a language model.
func advisedDesk(t *testing.T, m *llmtest.Host) *desk {
	t.Helper()
	d := newDesk(t, "crossref", "europepmc")
	d.settings.LLM.URL, d.settings.LLM.Model = m.URL, "small"
	return d
}

func TestAModelChoosesKeywordsAndSourcesAndIsAskedOnce(t *testing.T) {
	m := newModel(t)
	d := advisedDesk(t, m)
	d.Replay("www.ebi.ac.uk/", "europepmc/search-none.json")
	d.Replay("api.crossref.org/", "crossref/works-query.json")
	l := d.literature()
	p, err := l.Propose(t.Context(), transformers)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Keywords, []string{"question answering", "large corpora"}) || !slices.Equal(p.Primary, []string{"europepmc"}) || p.By != "small" || p.Reasoning != "Question answering of patients." || len(p.Notices) > 0 {
		t.Errorf("%+v", p)
	}
	typed := transformers
	// keywords at several moments while the user types
	for _, keywords := range [][]string{{"question"}, {"question answering"}, p.Keywords} {
		typed.Keywords = keywords
		again, err := l.Propose(t.Context(), typed)
		if err != nil || !slices.Equal(again.Primary, p.Primary) || !slices.Equal(again.Keywords, keywords) {
			t.Errorf("%v: %+v", err, again)
		}
	}
	if asked := d.Requests(); len(asked) > 0 {
		t.Fatal(asked)
	}
	if _, err := l.Search(t.Context(), typed, p, nil); err != nil || len(d.Requests()) == 0 {
		t.Errorf("%v after %q", err, d.Requests())
	}
	if routes(m) != 1 || keywords(m) != 1 {
		t.Errorf("the model was asked for %d routes and %d lists of keywords", routes(m), keywords(m))
	}
}

func TestWithoutTheModelTheLocalRouterChoosesAndSaysSo(t *testing.T) {
	m := newModel(t)
	m.Fail(http.StatusInternalServerError)
	plain, err := newDesk(t, "crossref", "europepmc").literature().Propose(t.Context(), transformers)
	if err != nil {
		t.Fatal(err)
	}
	l := advisedDesk(t, m).literature()
	p, err := l.Propose(t.Context(), transformers)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Notices) != 1 || p.Notices[0].Code != wire.NoticeAdvice || p.By != "" {
		t.Errorf("%+v", p)
	}
	if !slices.Equal(p.Keywords, plain.Keywords) || !slices.Equal(p.Primary, plain.Primary) || len(plain.Notices) > 0 {
		t.Errorf("%+v is not %+v", p, plain)
	}
	m.Fail(0)
	if p, err := l.Propose(t.Context(), transformers); err != nil || p.By != "small" {
		t.Errorf("%v, %+v: the model is not asked anew", err, p)
	}
}

func TestEachClaimOfASelectionIsAdvised(t *testing.T) {
	m := newModel(t)
	d := advisedDesk(t, m)
	all, err := d.literature().Batch(t.Context(), wire.OnlineClaim{Text: transformers.Text, Title: "On Models"})
	if err != nil || len(all) != 1 || !slices.Equal(all[0].Keywords, []string{"question answering", "large corpora"}) {
		t.Errorf("%v, %+v", err, all)
	}
	given, err := d.literature().Batch(t.Context(), wire.OnlineClaim{Text: transformers.Text, Keywords: []string{"pooling"}})
	if err != nil || !slices.Equal(given[0].Keywords, []string{"pooling"}) || keywords(m) != 1 {
		t.Errorf("%v, %+v, asked for keywords %d times", err, given, keywords(m))
	}
}

func TestAModelOnAnotherMachineIsNotAskedForAdviceWithoutAWord(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	d := newDesk(t, "crossref")
	d.settings.LLM.URL = "https://models.invalid/v1"
	p, err := d.literature().Propose(t.Context(), transformers)
	if err != nil || len(p.Notices) != 1 || !strings.Contains(p.Notices[0].Text, "models.invalid") {
		t.Errorf("%v, %+v", err, p)
	}
}
