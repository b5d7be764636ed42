package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/llm/llmtest"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"go.lsp.dev/uri"
)

const askText = "Ten probing tasks capture simple linguistic features of sentences.\n"

// playAsking opens a manuscript and the demo's index, with the language model given in the settings.
func playAsking(t *testing.T, capabilities, settings string, trust *config.Trust) (p *player, path string) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	write(t, filepath.Join(dir, "refs.bib"), "")
	p, err := play(t.Context(), Options{Openers: backend.Openers{Engine: openDemo}, Trust: trust}, json.RawMessage(capabilities), json.RawMessage(settings), dir)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "main.md")
	if err := p.Open(t.Context(), path, "markdown", askText); err != nil {
		t.Fatal(err)
	}
	return p, path
}

// ask sends a question with the cursor at the end of the text.
func (p *player) ask(ctx context.Context, method, path string, params map[string]any, result any) error {
	params["textDocument"] = map[string]any{"uri": uri.File(path), "version": p.Files[path].Version}
	params["position"] = p.Point(path, len(askText)-1).Start
	return p.Call(ctx, method, params, result)
}

func question(text string) map[string]any { return map[string]any{"question": text} }

// modelSaying returns settings for a model that replies to each question with text.
func modelSaying(t *testing.T, text string) (settings string) {
	t.Helper()
	return fmt.Sprintf(`{"llm": {"url": %q, "model": "small"}}`, llmtest.NewHost(t, text).URL)
}

const probing = "Which tasks probe linguistic features of sentences?"

func TestTheStepsOfAnAnswerComeToTheTokenOfItsRequest(t *testing.T) {
	p, path := playAsking(t, demoCapabilities, `{}`, nil)
	var steps []wire.AskStep
	p.Partial = func(token string, value json.RawMessage) {
		var step wire.AskStep
		if err := json.Unmarshal(value, &step); err != nil || token != "mine" {
			t.Errorf("%s: %s: %v", token, value, err)
		}
		steps = append(steps, step)
	}
	var answer askResult
	params := question(probing)
	params["partialResultToken"] = "mine"
	if err := p.ask(t.Context(), scilit.MethodAsk, path, params, &answer); err != nil {
		t.Fatal(err)
	}
	var sentences []wire.AnswerSentence
	for _, step := range steps[1:] {
		sentences = append(sentences, *step.Sentence)
	}
	if diff := cmp.Diff(answer.Sentences, sentences); diff != "" || len(sentences) == 0 {
		t.Error(diff)
	}
	if diff := cmp.Diff(answer.Passages, steps[0].Passages); diff != "" {
		t.Error(diff)
	}
}

// remoteModel is the URL of a model on a nonexistent machine.
const remoteModel = "https://models.invalid/v1"

func TestAModelOnAnotherHostIsAskedOnceItsUserHasSeenWhatItGets(t *testing.T) {
	for _, tt := range []struct {
		name, capabilities string
		answers            []string // the user's answers, in the order of the questions
		questions          int      // number of questions asked by two requests
		allowed            bool
	}{
		{"allowed for good", demoCapabilities, []string{answerAllowModel}, 1, true},
		{"refused until the server ends", demoCapabilities, []string{answerNoModel}, 1, false},
		{"not answered", demoCapabilities, []string{"", ""}, 2, false},
		{"shown in a document", `{"window":{"showDocument":{"support":true}}}`, []string{answerAllowModel}, 1, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			trust := config.NewTrust("")
			p, path := playAsking(t, tt.capabilities, `{"llm": {"url": "`+remoteModel+`", "model": "large"}}`, trust)
			var asked, shown []string
			p.Show = func(path string) { shown = append(shown, path) }
			p.Pick = func(titles []string) int {
				asked = append(asked, readPreview(t, p.Question))
				return slices.Index(titles, tt.answers[len(asked)-1])
			}
			for range 2 {
				var answer askResult
				if err := p.ask(t.Context(), scilit.MethodAsk, path, question(probing), &answer); err != nil || !answer.Answered || answer.By != "passages" {
					t.Errorf("%v: %+v", err, answer)
				}
			}
			if len(asked) != tt.questions || trust.MayAsk(remoteModel) != tt.allowed {
				t.Errorf("asked %q, allowed: %v", asked, trust.MayAsk(remoteModel))
			}
			for _, part := range []string{"models.invalid", "POST " + remoteModel, probing, strings.TrimSpace(askText)} {
				if !strings.Contains(asked[0], part) {
					t.Errorf("%q does not have %q", asked[0], part)
				}
			}
			if strings.Contains(tt.capabilities, "showDocument") == (len(shown) == 0) {
				t.Errorf("shown: %q", shown)
			}
			for _, path := range shown {
				if _, err := os.Stat(path); err == nil {
					t.Errorf("%s is still there", path)
				}
			}
		})
	}
}

// A request too long for the question is not sent if it cannot be written to a file for the user.
func TestARequestThatCannotBeShownIsNotSent(t *testing.T) {
	trust := config.NewTrust("")
	p, path := playAsking(t, demoCapabilities, `{"llm": {"url": "`+remoteModel+`", "model": "large"}}`, trust)
	p.Pick = func([]string) int { t.Error(p.Question); return 0 }
	missing := filepath.Join(t.TempDir(), "missing")
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing)
	var answer askResult
	if err := p.ask(t.Context(), scilit.MethodAsk, path, question(probing), &answer); err != nil || answer.By != "passages" {
		t.Fatalf("%v: %+v", err, answer)
	}
	unshown := func(n wire.Notice) bool {
		return strings.Contains(n.Text, "nothing was sent, because the text could not be written to a temporary file")
	}
	if !slices.ContainsFunc(answer.Notices, unshown) || trust.MayAsk(remoteModel) {
		t.Errorf("%+v", answer.Notices)
	}
}

// readPreview returns a question with the document that it names.
func readPreview(t *testing.T, question string) string {
	_, rest, found := strings.Cut(question, " bytes long; you can read it in ")
	if !found {
		return question
	}
	path, _, _ := strings.Cut(rest, " until you answer")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return question + string(raw)
}

func TestWhatIsDoneAheadAsksNothing(t *testing.T) {
	model, err := backend.OpenLLM(config.LLM{URL: remoteModel}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if _, err := model.Models(t.Context()); err == nil {
		t.Error("another machine was asked")
	}
}

func TestASentenceThatIsNotInItsPassagesIsInsertedOnRequestAlone(t *testing.T) {
	settings := modelSaying(t, "The authors introduce 10 probing tasks designed to capture simple linguistic features of sentences [1]. The authors study embeddings generated by encoders trained in distinct ways, which helps translation [1].")
	p, path := playAsking(t, demoCapabilities, settings, nil)
	var answer askResult
	if err := p.ask(t.Context(), scilit.MethodAsk, path, question(probing), &answer); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(answer.Sentences, func(s wire.AnswerSentence) bool { return s.Unsupported })
	if at < 0 || answer.By != "small" {
		t.Fatalf("%+v", answer)
	}
	insert := map[string]any{"turn": answer.Turn, "sentence": at + 1}
	var made struct{ Text string }
	if err := p.ask(t.Context(), scilit.MethodAskInsert, path, insert, &made); err == nil || !strings.Contains(err.Error(), answer.Sentences[at].Reason) {
		t.Errorf("%v, %+v", err, made)
	}
	insert["anyway"] = true
	if err := p.ask(t.Context(), scilit.MethodAskInsert, path, insert, &made); err != nil || !strings.Contains(made.Text, "[@") || strings.Contains(made.Text, "“") {
		t.Errorf("%v, %+v", err, made)
	}
}

func TestCancellingAQuestionStopsTheModel(t *testing.T) {
	host, asked, left := llmtest.Hanging(t, "The ")
	p, path := playAsking(t, demoCapabilities, fmt.Sprintf(`{"llm": {"url": %q}}`, host.URL), nil)
	params, done := question(probing), make(chan error, 1)
	params["workDoneToken"] = "mine"
	go func() { done <- p.ask(t.Context(), scilit.MethodAsk, path, params, nil) }()
	<-asked
	p.cancel(t, "mine", done)
	<-left
	var topic askTopic
	if err := p.ask(t.Context(), scilit.MethodAskAbout, path, map[string]any{}, &topic); err != nil || len(topic.Turns) > 0 {
		t.Errorf("%v, %+v", err, topic)
	}
}
