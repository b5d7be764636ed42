package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
)

// metrics collects the Prometheus metrics of /metrics. Labels are routes, codes, reasons and corpus
// names; they never contain parts of a question.
type metrics struct {
	server *Server
	panics atomic.Int64

	mu       sync.Mutex
	requests map[requestLabels]int
	times    map[string]*histogram // durations, keyed by route
	refusals map[string]int        // numbers of refused requests, keyed by reason
}

type requestLabels struct {
	route  string
	status int
}

// bounds are the upper bounds of the histogram buckets, in seconds.
var bounds = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

type histogram struct {
	counts []int // cumulative counts, one per upper bound
	all    int
	sum    float64
}

func newMetrics(s *Server) *metrics {
	return &metrics{
		server: s, requests: make(map[requestLabels]int), times: make(map[string]*histogram),
		refusals: make(map[string]int),
	}
}

// addRoute adds a route and sets all its metrics to 0.
func (m *metrics) addRoute(route string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.times[route] = &histogram{counts: make([]int, len(bounds))}
}

// countRequest counts a request. Unknown paths share one label, so that clients cannot create labels.
func (m *metrics) countRequest(route string, status int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[requestLabels{route, status}]++
	h := m.times[route]
	if h == nil {
		return
	}
	seconds := took.Seconds()
	for i, bound := range bounds {
		if seconds <= bound {
			h.counts[i]++
		}
	}
	h.all++
	h.sum += seconds
}

func (m *metrics) countRefusal(reason string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refusals[reason]++
}

// text returns the metrics in the Prometheus text format.
func (m *metrics) text() []byte {
	var w exposition
	m.writeRequests(&w)
	m.writeLoad(&w)
	m.writeProcess(&w)
	return w.Bytes()
}

func (m *metrics) writeRequests(w *exposition) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w.begin("scilit_requests_total", "counter", "Requests by route and status.")
	byRoute := func(a, b requestLabels) int { return cmp.Or(cmp.Compare(a.route, b.route), a.status-b.status) }
	for _, l := range slices.SortedFunc(maps.Keys(m.requests), byRoute) {
		w.value("scilit_requests_total", float64(m.requests[l]), "route", l.route, "status", strconv.Itoa(l.status))
	}
	w.begin("scilit_request_seconds", "histogram", "Duration of requests, including time in the queue.")
	for _, route := range slices.Sorted(maps.Keys(m.times)) {
		w.histogram("scilit_request_seconds", m.times[route], "route", route)
	}
	w.begin("scilit_refusals_total", "counter", "Requests and connections rejected because of a limit.")
	for _, reason := range slices.Sorted(maps.Keys(m.refusals)) {
		w.value("scilit_refusals_total", float64(m.refusals[reason]), "reason", reason)
	}
}

func (m *metrics) writeLoad(w *exposition) {
	s := m.server
	w.begin("scilit_panics_total", "counter", "Requests whose handler panicked.")
	w.value("scilit_panics_total", float64(m.panics.Load()))
	w.begin("scilit_searches", "gauge", "Searches and questions in progress.")
	searches, waiting := s.searches.load()
	asks, waitingAsks := s.asks.load()
	w.value("scilit_searches", float64(searches+asks))
	w.begin("scilit_searches_waiting", "gauge", "Searches and questions in the queue.")
	w.value("scilit_searches_waiting", float64(waiting+waitingAsks))
	m.writeStaleFiles(w)
	w.begin("scilit_corpus_papers", "gauge", "Papers per corpus.")
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	corpora, _ := s.opts.Engines.Corpora(ctx, backend.Here) // omit corpora that cannot be read
	for _, c := range corpora {
		w.value("scilit_corpus_papers", float64(c.Papers), "corpus", c.Name, "id", c.ID)
	}
}

// writeStaleFiles writes whether outdated tokens or keys are still in use because their files
// cannot be read.
func (m *metrics) writeStaleFiles(w *exposition) {
	w.begin("scilit_stale_file", "gauge", "1 if a file is missing or invalid, so that its previous content remains "+
		"in use.")
	if t := m.server.tokens; t != nil {
		w.value("scilit_stale_file", number(t.watch.isStale()), "file", "tokens")
	}
	if k := m.server.keys; k != nil {
		w.value("scilit_stale_file", number(k.watch.isStale()), "file", "tls")
	}
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (m *metrics) writeProcess(w *exposition) {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	w.begin("go_goroutines", "gauge", "Goroutines.")
	w.value("go_goroutines", float64(runtime.NumGoroutine()))
	w.begin("go_memstats_heap_inuse_bytes", "gauge", "Heap in use, excluding memory-mapped indexes.")
	w.value("go_memstats_heap_inuse_bytes", float64(memory.HeapInuse))
	w.begin("scilit_build_info", "gauge", "Always 1; the label is the version.")
	w.value("scilit_build_info", 1, "version", m.server.opts.Version)
}

// An exposition builds text in the Prometheus text format, version 0.0.4.
type exposition struct{ bytes.Buffer }

func (w *exposition) begin(name, kind, help string) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// value writes a sample. labels alternates between names and values.
func (w *exposition) value(name string, x float64, labels ...string) {
	w.WriteString(name)
	for i := 0; i+1 < len(labels); i += 2 {
		w.WriteString([]string{"{", ","}[min(i, 1)])
		fmt.Fprintf(w, `%s="%s"`, labels[i], labelValue.Replace(labels[i+1]))
	}
	if len(labels) > 1 {
		w.WriteByte('}')
	}
	fmt.Fprintf(w, " %s\n", strconv.FormatFloat(x, 'g', -1, 64))
}

var labelValue = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func (w *exposition) histogram(name string, h *histogram, labels ...string) {
	bucket := func(count int, bound string) {
		w.value(name+"_bucket", float64(count), append(slices.Clone(labels), "le", bound)...)
	}
	for i, bound := range bounds {
		bucket(h.counts[i], strconv.FormatFloat(bound, 'g', -1, 64))
	}
	bucket(h.all, "+Inf")
	w.value(name+"_sum", h.sum, labels...)
	w.value(name+"_count", float64(h.all), labels...)
}
