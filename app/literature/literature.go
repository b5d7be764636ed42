// Package literature searches the enabled online sources. It proposes queries, sends them, confirms
// that the papers found exist, and stores the confirmed papers in the "found" corpus. It also looks up
// works by identifier or title.
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

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/secret"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// An Opener opens the configured sources.
type Opener struct {
	Builder *backend.Builder
	Version string // version of the program

	// StandIn and Roots redirect requests in tests; see network.Public.
	StandIn string
	Roots   *x509.CertPool
	Unpaced bool // set in tests, to avoid delays between requests

	patience time.Duration // set in tests
}

// Open implements backend.Openers.Literature. It runs no programs and sends no requests.
func (o Opener) Open(_ context.Context, s config.Settings) (backend.Literature, error) {
	if len(s.Online.Sources) == 0 {
		return nil, backend.ErrOnlineOff
	}
	shown, err := online.New(online.Options{Sources: s.Online.Sources})
	if err != nil {
		return nil, err
	}
	found, err := o.Builder.Found(s)
	if err != nil {
		return nil, err
	}
	l := &Literature{settings: s.Online, shown: shown, found: found, patience: cmp.Or(o.patience, patience),
		adviser: newAdviser(s)}
	l.embedder = sync.OnceValue(func() engine.Embedder { return bestEmbedder(o.Builder, s) })
	l.kept = sync.OnceValue(func() *online.Client { return keptClient(s.Online.Sources) })
	l.open = sync.OnceValues(func() (*online.Client, []wire.Notice) { return o.client(s.Online) })
	return l, nil
}

func bestEmbedder(w *backend.Builder, s config.Settings) engine.Embedder {
	embedders, _, err := w.Embedders(s)
	if err != nil || len(embedders) == 0 {
		return nil
	}
	return embedders[0]
}

// options returns the options of a client with the user's keys, but without a cache. Notices report
// keys that cannot be read.
func (o Opener) options(ctx context.Context, s config.Online) (online.Options, []wire.Notice) {
	keys, notices := keysOf(ctx, s)
	return online.Options{Sources: s.Sources, Email: s.Email, Keys: keys, Version: o.Version, StandIn: o.StandIn,
		Roots: o.Roots, Unpaced: o.Unpaced}, notices
}

// client returns a client with the user's keys. Since it reads the keys, it is called only before the
// first request.
func (o Opener) client(s config.Online) (*online.Client, []wire.Notice) {
	opts, notices := o.options(context.Background(), s)
	var client *online.Client
	var err error
	if opts.Dir, err = backend.ReplyCacheFolder(); err == nil {
		if client, err = online.New(opts); err == nil {
			return client, notices
		}
	}
	notices = append(notices, wire.Notice{Code: wire.NoticeOnlineKept, Text: "replies from online sources are not " +
		"cached: " + err.Error()})
	opts.Dir = ""
	if client, err = online.New(opts); err != nil { // cannot happen, since the names were checked
		notices = append(notices, wire.Notice{Code: wire.NoticeOnlineFailed, Text: err.Error()})
	}
	return client, notices
}

// Literature implements backend.Literature.
type Literature struct {
	settings config.Online
	shown    *online.Client // previews queries without sending them
	found    *backend.OnlineCorpus
	patience time.Duration // time limit per search or lookup
	adviser  *adviser
	embedder func() engine.Embedder
	open     func() (*online.Client, []wire.Notice)
	kept     func() *online.Client // returns a client that reads cached responses; nil without a cache
}

var _ backend.Literature = (*Literature)(nil)

// client returns the client that sends requests.
func (l *Literature) client() (*online.Client, []wire.Notice, error) {
	client, notices := l.open()
	if client == nil {
		return nil, nil, errors.New(notices[len(notices)-1].Text)
	}
	return client, slices.Clone(notices), nil
}

// Sources implements backend.Literature.
func (l *Literature) Sources() []wire.OnlineSource { return Sources(l.settings) }

// Sources returns all sources in the order of the documentation.
func Sources(s config.Online) (all []wire.OnlineSource) {
	for _, source := range sources.All() {
		_, variable := s.KeyEnv[source.Name]
		_, command := s.KeyCommand[source.Name]
		all = append(all, wire.OnlineSource{
			Name: source.Name, Hosts: source.Contacts(), On: slices.Contains(s.Sources, source.Name), About: source.About,
			Key: variable || command,
		})
	}
	return all
}

// Forget implements backend.Literature.
func (l *Literature) Forget() (replies int, err error) { return Forget() }

// Forget removes all cached responses from all sources.
func Forget() (replies int, err error) {
	dir, err := backend.ReplyCacheFolder()
	if err != nil {
		return 0, err
	}
	dir = filepath.Join(dir, "replies")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	cache, err := online.OpenCache(dir)
	if err != nil {
		return 0, fmt.Errorf("cannot open the cache of replies from online sources: %w", err)
	}
	return cache.Forget()
}

// Client returns a client for many lookups in the configured sources, with the user's keys. It does
// not send a request.
func (o Opener) Client(s config.Settings) (*online.Client, []wire.Notice, error) {
	if len(s.Online.Sources) == 0 {
		return nil, nil, backend.ErrOnlineOff
	}
	client, notices := o.client(s.Online)
	if client == nil {
		return nil, notices, backend.ErrOnlineOff
	}
	return client, notices, nil
}

// keysOf reads the user's keys for the enabled sources. Notices never contain a key.
func keysOf(ctx context.Context, s config.Online) (keys map[string]string, notices []wire.Notice) {
	keys = make(map[string]string)
	for _, name := range s.Sources {
		variable, command := s.KeyEnv[name], s.KeyCommand[name]
		if variable == "" && len(command) == 0 {
			continue
		}
		if len(command) > 0 {
			command = append([]string{config.ExpandHome(command[0])}, command[1:]...)
		}
		key, err := secret.Of(ctx, variable, command)
		if err != nil {
			notices = append(notices, wire.Notice{Code: wire.NoticeOnlineFailed, Subject: name,
				Text: fmt.Sprintf("%s is queried without a key: %v", name, err)})
			continue
		}
		keys[name] = key
	}
	return keys, notices
}

// Known implements backend.Literature.
func (l *Literature) Known(ctx context.Context, identifiers []string) map[string][]wire.OnlineHint {
	known := make(map[string][]wire.OnlineHint)
	client := l.kept()
	if client == nil {
		return known
	}
	cached := online.FromCache(ctx)
	for _, identifier := range identifiers {
		id, ok := online.ParseID(identifier)
		if !ok || ctx.Err() != nil {
			continue
		}
		if r, err := client.Resolve(cached, id); err == nil {
			known[identifier] = hintsOf(r)
		}
	}
	return known
}

// keptClient returns a client without keys that can only read cached responses.
func keptClient(sources []string) *online.Client {
	dir, err := backend.ReplyCacheFolder()
	if err != nil {
		return nil
	}
	client, _ := online.New(online.Options{Sources: sources, Dir: dir}) // nil if the folder cannot be used
	return client
}
