// Package literature is what doors of scilit do with the online sources that the user
// turned on: it proposes what is sent, searches, confirms that the papers exist, keeps
// those that do in the corpus "found", and looks works up by their names.
package literature

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// An Opener opens the sources of settings.
type Opener struct {
	Wiring  *app.Wiring
	Version string // of the program

	// StandIn and Roots replay replies in tests; see network.Public.
	StandIn string
	Roots   *x509.CertPool

	patience time.Duration // in tests
}

// Open implements app.Openers.Literature. It runs no program and sends nothing.
func (o Opener) Open(_ context.Context, s config.Settings) (app.Literature, error) {
	if len(s.Online.Sources) == 0 {
		return nil, app.ErrOnlineOff
	}
	shown, err := online.New(online.Options{Sources: s.Online.Sources})
	if err != nil {
		return nil, err
	}
	found, err := o.Wiring.Found(s)
	if err != nil {
		return nil, err
	}
	l := &Literature{settings: s.Online, shown: shown, found: found, patience: cmp.Or(o.patience, patience), adviser: newAdviser(s.LLM)}
	l.embedder = sync.OnceValue(func() engine.Embedder { return bestEmbedder(o.Wiring, s) })
	l.kept = sync.OnceValue(func() *online.Client { return keptClient(s.Online.Sources) })
	l.open = sync.OnceValues(func() (*online.Client, []app.Notice) { return o.client(s.Online) })
	return l, nil
}

func bestEmbedder(w *app.Wiring, s config.Settings) engine.Embedder {
	embedders, _, err := w.Embedders(s)
	if err != nil || len(embedders) == 0 {
		return nil
	}
	return embedders[0]
}

// client has the user's keys, which are asked for when something is sent first.
func (o Opener) client(s config.Online) (*online.Client, []app.Notice) {
	keys, notices := keysOf(context.Background(), s)
	opts := online.Options{Sources: s.Sources, Email: s.Email, Keys: keys, Version: o.Version, StandIn: o.StandIn, Roots: o.Roots}
	dir, err := app.OnlineFolder()
	if err == nil {
		opts.Dir = dir
		if client, failed := online.New(opts); failed == nil {
			return client, notices
		} else {
			err = failed
		}
	}
	notices = append(notices, app.Notice{Code: app.NoticeOnlineKept, Text: "replies are not kept: " + err.Error()})
	opts.Dir = ""
	client, err := online.New(opts)
	if err != nil { // the names of the sources were checked
		notices = append(notices, app.Notice{Code: app.NoticeOnlineFailed, Text: err.Error()})
	}
	return client, notices
}

// Literature implements app.Literature.
type Literature struct {
	settings config.Online
	shown    *online.Client // says what is sent, and sends nothing
	found    *app.Found
	patience time.Duration // of a search or look-up with all that follows from it
	adviser  *adviser
	embedder func() engine.Embedder
	open     func() (*online.Client, []app.Notice)
	kept     func() *online.Client // reads replies that are kept, and sends nothing; nil where none can be
}

var _ app.Literature = (*Literature)(nil)

// client is the one that sends.
func (l *Literature) client() (*online.Client, []app.Notice, error) {
	client, notices := l.open()
	if client == nil {
		return nil, nil, errors.New(notices[len(notices)-1].Text)
	}
	return client, slices.Clone(notices), nil
}

// Sources implements app.Literature.
func (l *Literature) Sources() []app.OnlineSource { return Sources(l.settings) }

// about says what a source has.
var about = map[string]string{
	"arxiv":           "preprints of physics, mathematics, computer science and neighbours, with their texts",
	"crossref":        "the registry of most DOIs: articles, proceedings, books of all fields; ISBNs; retractions",
	"datacite":        "the registry of the DOIs of arXiv, Zenodo, theses and data",
	"doi":             "says which registry has a DOI; it is sent the prefix alone",
	"europepmc":       "articles and preprints of the life sciences, with open texts",
	"biorxiv":         "preprints of biology",
	"medrxiv":         "preprints of medicine",
	"pubmed":          "articles of medicine and the life sciences; retractions",
	"openalex":        "works of all fields; takes a key",
	"semanticscholar": "works of all fields, computer science first; takes a key",
	"dblp":            "titles of computer science; answers programs at times with a page for browsers",
	"unpaywall":       "where a work is free to read; wants an e-mail address",
}

// Sources are all that there are, in the order in which they are documented.
func Sources(s config.Online) (all []app.OnlineSource) {
	for _, name := range online.Sources() {
		_, variable := s.KeyEnv[name]
		_, command := s.KeyCommand[name]
		all = append(all, app.OnlineSource{
			Name: name, Hosts: online.HostsOf(name), On: slices.Contains(s.Sources, name), About: about[name], Key: variable || command,
		})
	}
	return all
}

// Forget implements app.Literature.
func (l *Literature) Forget() (replies int, err error) { return Forget() }

// Forget removes all replies, whatever sources are turned on.
func Forget() (replies int, err error) {
	dir, err := app.OnlineFolder()
	if err != nil {
		return 0, err
	}
	dir = filepath.Join(dir, "replies")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	cache, err := online.OpenCache(dir, 0)
	if err != nil {
		return 0, fmt.Errorf("the replies of online sources: %w", err)
	}
	return cache.Forget()
}
