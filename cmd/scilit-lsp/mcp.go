package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/mcp"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

type mcpCmd struct {
	Indexes   []string `name:"index" sep:"none" placeholder:"DIR" help:"Search this index (a folder or a server's URL) instead of the indexes in your settings; may be repeated."`
	Workspace []string `sep:"none" placeholder:"DIR" help:"Folder whose .bib files agents may read; may be repeated. They cannot read other .bib files."`
	Write     bool     `help:"Let agents add entries to the .bib files in the --workspace folders."`
	Online    bool     `help:"Let agents send keywords, identifiers and titles to the online sources you enabled, without asking for confirmation."`
}

func (mcpCmd) Help() string {
	return `Agents start this server and communicate with it over the Model Context Protocol. The tools search papers,
show a paper, find passages, return the key and entry of a citation, check references, and report whether a
paper supports a sentence. Nothing is written without --write. Nothing is sent to online sources unless your
settings enable one and you give --online or set online.ask to "never". Otherwise, the agent
receives the queries instead of results.`
}

// mcpGreeting is printed if a user starts the MCP server in a terminal.
const mcpGreeting = `scilit-lsp mcp is a server that your agent starts and communicates with. See docs/agents.md.
`

// Run serves an agent until it closes the stream.
func (c mcpCmd) Run(ctx context.Context, std cli.Streams) error {
	if cli.IsTerminal(std.In) {
		_, err := fmt.Fprint(std.Out, mcpGreeting)
		return err
	}
	if c.Write && len(c.Workspace) == 0 {
		return fmt.Errorf("%w: --write requires --workspace with the folders of your .bib files", cli.ErrUsage)
	}
	folders, err := absolute(c.Workspace)
	if err != nil {
		return err
	}
	settings := cli.EngineFlags{Indexes: c.Indexes}.Over(std.Settings(folders...))
	wiring := &backend.Builder{PDFs: pdfReader()}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := mcp.New(ctx, mcp.Options{
		Openers: openers(wiring), Settings: settings, Repositories: repositoriesOf(wiring),
		Workspace: folders, Write: c.Write, Online: c.Online,
		Version: version, Log: slog.New(slog.NewTextHandler(std.Err, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	defer server.Close()
	return server.Serve(ctx, std.In, std.Raw)
}

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

// repositoriesOf returns a function that opens the online sources for checking references.
func repositoriesOf(w *backend.Builder) func(context.Context, config.Settings) (*audit.Repositories, error) {
	return func(_ context.Context, settings config.Settings) (*audit.Repositories, error) {
		client, _, err := literatureOf(w).Client(settings)
		if err != nil {
			return nil, err
		}
		return audit.NewRepositories(client), nil
	}
}
