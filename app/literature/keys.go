package literature

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/secret"
)

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
