package literature

import (
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

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
