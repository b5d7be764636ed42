package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
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
	Queue        int    `placeholder:"N" help:"Maximum number of waiting requests, by default 256. Further requests are rejected."`
	Share        bool   `help:"Let users copy the indexes, including all their texts, with scilit-lsp index import."`
	LogFormat    string `enum:"text,json" default:"text" help:"Format of the log on standard error: ${enum} (default ${default})."`
	LogQuestions bool   `help:"Also log the text of requests, which is not logged by default."`
}

func (serveCmd) Help() string {
	return `Serves the web page and version 1 of the HTTP API. By default only this machine can connect. Updates
of an index are visible at once. GET /v1/openapi.json describes the API, /metrics is for Prometheus, /healthz
and /readyz are for monitoring. Settings, such as indexes, [remote], and token_file, tls_cert and tls_key in
[server], come from your own scilit.toml, never from the current folder. The server queries the addresses in indexes
for its clients, with your token. It sends keywords only, unless remote.manuscript names the address. It
contacts no other machine, unless [llm] names a language model and you allowed it. SIGHUP reloads tokens,
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
		fmt.Fprintf(std.Err, "scilit-lsp: note: %v\n", problem)
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
