package remote

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
)

// A Copy downloads an index from a server for index.Import. It implements index.Source.
type Copy struct{ *Corpus }

var _ index.Source = (*Copy)(nil)

// OpenCopy opens the index at an address, which must have only one.
func OpenCopy(ctx context.Context, opts Options) (*Copy, error) {
	r, err := Open(opts)
	if err != nil {
		return nil, err
	}
	g, all := r.(*Group)
	if !all {
		return &Copy{r.(*Corpus)}, nil
	}
	corpora, err := g.Corpora(ctx)
	if err != nil {
		return nil, err
	}
	if len(corpora) == 0 {
		return nil, fmt.Errorf("%s lists no corpora: ask its administrator for the address of a corpus to copy", g.host)
	}
	if len(corpora) != 1 {
		var named []string
		for _, c := range corpora {
			info, _ := c.infoWithin(ctx, ageless)
			named = append(named, c.address+" ("+info.Name+")")
		}
		return nil, fmt.Errorf("%s has %d corpora: use the address of one "+
			"of them (%s)", g.host, len(corpora), strings.Join(named, ", "))
	}
	return &Copy{corpora[0]}, nil
}

const (
	exportPath = "/export"
	// describing is the timeout of Describe. It is long, since the server may have to hash a large
	// index.
	describing = 10 * time.Minute
	// stalled is the time without data after which a download fails.
	stalled = time.Minute
)

// Describe implements index.Source.
func (c *Copy) Describe(ctx context.Context) (description, signature []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, describing)
	defer cancel()
	description, err = c.exchange(ctx, c.address+exportPath, nil)
	return description, nil, err
}

// Part implements index.Source.
func (c *Copy) Part(ctx context.Context, manifest string, f index.DescribedFile, offset int64) (io.ReadCloser, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(stalled, func() {
		cancel(fmt.Errorf("%s sent no data for %v: run the same command again to resume", c.host, stalled))
	})
	stop := func() { timer.Stop(); cancel(nil) }
	var header map[string]string
	if offset > 0 {
		header = map[string]string{"Range": fmt.Sprintf("bytes=%d-", offset)}
	}
	answer, err := c.request(ctx, c.address+exportPath+"/"+manifest+"/"+f.Name, nil, header)
	if err != nil {
		defer stop()
		return nil, c.failed(err)
	}
	body := &part{ctx: ctx, body: answer.Body, timer: timer, stop: stop}
	switch {
	case answer.Status == statusPartial &&
		strings.HasPrefix(answer.Header("Content-Range"), fmt.Sprintf("bytes %d-", offset)):
		return body, nil
	case answer.Status == statusOK: // the whole file: the server ignored the range
		_, err = io.CopyN(io.Discard, body, offset)
	case answer.Status < statusRedirect:
		err = fmt.Errorf("%s sent a part that was not requested: run the same command again to resume", c.host)
	default:
		reply, _ := io.ReadAll(io.LimitReader(body, maxMessage*4))
		err = fmt.Errorf("%w; run the same command again to resume", c.refused(answer, reply))
	}
	if err != nil {
		body.Close()
		return nil, err
	}
	return body, nil
}

// Resumes implements index.Source.
func (*Copy) Resumes() bool { return true }

// A part is the body of a download. It fails when it stalls.
type part struct {
	ctx   context.Context
	body  io.ReadCloser
	timer *time.Timer
	stop  func()
}

// Read implements io.Reader.
func (p *part) Read(b []byte) (int, error) {
	n, err := p.body.Read(b)
	p.timer.Reset(stalled)
	if cause := context.Cause(p.ctx); err != nil && err != io.EOF && cause != nil {
		err = cause
	}
	return n, err
}

// Close implements io.Closer.
func (p *part) Close() error {
	p.stop()
	return p.body.Close()
}
