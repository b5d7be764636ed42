package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/server"
	"github.com/scilit-lsp/scilit-lsp/server/page"
)

type serveCmd struct {
	engineFlags
	Listen       string `placeholder:"ADDR" default:"127.0.0.1:8391" help:"Address and port (${default}); an address of other machines needs a token file and TLS."`
	TokenFile    string `placeholder:"FILE" help:"Who may ask; see scilit-lsp token."`
	TLSCert      string `name:"tls-cert" placeholder:"FILE" help:"Certificate of the server, in PEM, with those between it and its root."`
	TLSKey       string `name:"tls-key" placeholder:"FILE" help:"Its key."`
	Searches     int    `placeholder:"N" help:"Questions that are answered at a time; as many as there are processors where not given."`
	Queue        int    `placeholder:"N" help:"Questions that may wait for their turn, 256 where not given; more are refused."`
	Share        bool   `help:"Let who may ask copy the indexes too, with all that is in them (scilit-lsp index import URL)."`
	LogFormat    string `enum:"text,json" default:"text" help:"Of the log on standard error (${enum})."`
	LogQuestions bool   `help:"Log what is asked, too; nobody's text is logged else."`
}

// Help says what is served.
func (serveCmd) Help() string {
	return `It serves the page and the HTTP API of version 1 over one or more indexes, to this machine alone where
nothing else is said. What is published to an index is searched at once. GET /v1/openapi.json describes the API,
/metrics is for Prometheus, /healthz and /readyz are for whoever keeps it running.
Settings are those of your own scilit.toml, never of the current folder: [server] token_file, tls_cert and tls_key,
indexes and [remote]. Addresses in indexes are asked for the clients of this server: with your token, by keywords
alone unless remote.manuscript names them, and for their own corpora, so that servers may name each other. The server
asks no other machine else, unless [llm] names a language model there and you allowed it.
SIGHUP has it read tokens, certificate and indexes again; SIGTERM and SIGINT let it finish what runs, for up to 30 seconds.`
}

// Run serves until ctx ends.
func (c serveCmd) Run(ctx context.Context, std streams) error {
	settings := c.settings(std)
	log := c.logger(std)
	engines := app.NewEngines(servedEngine)
	defer engines.Close()
	asker := app.NewAsker(engines, func() config.Settings { return settings }, nil)
	s, err := server.New(server.Options{
		Asker: asker, Page: page.New(page.Deps{Engines: engines, Asker: asker, Markups: markups(), LoggedIn: server.LoggedIn, Failed: func(path string, err error) {
			log.Error("a page could not be shown", "path", path, "error", err.Error())
		}}),
		Engines: engines, Renewer: app.NewRenewer(ctx, engines, settings), TokenFile: settings.Server.TokenFile,
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
	printNotices(std, opened.Notices...)
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
	fmt.Fprintf(std.out, "serving at %s://%s\n", scheme(settings.Server), listener.Addr())
	return s.Serve(ctx, listener)
}

func scheme(s config.Server) string {
	if s.TLSCert != "" {
		return "https"
	}
	return "http"
}

// servedEngine searches the indexes that were named, and neither the user's library nor
// what the user found online.
func servedEngine(ctx context.Context, s config.Settings) (*engine.Engine, []app.Notice, error) {
	parts, notices, err := (&app.Wiring{HandsOn: true}).Parts(ctx, s)
	if err != nil {
		return nil, notices, err
	}
	return engine.New(parts), notices, nil
}

// settings are those of the user's own file with the flags over them. A model that is not
// used leaves the memory.
func (c serveCmd) settings(std streams) config.Settings {
	loaded := config.Load(config.Sources{})
	for _, problem := range loaded.Problems {
		fmt.Fprintf(std.err, "scilit-lsp: note: %v\n", problem)
	}
	s, flags := loaded.Settings, c.asSettings()
	if len(c.Indexes) > 0 {
		s.Indexes = flags.Indexes
	}
	if standard := config.Default(); c.Engine != standard.Engine || c.Writer != standard.Writer {
		s.Engine, s.Writer = c.Engine, c.Writer
	}
	if c.Prefetch > 0 {
		s.Prefetch = c.Prefetch
	}
	if len(c.Models) > 0 {
		s.Models = c.Models
	}
	if c.Runtime != "" {
		s.ONNXRuntime = c.Runtime
	}
	for into, given := range map[*string]string{&s.Server.TokenFile: c.TokenFile, &s.Server.TLSCert: c.TLSCert, &s.Server.TLSKey: c.TLSKey} {
		if given != "" {
			*into = config.ExpandHome(given)
		}
	}
	return s
}

func (c serveCmd) logger(std streams) *slog.Logger {
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(std.err, nil))
	}
	return slog.New(slog.NewTextHandler(std.err, nil))
}

// reloadOnSignal has the server read its files again until stop is called.
func (serveCmd) reloadOnSignal(ctx context.Context, s *server.Server, log *slog.Logger) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		for range signals {
			if err := s.Reload(ctx); err != nil {
				log.Error("not all was read again", "error", err.Error())
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}
