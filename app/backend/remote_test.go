package backend

import (
	"net"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// closed returns a local address without a listener.
func closed(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

func TestAServerThatIsDownIsOpenedAndNamedInAnswers(t *testing.T) {
	s := config.Default()
	s.Engine, s.Indexes = enginePlain, []string{closed(t)}
	e, _, err := new(Builder).Engine(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if e.EmbedderID() == "" {
		t.Error("there is no embedder for when the server is up again")
	}
	_, err = e.Discover(t.Context(), engine.Query{Context: []string{"Iron."}, Keywords: "iron", Limit: 3})
	if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(s.Indexes[0], "http://")) {
		t.Error(err)
	}
}

func TestOnlyAddressesThatMayBeAskedAreOpened(t *testing.T) {
	s := config.Default()
	s.Indexes = []string{"http://papers.example", "weaviate+http://papers.example:8080/Papers"}
	corpora, failed := new(Builder).openCorpora(s)
	if len(corpora) > 0 || len(failed) != 2 {
		t.Fatalf("%v, %v", corpora, failed)
	}
	for _, err := range failed {
		if !strings.Contains(err.Error(), "use https") {
			t.Error(err)
		}
	}
	if _, failed := OpenIndexes(s); len(failed) != 1 || failed[0] != engine.ErrNoIndex {
		t.Error(failed)
	}
}
