package eval

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
)

// written returns the lines that write produces for some records.
func written[In, Out any](t *testing.T, write func(io.Reader, io.Writer) error, records ...In) []Out {
	t.Helper()
	var in, out bytes.Buffer
	for _, r := range records {
		if err := json.NewEncoder(&in).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(&in, &out); err != nil {
		t.Fatal(err)
	}
	all, err := ReadRecords[Out](&out)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestQueriesAreWrittenAsTheModelsReadThem(t *testing.T) {
	seven := strings.Split("One. Two. Three. Four. Five. Six. Seven [CITE].", " ")
	seven = append(seven[:6], "Seven [CITE].")
	// each of these characters has two bytes
	long := []string{"Old.", strings.Repeat("ä", 500), strings.Repeat("ö", 500)}
	got := written[Context, QueryText](t, WriteQueryTexts,
		Context{CitingTitle: "Numbers", Context: seven},
		Context{Context: seven, Keywords: []string{"counting", "Zipf's law"}},
		Context{Context: long},
		Context{})
	want := []QueryText{
		{"Two. Three. Four. Five. Six. Seven  .", search.PairQuery{Title: "Numbers", Context: "Five. Six. Seven  ."}},
		{"counting zipf's law Five. Six. Seven  .", search.PairQuery{Keywords: "counting zipf's law",
			Context: "Five. Six. Seven  ."}},
		{long[2], search.PairQuery{Context: strings.Join(long, " ")}},
		{},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPapersAreWrittenAsTheModelsReadThem(t *testing.T) {
	got := written[TitledPaper, PaperText](t, WritePaperTexts,
		TitledPaper{"On Parsing: Trees\ufeff", "We parse."}, TitledPaper{Title: "On parsing – trees"},
		TitledPaper{Title: "…"})
	hash := search.TitleHash("on parsing trees")
	want := []PaperText{{"On Parsing: Trees. We parse.", "On Parsing: Trees. We parse.", hash},
		{"On parsing – trees", "On parsing – trees. ", hash}, {"…", "…. ", 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestALineThatIsNoRecordIsNamed(t *testing.T) {
	err := WritePaperTexts(strings.NewReader(`{"title":"A"} [`), &strings.Builder{})
	if err == nil || !strings.Contains(err.Error(), "standard input: record 2") {
		t.Error(err)
	}
}
