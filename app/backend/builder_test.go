package backend

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
)

// A new corpus must not take the vectors of a large one out of the search.
func TestTheEmbedderOfMostPapersIsUsed(t *testing.T) {
	root := t.TempDir()
	corpus := func(name string, e engine.Embedder, titles ...string) string {
		dir := filepath.Join(root, name)
		_, err := index.Build(t.Context(), index.BuildOptions{Dir: dir, Embedder: e, AllowEmpty: true}, func(yield func(*engine.Paper, error) bool) {
			for _, title := range titles {
				if !yield(&engine.Paper{ID: title, Title: title}, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	old := corpus("old", onnx.Static(), "Honey Bees", "Wild Bees", "Wasps")
	empty := corpus("empty", onnx.StaticCitations())
	fresh := corpus("fresh", onnx.StaticCitations(), "Iron", "Malaria")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(remote.VersionHeader, remote.Version)
		fmt.Fprintf(w, `{"ID": "forged", "Name": "forged", "Papers": 1000000000, "Embedder": %q}`, onnx.Static().ID())
	}))
	defer server.Close()
	forged := server.URL + remote.CorporaPath + "/forged"
	for _, c := range []struct {
		name    string
		indexes []string
		want    engine.Embedder
	}{
		{"both", []string{fresh, old}, onnx.Static()},
		{"only the new one", []string{fresh}, onnx.StaticCitations()},
		{"a server that claims to have many papers", []string{forged, fresh}, onnx.StaticCitations()},
		{"only a server", []string{forged}, onnx.Static()},
		{"an index without papers", []string{empty}, onnx.StaticCitations()},
		{"a server and an index without papers", []string{forged, empty}, onnx.Static()},
	} {
		settings := config.Default()
		settings.Engine, settings.Indexes = enginePlain, c.indexes
		parts, notices, err := new(Builder).Parts(t.Context(), settings)
		if err != nil {
			t.Fatal(err)
		}
		if parts.Embedder == nil || parts.Embedder.ID() != c.want.ID() {
			t.Errorf("%s: %v, want embedder %s", c.name, notices, c.want.ID())
		}
		engine.New(parts).Close()
	}
}
