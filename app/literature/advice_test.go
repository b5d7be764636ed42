package literature

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// A model that answers the questions about routes and keywords, and counts them.
type model struct {
	routes, keywords int
	status           int
	asked            string // all that it was
}

const (
	routeAnswer   = `{"primary":"europepmc","secondary":"crossref","confidence":0.9,"reasoning":"Question answering\nof patients."}`
	keywordAnswer = `{"claims":[{"keywords":["question answering","no word of the claim","large corpora"]}]}`
)

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m.asked += string(body)
	answer := keywordAnswer
	if strings.Contains(string(body), "Where should papers") {
		answer = routeAnswer
		m.routes++
	} else {
		m.keywords++
	}
	said, _ := json.Marshal(answer)
	w.Header().Set("Content-Type", "application/json")
	if m.status != 0 {
		w.WriteHeader(m.status)
	}
	fmt.Fprintf(w, `{"choices":[{"finish_reason":"stop","message":{"content":%s}}]}`, said)
}

// advisedDesk has a model that is asked for advice.
func advisedDesk(t *testing.T, m *model) *desk {
	t.Helper()
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	d := newDesk(t, "crossref", "europepmc")
	d.settings.LLM.URL, d.settings.LLM.Model = server.URL, "small"
	return d
}

func TestAModelChoosesKeywordsAndSourcesAndIsAskedOnce(t *testing.T) {
	m := &model{}
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
	for _, keywords := range [][]string{{"question"}, {"question answering"}, p.Keywords} { // as the user types
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
	if m.routes != 1 || m.keywords != 1 {
		t.Errorf("the model was asked for %d routes and %d lists of keywords", m.routes, m.keywords)
	}
}

func TestWithoutTheModelTheLocalRouterChoosesAndSaysSo(t *testing.T) {
	m := &model{status: http.StatusInternalServerError}
	plain, err := newDesk(t, "crossref", "europepmc").literature().Propose(t.Context(), transformers)
	if err != nil {
		t.Fatal(err)
	}
	l := advisedDesk(t, m).literature()
	p, err := l.Propose(t.Context(), transformers)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Notices) != 1 || p.Notices[0].Code != app.NoticeAdvice || p.By != "" {
		t.Errorf("%+v", p)
	}
	if !slices.Equal(p.Keywords, plain.Keywords) || !slices.Equal(p.Primary, plain.Primary) || len(plain.Notices) > 0 {
		t.Errorf("%+v is not %+v", p, plain)
	}
	m.status = 0
	if p, err := l.Propose(t.Context(), transformers); err != nil || p.By != "small" {
		t.Errorf("%v, %+v: the model is not asked anew", err, p)
	}
}

func TestEachClaimOfASelectionIsAdvised(t *testing.T) {
	m := &model{}
	d := advisedDesk(t, m)
	all, err := d.literature().Batch(t.Context(), app.OnlineClaim{Text: transformers.Text, Title: "On Models"})
	if err != nil || len(all) != 1 || !slices.Equal(all[0].Keywords, []string{"question answering", "large corpora"}) {
		t.Errorf("%v, %+v", err, all)
	}
	given, err := d.literature().Batch(t.Context(), app.OnlineClaim{Text: transformers.Text, Keywords: []string{"pooling"}})
	if err != nil || !slices.Equal(given[0].Keywords, []string{"pooling"}) || m.keywords != 1 {
		t.Errorf("%v, %+v, asked for keywords %d times", err, given, m.keywords)
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
