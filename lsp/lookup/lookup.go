// Package lookup asks the repositories of the literature on behalf of a document: nothing
// is sent that its user has not seen and allowed, and what they say of works is remembered.
package lookup

import (
	"context"
	"reflect"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
)

// Options are what a Desk needs of the server that it belongs to.
type Options struct {
	// Open opens the sources of settings; nil where there are none.
	Open     func(context.Context, config.Settings) (app.Literature, error)
	Settings func() config.Settings
	// TakeTurn waits until no question is on the screen.
	TakeTurn func(context.Context) (release func(), err error)
	// MaySend shows the user all that is sent, and reports whether it may be.
	MaySend func(context.Context, app.OnlineProposal) (bool, error)
	// Learnt is called when hints of works are new.
	Learnt func()
}

// A Desk is where a server asks the repositories. It is safe for concurrent use.
type Desk struct {
	opts Options

	mu       sync.Mutex
	opened   app.Literature
	settings config.Settings // that it was opened for

	consent app.Consent
	shown   *lru.Cache[string, struct{}]         // fingerprints of what editors were told would be sent, and is not sent yet
	hints   *lru.Cache[string, []app.OnlineHint] // by identifier, in small letters
}

// How much is remembered.
const (
	maxShown  = 200    // proposals
	maxHinted = 20_000 // works
)

// New is a Desk that has opened nothing yet.
func New(o Options) *Desk {
	return &Desk{opts: o, shown: newCache[struct{}](maxShown), hints: newCache[[]app.OnlineHint](maxHinted)}
}

func newCache[V any](size int) *lru.Cache[string, V] {
	cache, err := lru.New[string, V](size)
	if err != nil { // of sizes below one
		panic(err)
	}
	return cache
}

// Ready opens the sources of the settings in force; its error says how to turn one on
// where none is.
func (d *Desk) Ready(ctx context.Context) error {
	_, err := d.literature(ctx)
	return err
}

// IsOn reports whether a source is turned on.
func (d *Desk) IsOn(ctx context.Context) bool { return d.Ready(ctx) == nil }

func (d *Desk) literature(ctx context.Context) (app.Literature, error) {
	if d.opts.Open == nil {
		return nil, app.ErrOnlineOff
	}
	settings := d.opts.Settings()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened != nil && reflect.DeepEqual(d.settings, settings) {
		return d.opened, nil
	}
	opened, err := d.opts.Open(ctx, settings)
	if err != nil {
		return nil, err
	}
	d.opened, d.settings = opened, settings
	return opened, nil
}

// Forget removes all replies that are kept, and returns how many there were.
func (d *Desk) Forget(ctx context.Context) (replies int, err error) {
	literature, err := d.literature(ctx)
	if err != nil {
		return 0, err
	}
	return literature.Forget()
}
