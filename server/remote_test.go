package server_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/memory"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"github.com/scilit-lsp/scilit-lsp/engine/retrievertest"
	"github.com/scilit-lsp/scilit-lsp/server"
)

// serving starts a TLS server for corpora and returns the options for its clients.
func serving(t *testing.T, o server.Options, corpora ...engine.Retriever) remote.Options {
	t.Helper()
	o.Engines = app.NewService(func(context.Context, config.Settings) (*engine.Engine, []wire.Notice, error) {
		return engine.New(engine.Parts{Retrievers: corpora}), nil, nil
	})
	o.Engines.Start(t.Context(), config.Settings{})
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewUnstartedServer(s.Handler())
	h.EnableHTTP2 = true
	h.StartTLS()
	t.Cleanup(h.Close)
	client, err := network.NewService(network.Service{URL: h.URL, Roots: h.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, Kept: true})
	if err != nil {
		t.Fatal(err)
	}
	return remote.Options{Address: h.URL, Network: client, Manuscript: true}
}

func TestAServedCorpusIsARetrieverElsewhere(t *testing.T) {
	retrievertest.Run(t, func(t *testing.T, papers []*engine.Paper) engine.Retriever {
		o := serving(t, server.Options{}, memory.New("m:1", "few", papers...))
		o.Address += remote.CorporaPath + "/few"
		r, err := remote.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}

func TestAnotherVersionOfTheAPIIsRefusedWithWhatToDo(t *testing.T) {
	o := serving(t, server.Options{}, memory.New("m:1", "few"))
	answer, err := o.Network.Send(t.Context(), network.Request{URL: o.Address + "/v1/corpora/few/info", Header: map[string]string{remote.VersionHeader: "0"}})
	if err != nil || answer.Status != http.StatusBadRequest || answer.Header(remote.VersionHeader) != remote.Version {
		t.Fatalf("%+v, %v", answer, err)
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(answer.Body); err != nil || !strings.Contains(body.String(), "whichever is older") {
		t.Error(body.String(), err)
	}
}

// indexed builds an index of papers on disk and opens it.
func indexed(t *testing.T, papers []*engine.Paper) (string, *index.Index) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "few")
	_, err := index.Build(t.Context(), index.BuildOptions{Dir: dir}, func(yield func(*engine.Paper, error) bool) {
		for _, p := range papers {
			if !yield(p, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return dir, x
}

func TestAnIndexIsCopiedFromAServer(t *testing.T) {
	papers := retrievertest.Papers()
	dir, x := indexed(t, papers[:3])
	o := serving(t, server.Options{Share: true}, x)
	into := t.TempDir()
	copied := func() index.ImportResult {
		t.Helper()
		from, err := remote.OpenCopy(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		done, err := index.Import(t.Context(), index.ImportOptions{Dir: into}, from)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	if done := copied(); done.New != 1 || done.Papers != 3 {
		t.Errorf("%+v", done)
	}
	_, err := index.Add(t.Context(), index.BuildOptions{Dir: dir}, func(yield func(*engine.Paper, error) bool) { yield(papers[3], nil) })
	if done := copied(); err != nil || done.New != 1 || done.Kept != 1 || done.Papers != 4 {
		t.Errorf("%+v, %v", done, err)
	}
	if done := copied(); done.New != 0 || done.Bytes != 0 {
		t.Errorf("%+v", done)
	}
	if damages, err := index.Verify(t.Context(), into); err != nil || len(damages) > 0 {
		t.Error(damages, err)
	}
}

func TestACopyGoesOnWhereItWasCutOff(t *testing.T) {
	_, x := indexed(t, retrievertest.Papers())
	o := serving(t, server.Options{Share: true}, x)
	from, err := remote.OpenCopy(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	d, err := x.Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	segment, file := d.Segments[0], d.Segments[0].Files[1]
	whole := readPart(t, from, segment.Manifest, file, 0)
	if rest := readPart(t, from, segment.Manifest, file, 100); !bytes.Equal(rest, whole[100:]) || int64(len(whole)) != file.Size {
		t.Errorf("%d bytes behind the first 100 of %d", len(rest), len(whole))
	}
	for _, name := range []string{"CURRENT", "../CURRENT", "..%2f..%2fCURRENT", "nothing.db"} {
		if _, err := from.Part(t.Context(), segment.Manifest, index.DescribedFile{Name: name}, 0); err == nil {
			t.Errorf("%s is handed out", name)
		}
	}
}

func readPart(t *testing.T, from *remote.Copy, segment string, file index.DescribedFile, offset int64) []byte {
	t.Helper()
	part, err := from.Part(t.Context(), segment, file, offset)
	if err != nil {
		t.Fatal(err)
	}
	defer part.Close()
	var all bytes.Buffer
	if _, err := all.ReadFrom(part); err != nil {
		t.Fatal(err)
	}
	return all.Bytes()
}

func TestNothingIsCopiedUnlessItIsShared(t *testing.T) {
	_, x := indexed(t, retrievertest.Papers())
	for _, o := range []remote.Options{serving(t, server.Options{}, x), serving(t, server.Options{Share: true}, engine.Own(x)), serving(t, server.Options{Share: true}, memory.New("m:1", "few"))} {
		from, err := remote.OpenCopy(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		into := filepath.Join(t.TempDir(), "into")
		if done, err := index.Import(t.Context(), index.ImportOptions{Dir: into}, from); err == nil {
			t.Errorf("%+v", done)
		}
		if _, err := os.Stat(into); !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
	}
	both := serving(t, server.Options{Share: true}, x, memory.New("m:2", "more"))
	if _, err := remote.OpenCopy(t.Context(), both); err == nil || !slices.Contains(strings.Fields(err.Error()), "(few),") {
		t.Error(err)
	}
}
