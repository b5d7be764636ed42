package literature

import (
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// Client is a client of the sources of settings, with the user's keys, for who looks
// many works up. It sends nothing yet.
func (o Opener) Client(s config.Settings) (*online.Client, []app.Notice, error) {
	if len(s.Online.Sources) == 0 {
		return nil, nil, app.ErrOnlineOff
	}
	client, notices := o.client(s.Online)
	if client == nil {
		return nil, notices, app.ErrOnlineOff
	}
	return client, notices, nil
}
