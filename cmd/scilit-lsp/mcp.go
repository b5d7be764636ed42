package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/mcp"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

type mcpCmd struct {
	Indexes   []string `name:"index" placeholder:"DIR" help:"Folder of a corpus; may be repeated. Those of scilit.toml or SCILIT_INDEX where not given."`
	Workspace []string `placeholder:"DIR" help:"Folder whose .bib files are searched and may be named by a path; may be repeated. No other file is read."`
	Write     bool     `help:"Let calls that ask for it add entries to .bib files in the folders of --workspace."`
	Online    bool     `help:"Let calls that ask for it send keywords, identifiers and titles to the online sources that you turned on, without a question."`
}

// Help says what an agent can do.
func (mcpCmd) Help() string {
	return `An agent starts it and talks to it on standard input and output, by the Model Context Protocol. Its tools search
papers, show one, find passages, give the key and the entry of a citation, check references, and say whether a paper supports
a sentence. Nothing is written without --write, and nothing is sent unless your settings turn a source on and you give
--online or set online.ask to "never": until then an agent is shown what would be sent.`
}

// mcpGreeting is for who starts the server by hand.
const mcpGreeting = `scilit-lsp mcp is a server for agents: your agent starts it and talks to it. The README says how, under "For agents".
`

// Run serves an agent until it closes the stream.
func (c mcpCmd) Run(ctx context.Context, std streams) error {
	if isTerminal(std.in) {
		_, err := fmt.Fprint(std.out, mcpGreeting)
		return err
	}
	if c.Write && len(c.Workspace) == 0 {
		return fmt.Errorf("%w: --write: name the folders of your .bib files by --workspace", errUsage)
	}
	folders, err := absolute(c.Workspace)
	if err != nil {
		return err
	}
	wiring := &app.Wiring{PDFs: pdfReader()}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := mcp.New(ctx, mcp.Options{
		Openers: openers(wiring), Settings: c.settings(std, folders), Repositories: repositoriesOf(wiring), Workspace: folders, Write: c.Write, Online: c.Online,
		Version: version, Log: slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	defer server.Close()
	return server.Serve(ctx, std.in, unprinted(std.out))
}

// absolute are folders wherever the program goes.
func absolute(folders []string) (all []string, err error) {
	for _, folder := range folders {
		folder, err := filepath.Abs(config.ExpandHome(folder))
		if err != nil {
			return nil, err
		}
		all = append(all, folder)
	}
	return all, nil
}

// settings are those of the workspace, or of the current folder where none is named.
func (c mcpCmd) settings(std streams, folders []string) config.Settings {
	if len(folders) == 0 {
		folders = []string{"."}
	}
	settings := settingsOf(std, folders...)
	if len(c.Indexes) > 0 {
		settings.Indexes = engineFlags{Indexes: c.Indexes}.indexFolders()
	}
	return settings
}

// repositoriesOf opens the online sources that entries are looked up in.
func repositoriesOf(w *app.Wiring) func(context.Context, config.Settings) (*audit.Repositories, error) {
	return func(_ context.Context, settings config.Settings) (*audit.Repositories, error) {
		client, _, err := literatureOf(w).Client(settings)
		if err != nil {
			return nil, err
		}
		return audit.NewRepositories(client), nil
	}
}
