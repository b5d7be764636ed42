package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/natefinch/atomic"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/server"
	"github.com/scilit-lsp/scilit-lsp/server/page"
)

type serveCmd struct {
	cli.EngineFlags
	Listen       string `placeholder:"ADDR" default:"127.0.0.1:8391" help:"Address and port (default ${default}). An address that other machines can reach requires a token file and TLS."`
	TokenFile    string `placeholder:"FILE" help:"File with the users' tokens; see scilit-lsp token."`
	TLSCert      string `name:"tls-cert" placeholder:"FILE" help:"The server's certificate chain, in PEM format."`
	TLSKey       string `name:"tls-key" placeholder:"FILE" help:"The certificate's private key, in PEM format."`
	Searches     int    `placeholder:"N" help:"Maximum number of concurrent searches; by default the number of processors."`
	Queue        int    `placeholder:"N" help:"Maximum number of waiting requests; by default 256. Any more are rejected."`
	Share        bool   `help:"Let users copy the indexes, including all their texts, with scilit-lsp index import."`
	LogFormat    string `enum:"text,json" default:"text" help:"Format of the log on standard error: ${enum} (default ${default})."`
	LogQuestions bool   `help:"Also log the text of requests, which is not logged by default."`
}

func (serveCmd) Help() string {
	return `Serves the web page and version 1 of the HTTP API. By default only this machine can connect. Updates
of an index are visible at once. GET /v1/openapi.json describes the API, /metrics is for Prometheus, /healthz
and /readyz are for monitoring. Settings, such as indexes, [remote], and token_file, tls_cert and tls_key in
[server], come from your own scilit.toml, never from the current folder. The server queries the URLs in indexes
for its clients, with your token. It sends only keywords, unless remote.manuscript lists the URL. It contacts no
other machine, unless [llm] names a language model and you allowed it. SIGHUP reloads tokens,
certificate and indexes. After SIGTERM or SIGINT, running requests have 30 seconds to finish.`
}

// Run serves requests until ctx is cancelled.
func (c serveCmd) Run(ctx context.Context, std cli.Streams) error {
	settings := c.settings(std)
	log := c.logger(std)
	// the user's library and the papers found online are not served
	engines := app.NewService((&backend.Builder{Relay: true}).NamedEngine)
	defer engines.Close()
	asker := app.NewAsker(engines, func() config.Settings { return settings }, nil)
	s, err := server.New(server.Options{
		Asker: asker, Page: page.New(page.Deps{Engines: engines, Asker: asker, Markups: markups(), LoggedIn: server.LoggedIn,
			Notices: server.PublicNotices, Failed: func(path string, err error) {
				log.Error("cannot render a page", "path", path, "error", err.Error())
			}}),
		Engines: engines, Renewer: backend.NewRenewer(ctx, engines.Engines, settings), TokenFile: settings.Server.TokenFile,
		TLSCert: settings.Server.TLSCert, TLSKey: settings.Server.TLSKey,
		Log: log, LogQuestions: c.LogQuestions, Version: version, Searches: c.Searches, Queue: c.Queue, Share: c.Share,
	})
	if err != nil {
		return err
	}
	opened, err := engines.Wait(ctx)
	if err != nil {
		return err
	}
	std.PrintNotices(opened.Notices...)
	if opened.Err != nil {
		return opened.Err
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	if err := s.CheckAddress(listener.Addr()); err != nil {
		return err
	}
	stop := c.reloadOnSignal(ctx, s, log)
	defer stop()
	scheme := "http"
	if settings.Server.TLSCert != "" {
		scheme = "https"
	}
	fmt.Fprintf(std.Out, "serving at %s://%s\n", scheme, listener.Addr())
	return s.Serve(ctx, listener)
}

// settings returns the user's settings with the flags applied. It ignores the settings of
// workspaces.
func (c serveCmd) settings(std cli.Streams) config.Settings {
	loaded := config.Load(config.Sources{})
	for _, problem := range loaded.Problems {
		std.Note("note: %v", problem)
	}
	s := c.Over(loaded.Settings)
	s.Server.TokenFile = cmp.Or(config.ExpandHome(c.TokenFile), s.Server.TokenFile)
	s.Server.TLSCert = cmp.Or(config.ExpandHome(c.TLSCert), s.Server.TLSCert)
	s.Server.TLSKey = cmp.Or(config.ExpandHome(c.TLSKey), s.Server.TLSKey)
	return s
}

func (c serveCmd) logger(std cli.Streams) *slog.Logger {
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(std.Err, nil))
	}
	return slog.New(slog.NewTextHandler(std.Err, nil))
}

// reloadOnSignal reloads tokens, certificates and indexes when the process receives SIGHUP, until
// stop is called.
func (serveCmd) reloadOnSignal(ctx context.Context, s *server.Server, log *slog.Logger) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		for range signals {
			if err := s.Reload(ctx); err != nil {
				log.Error("cannot reload the tokens or the certificate", "error", err.Error())
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// natbib is the citation style for LaTeX. The natbib package defines a separate command for each
// form of citation, and biblatex accepts both commands with its natbib option.
var natbib = doc.CiteStyle{Parenthetical: "citep", Textual: "citet"}

// markups returns the markup languages that a user can choose on the server's web page.
func markups() []page.Markup {
	return []page.Markup{
		markupOf("LaTeX", workspace.LaTeX, natbib), markupOf("Markdown", workspace.Markdown, doc.CiteStyle{}),
		markupOf("Typst", workspace.Typst, doc.CiteStyle{}), markupOf("Org", workspace.Org, doc.CiteStyle{}),
	}
}

func markupOf(name string, m *workspace.Markup, style doc.CiteStyle) page.Markup {
	return page.Markup{Name: name, Write: func(before string, keys []string, after string, textual bool) string {
		return m.Escape(before, false) + m.Cite(style, keys, textual) + m.Escape(after, false)
	}}
}

type tokenCmd struct {
	File   string `placeholder:"FILE" help:"Path of the token file; by default, your server.token_file setting."`
	Revoke bool   `help:"Revoke this user's token instead of creating one."`
	Name   string `arg:"" help:"Name of the user, as it will appear in logs and in the token file."`
}

func (tokenCmd) Help() string {
	return `Creates a token, prints it once, and adds a line with the user's name and the token's hash to the token
file. A running server applies the change within a second. Limits may follow the hash: rate=20 (requests
per second), burst=40, concurrent=8 (requests at the same time), papers=100 (per reply), body=1024 (KB per
request).`
}

func (c tokenCmd) Run(std cli.Streams) error {
	path, err := c.path()
	if err != nil {
		return err
	}
	if !server.NameOfToken.MatchString(c.Name) {
		return fmt.Errorf("%w: %q is not a valid name; use at most 64 characters (letters, digits and . _ @ -), and "+
			"start with a letter or digit", cli.ErrUsage, c.Name)
	}
	raw, err := os.ReadFile(path)
	if err != nil && (c.Revoke || !errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	if _, err := server.ParseTokens(path, raw); err != nil {
		return err
	}
	without, had := withoutToken(raw, c.Name)
	switch {
	case c.Revoke && !had:
		return fmt.Errorf("%s has no token for %s; check the name", path, c.Name)
	case c.Revoke:
		return writeTokens(path, without)
	case had:
		return fmt.Errorf("%s: %s already has a token; revoke it first with --revoke, or use another name", path, c.Name)
	}
	token := server.NewToken()
	if err := writeTokens(path, append(without, server.Line(c.Name, token)+"\n"...)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.Out, token)
	return err
}

func (c tokenCmd) path() (string, error) {
	if c.File != "" {
		return config.ExpandHome(c.File), nil
	}
	if path := config.Load(config.Sources{}).Settings.Server.TokenFile; path != "" {
		return path, nil
	}
	return "", fmt.Errorf("%w: no token file is configured; give its path with --file, or set token_file to its path "+
		"in the [server] section of your own scilit.toml", cli.ErrUsage)
}

// withoutToken removes the line of the named token from the file's content and keeps all other
// lines. had reports whether the token existed.
func withoutToken(raw []byte, name string) (kept []byte, had bool) {
	for line := range bytes.Lines(raw) {
		if words := strings.Fields(string(line)); len(words) > 0 && words[0] == name {
			had = true
			continue
		}
		kept = append(kept, line...)
	}
	if len(kept) > 0 && kept[len(kept)-1] != '\n' {
		kept = append(kept, '\n')
	}
	return kept, had
}

// writeTokens replaces the content of the token file atomically. Only the file's owner can read it.
func writeTokens(path string, raw []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := atomic.WriteFile(path, bytes.NewReader(raw)); err != nil {
		return err
	}
	return os.Chmod(path, 0o600)
}
