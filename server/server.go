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
	"golang.org/x/sync/errgroup"
)

// Options say what is served, to whom, and how much of it at a time.
type Options struct {
	Engines *app.Engines
	// Renewer opens the engine anew when indexes change in a way that it does not see by
	// itself; may be nil.
	Renewer *app.Renewer
	Asker   app.Asker    // answers /v1/ask
	Page    http.Handler // the page at "/"; nil for none

	Share bool // who may ask may copy the indexes too

	TokenFile       string // who may ask; anybody on this machine where it is empty
	TLSCert, TLSKey string // files; plain HTTP where they are empty

	Log *slog.Logger
	// LogQuestions puts what is asked into the log.
	LogQuestions bool
	Version      string

	// Searches is how many questions are answered at a time, Queue how many more may wait,
	// and Patience how long. The defaults suit this machine's processors.
	Searches, Queue int
	Patience        time.Duration
	// Grace is how long requests under way may take when the server stops.
	Grace time.Duration
}

// The defaults of Options.
const (
	defaultQueue    = 256
	defaultPatience = 10 * time.Second
	defaultGrace    = 30 * time.Second
)

// How long one side waits for the other. A slow reader or writer holds a connection and
// nothing else.
const (
	headerPatience = 5 * time.Second
	readPatience   = 30 * time.Second
	writePatience  = 60 * time.Second
	idlePatience   = 60 * time.Second
	searchPatience = 30 * time.Second
	askPatience    = 5 * time.Minute // a language model may take its time
	maxHeader      = 16 << 10
)

// A Server answers HTTP requests. It is safe for concurrent use.
type Server struct {
	opts     Options
	tokens   *tokens // nil where none are needed
	keys     *keyPair
	sessions *sessions
	searches *gate
	asks     *gate
	metrics  *metrics
	document []byte // OpenAPI
	handler  http.Handler
	stopping atomic.Bool
}

// New returns a server that listens nowhere yet.
func New(o Options) (*Server, error) {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Searches = cmp.Or(o.Searches, max(2, runtime.GOMAXPROCS(0)))
	o.Queue, o.Patience, o.Grace = cmp.Or(o.Queue, defaultQueue), cmp.Or(o.Patience, defaultPatience), cmp.Or(o.Grace, defaultGrace)
	s := &Server{opts: o, sessions: newSessions(), searches: newGate(o.Searches, o.Queue, o.Patience), asks: newGate(o.Searches, o.Queue, o.Patience)}
	if err := s.openFiles(); err != nil {
		return nil, err
	}
	s.metrics = newMetrics(s)
	routes := s.routes()
	s.document = openAPI(routes, o.Version)
	s.handler = s.guarded(s.mux(routes))
	return s, nil
}

func (s *Server) openFiles() (err error) {
	if (s.opts.TLSCert == "") != (s.opts.TLSKey == "") {
		return errors.New("TLS needs both a certificate and its key: give server.tls_cert and server.tls_key")
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

// CheckAddress says why the server must not listen at an address: only this machine is
// served without tokens, and no token travels unencrypted.
func (s *Server) CheckAddress(address net.Addr) error {
	at, ok := address.(*net.TCPAddr)
	switch {
	case ok && at.IP.IsLoopback():
		return nil
	case s.tokens == nil:
		return fmt.Errorf("%s can be reached from other machines, so that anybody could ask: name a token_file (see `scilit-lsp token --help`), or listen at 127.0.0.1", address)
	case s.keys == nil:
		return fmt.Errorf("%s can be reached from other machines, and HTTP would show tokens and questions to all between them and here: give tls_cert and tls_key, or listen at 127.0.0.1 behind a proxy that has them", address)
	}
	return nil
}

// Handler answers requests, for servers of others and for tests.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve answers until ctx ends, and then finishes what runs.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if err := s.CheckAddress(l.Addr()); err != nil {
		return err
	}
	requests, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	h := &http.Server{
		Handler: s.handler, ErrorLog: slog.NewLogLogger(s.opts.Log.Handler(), slog.LevelDebug), BaseContext: func(net.Listener) context.Context { return requests },
		ReadHeaderTimeout: headerPatience, ReadTimeout: readPatience, WriteTimeout: writePatience, IdleTimeout: idlePatience, MaxHeaderBytes: maxHeader,
	}
	g, serving := errgroup.WithContext(ctx)
	g.Go(func() error { return s.listen(h, l) })
	g.Go(func() error {
		<-serving.Done()
		return s.stop(h, abandon)
	})
	g.Go(func() error {
		s.look(serving)
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

// stop lets requests under way end, and those that take too long no longer.
func (s *Server) stop(h *http.Server, abandon func()) error {
	s.stopping.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), s.opts.Grace)
	defer cancel()
	err := h.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		abandon()
		s.opts.Log.Warn("requests were ended before they were answered", "after", s.opts.Grace)
		return h.Close()
	}
	return err
}

// lookEvery is the time between two looks at what indexes are made of.
const lookEvery = 15 * time.Second

func (s *Server) look(ctx context.Context) {
	if s.opts.Renewer == nil {
		return
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if s.opts.Renewer.Look(ctx) != nil {
				s.opts.Log.Info("indexes changed: the engine is opened anew")
			}
		case <-ctx.Done():
			return
		}
	}
}

// Reload reads the files of tokens and keys again, and opens the engine anew. What cannot
// be read stays as it was.
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
