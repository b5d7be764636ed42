package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// ZoteroAddress is where Zotero listens.
const ZoteroAddress = "http://localhost:23119"

// Zotero is asked for the whole of the user's own library: of Better BibTeX, whose
// keys are the ones that people cite by, in its JSON; where that extension is not
// installed, of Zotero itself as BibTeX.
const (
	betterBibTeXPath = "/better-bibtex/export/library?/1/library.jzon"
	bibTeXPath       = "/api/users/0/items/top?format=bibtex"
	versionPath      = "/api/users/0/items/top?format=keys&limit=1"
)

// maxOfZotero bounds an export: libraries of 100,000 items take some 300 MB.
const maxOfZotero = 1 << 30

// A zotero is a running Zotero of the user's.
type zotero struct {
	address string
	client  *network.Client
}

// version distinguishes the states of the library, "" where this Zotero does
// not say. Before version 10 the numbers are those of the last synchronisation,
// which do not count what was changed since; only later ones name themselves.
func (z zotero) version(ctx context.Context) string {
	answer, err := z.client.Get(ctx, z.address+versionPath)
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	server, number := answer.Header("Zotero-Server-ID"), answer.Header("Last-Modified-Version")
	if answer.Status != 200 || server == "" || number == "" {
		return ""
	}
	return server + "/" + number
}

// export is the library, in a form that package corpus reads.
func (z zotero) export(ctx context.Context) ([]byte, error) {
	raw, status, err := z.get(ctx, betterBibTeXPath)
	if err == nil && status == 404 { // no such endpoint: no Better BibTeX
		raw, status, err = z.get(ctx, bibTeXPath)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("no answer from Zotero (%w); start it", err)
	case status == 403:
		return nil, errors.New(`refused by Zotero: allow it in Zotero's settings, Advanced, "Allow other applications on this computer to communicate with Zotero"`)
	case status != 200:
		return nil, fmt.Errorf("answer %d from Zotero: %s", status, firstLine(raw))
	}
	return raw, nil
}

func (z zotero) get(ctx context.Context, path string) (body []byte, status int, err error) {
	answer, err := z.client.Get(ctx, z.address+path)
	if err != nil {
		return nil, 0, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(io.LimitReader(answer.Body, maxOfZotero))
	return body, answer.Status, err
}

// askZotero finds a running Zotero as if it were a file, with its content where
// that may have changed.
func (r *refresh) askZotero(ctx context.Context, found *search) {
	address := r.opts.Sources.Zotero
	if address == "" {
		return
	}
	z := zotero{address, r.opts.Network}
	f := file{path: address, named: true, version: z.version(ctx)}
	known := r.state.Files[address]
	if known == nil || known.Unread || f.version == "" || known.Version != f.version {
		content, err := z.export(ctx)
		if err != nil {
			found.fail(address, err)
			return
		}
		f.content = content
	}
	found.files[address] = f
}

func firstLine(raw []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(raw[:min(len(raw), 200)]), []byte("\n"))
	return strings.TrimSpace(string(line))
}
