// Package server provides the functions of package app over HTTP, as an API and, through package
// page, as a web page. routes.go lists all routes. If the server has a token file, a client must present
// a token from it. Limits apply to every client.
package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// Options configure a Server.
type Options struct {
	Engines *app.Service
	// Renewer reopens the engine after changes to indexes that the engine itself does not detect.
	// It may be nil.
	Renewer *backend.Renewer
	Asker   app.Asker    // answers /v1/ask; must not be nil
	Page    http.Handler // serves "/"; nil if the server has no page

	Share bool // clients may copy the indexes

	TokenFile       string // path of the file that lists the clients; if empty, anyone on this machine is a client
	TLSCert, TLSKey string // paths; if empty, the server uses plain HTTP

	Log          *slog.Logger
	LogQuestions bool // log lines include the question
	Version      string

	// Searches is the maximum number of running requests, Queue the maximum number of waiting ones,
	// and Patience the maximum waiting time. The defaults depend on the number of processors.
	Searches, Queue int
	Patience        time.Duration
	// Grace is the time for running requests to finish when the server shuts down.
	Grace time.Duration
}

// The defaults of Options.
const (
	defaultQueue    = 256
	defaultPatience = 10 * time.Second
	defaultGrace    = 30 * time.Second
)

// Timeouts of a connection. A slow client only blocks its own connection.
const (
	headerTimeout  = 5 * time.Second
	readTimeout    = 30 * time.Second
	idleTimeout    = 60 * time.Second
	askTimeout     = 5 * time.Minute // time for a language model to answer
	writeAllowance = time.Minute     // time to send the response
	maxHeader      = 16 << 10        // size of the request header in bytes
)

// searchTimeout is the time limit of a request that no language model answers. Tests raise it, since
// the race detector slows requests down.
var searchTimeout = 30 * time.Second

// Limits of an HTTP/2 connection.
const (
	maxStreams    = 100
	connectionBuf = 256 << 10 // bytes of request bodies that handlers have not read yet
	streamBuf     = 128 << 10
)

// A Server serves HTTP requests. It is safe for concurrent use.
type Server struct {
	opts      Options
	tokens    *tokens // nil if no tokens are needed
	keys      *keyPair
	sessions  *sessions
	guesses   *guesses
	bodies    *semaphore.Weighted // bytes for request bodies
	searches  *gate
	asks      *gate
	metrics   *metrics
	readiness readiness
	document  []byte // the OpenAPI document
	handler   http.Handler
	stopping  atomic.Bool
}

// New returns a server that is not listening yet.
func New(o Options) (*Server, error) {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Searches = cmp.Or(o.Searches, max(2, runtime.GOMAXPROCS(0)))
	o.Queue, o.Patience = cmp.Or(o.Queue, defaultQueue), cmp.Or(o.Patience, defaultPatience)
	o.Grace = cmp.Or(o.Grace, defaultGrace)
	s := &Server{opts: o, sessions: newSessions(), guesses: newGuesses(), bodies: semaphore.NewWeighted(maxBodies)}
	if err := s.openFiles(); err != nil {
		return nil, err
	}
	shared := func() bool { return s.tokens != nil && s.tokens.several() }
	s.searches = newGate(o.Searches, o.Queue, o.Patience, shared)
	s.asks = newGate(o.Searches, o.Queue, o.Patience, shared)
	s.metrics = newMetrics(s)
	routes := s.routes()
	s.document = openAPI(routes, o.Version)
	s.handler = s.guarded(s.mux(routes))
	return s, nil
}

func (s *Server) openFiles() (err error) {
	if (s.opts.TLSCert == "") != (s.opts.TLSKey == "") {
		return errors.New("TLS needs both a certificate and its key: set server.tls_cert and server.tls_key to their paths")
	}
	if s.opts.TLSCert != "" {
		if s.keys, err = openKeyPair(s.opts.TLSCert, s.opts.TLSKey, s.opts.Log); err != nil {
			return err
		}
	}
	if s.opts.TokenFile != "" {
		s.tokens, err = openTokens(s.opts.TokenFile, s.opts.Log)
	}
	return err
}

// CheckAddress returns an error if other machines can reach the address but the server has no
// tokens or no TLS.
func (s *Server) CheckAddress(address net.Addr) error {
	at, ok := address.(*net.TCPAddr)
	switch {
	case ok && at.IP.IsLoopback():
		return nil
	case s.tokens == nil:
		return fmt.Errorf("other machines can reach %s, so anyone could search: "+
			"set server.token_file to the path of a file "+
			"that `scilit-lsp token NAME` writes, or listen on 127.0.0.1", address)
	case s.keys == nil:
		return fmt.Errorf("other machines can reach %s, and HTTP sends tokens and questions unencrypted: "+
			"set server.tls_cert and server.tls_key to the paths of "+
			"a certificate and its key, or listen on 127.0.0.1 behind a TLS proxy", address)
	}
	return nil
}

// Handler returns the handler for all requests, for use in other servers and tests.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve serves requests until ctx ends, and then waits for the running requests.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if err := s.CheckAddress(l.Addr()); err != nil {
		return err
	}
	requests, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	bounded := newBoundedListener(l, func() { s.metrics.countRefusal("connections") })
	h := &http.Server{
		Handler: s.handler, ErrorLog: slog.NewLogLogger(s.opts.Log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context { return requests }, ConnState: bounded.note,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeAllowance, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams:          maxStreams,
			MaxReceiveBufferPerConnection: connectionBuf, MaxReceiveBufferPerStream: streamBuf,
		},
	}
	g, serving := errgroup.WithContext(ctx)
	g.Go(func() error { return s.listen(h, bounded) })
	g.Go(func() error {
		<-serving.Done()
		return s.stop(h, abandon)
	})
	g.Go(func() error {
		s.watchIndexes(serving)
		return nil
	})
	return g.Wait()
}

func (s *Server) listen(h *http.Server, l net.Listener) (err error) {
	if s.keys == nil {
		err = h.Serve(l)
	} else {
		h.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: s.keys.get}
		err = h.ServeTLS(l, "", "")
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// stop waits for the running requests and aborts those that take longer than Grace.
func (s *Server) stop(h *http.Server, abandon func()) error {
	s.stopping.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), s.opts.Grace)
	defer cancel()
	err := h.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		abandon()
		s.opts.Log.Warn("requests were aborted before they were answered", "after", s.opts.Grace)
		return h.Close()
	}
	return err
}

const indexInterval = 15 * time.Second // interval between checks for changed indexes

func (s *Server) watchIndexes(ctx context.Context) {
	if s.opts.Renewer == nil {
		return
	}
	tick := time.NewTicker(indexInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if s.opts.Renewer.Look(ctx) != nil {
				s.opts.Log.Info("indexes changed: reopening the engine")
			}
		case <-ctx.Done():
			return
		}
	}
}

// Reload rereads the token and key files and reopens the engine. If a file cannot be
// read, its previous content stays in use.
func (s *Server) Reload(ctx context.Context) error {
	var failed []error
	if s.tokens != nil {
		failed = append(failed, s.tokens.reload())
	}
	if s.keys != nil {
		failed = append(failed, s.keys.reload())
	}
	if s.opts.Renewer != nil {
		s.opts.Renewer.Renew(ctx)
	}
	return errors.Join(failed...)
}
