package server_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

const millet = `{"question":"Which nanoparticles suppress downy mildew of pearl millet?"}`

// The last event of an answer contains the same answer as a reply without events.
func TestAnAnswerComesInSteps(t *testing.T) {
	d := open(t, asked(t))
	whole := d.ask(t, "POST", "/v1/ask", millet)
	events := d.ask(t, "POST", "/v1/ask", millet, "Accept", "text/event-stream")
	if media := events.Header.Get("Content-Type"); media != "text/event-stream" || events.StatusCode != 200 {
		t.Fatalf("%d %s %s", events.StatusCode, media, events.body)
	}
	var names []string
	var passages, sentences int
	for event := range strings.SplitSeq(strings.TrimSpace(events.body), "\n\n") {
		name, data, _ := strings.Cut(strings.TrimPrefix(event, "event: "), "\ndata: ")
		names = append(names, name)
		if name == "answer" {
			if diff := cmp.Diff(strings.TrimSpace(whole.body), data); diff != "" {
				t.Error(diff)
			}
			continue
		}
		var step wire.AskStep
		if err := json.Unmarshal([]byte(data), &step); err != nil {
			t.Fatal(err)
		}
		passages += len(step.Passages)
		if step.Sentence != nil {
			sentences++
		}
	}
	var answer wire.AskReply
	if err := json.Unmarshal([]byte(whole.body), &answer); err != nil {
		t.Fatal(err)
	}
	if !answer.Answered || len(answer.Passages) == 0 || passages < len(answer.Passages) || sentences != len(answer.Sentences) || names[len(names)-1] != "answer" {
		t.Errorf("%v: %d passages, %d sentences; %s", names, passages, sentences, whole.body)
	}
}

func TestAQuestionWithoutWordsIsRefused(t *testing.T) {
	d := open(t, asked(t))
	for _, accept := range []string{"application/json", "text/event-stream"} {
		for body, status := range map[string]int{`{"question":" ?"}`: 400, `{"question":"a","topK":1000}`: 400, `{"question":"Iron?","papers":[{"paper":"x","corpus":"biomed"}]}`: 404, `{"question":3}`: 400,
			`{"question":"Iron?","corpora":["x"]}`: 404, `{"question":"Iron?","papers":[` + strings.Repeat(`{"paper":"x"},`, 50) + `{"paper":"x"}]}`: 400} {
			if got := d.ask(t, "POST", "/v1/ask", body, "Accept", accept); got.StatusCode != status || got.problem() == "" {
				t.Errorf("%s: %d %s", body, got.StatusCode, got.body)
			}
		}
	}
}
