// Package lookup queries online sources on behalf of a document. It sends text only with the user's
// consent. It also caches hints about works, such as retractions.
package lookup

import (
	"context"
	"reflect"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
)

// Options connect a Client to the server.
type Options struct {
	// Open opens the sources that the settings enable. It returns backend.ErrOnlineOff if none is
	// enabled.
	Open     func(context.Context, config.Settings) (backend.Literature, error)
	Settings func() config.Settings
	// TakeTurn waits until no other question is on the screen.
	TakeTurn func(context.Context) (release func(), err error)
	// MaySend shows the user everything that would be sent and reports whether it may be sent.
	MaySend func(context.Context, wire.OnlineProposal) (bool, error)
	// Learnt is called after new hints have been stored.
	Learnt func()
}

// A Client queries online sources. It is safe for concurrent use.
type Client struct {
	opts Options

	mu       sync.Mutex
	opened   backend.Literature
	settings config.Settings // the settings that opened was created with

	consent consent
	shown   *lru.Cache[string, struct{}]          // fingerprints of displayed proposals
	hints   *lru.Cache[string, []wire.OnlineHint] // hints keyed by lower-case identifier
}

// Limits on the cached items.
const (
	maxShown  = 200    // maximum number of proposals
	maxHinted = 20_000 // maximum number of works
)

// New returns a Client that has not opened any source yet.
func New(o Options) *Client {
	shown, _ := lru.New[string, struct{}](maxShown) // fails only for sizes below one
	hints, _ := lru.New[string, []wire.OnlineHint](maxHinted)
	return &Client{opts: o, shown: shown, hints: hints}
}

// Ready opens the sources. If none is enabled, the error explains how to enable one.
func (c *Client) Ready(ctx context.Context) error {
	_, err := c.literature(ctx)
	return err
}

// IsOn reports whether a source is enabled.
func (c *Client) IsOn(ctx context.Context) bool { return c.Ready(ctx) == nil }

func (c *Client) literature(ctx context.Context) (backend.Literature, error) {
	if c.opts.Open == nil {
		return nil, backend.ErrOnlineOff
	}
	settings := c.opts.Settings()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.opened != nil && reflect.DeepEqual(c.settings, settings) {
		return c.opened, nil
	}
	opened, err := c.opts.Open(ctx, settings)
	if err != nil {
		return nil, err
	}
	c.opened, c.settings = opened, settings
	return opened, nil
}

// Forget removes all cached replies and returns their number.
func (c *Client) Forget(ctx context.Context) (replies int, err error) {
	literature, err := c.literature(ctx)
	if err != nil {
		return 0, err
	}
	return literature.Forget()
}
