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

// ZoteroAddress is the URL of Zotero's local API.
const ZoteroAddress = "http://localhost:23119"

// Paths for exporting the user's whole Zotero library. The Better BibTeX extension exports JSON with
// the user's citation keys. Zotero without this extension exports BibTeX.
const (
	betterBibTeXPath = "/better-bibtex/export/library?/1/library.jzon"
	bibTeXPath       = "/api/users/0/items/top?format=bibtex"
	versionPath      = "/api/users/0/items/top?format=keys&limit=1"
)

// maxOfZotero is the maximum size of an export in bytes. A library of 100,000 items takes about 300
// MB.
const maxOfZotero = 1 << 30

// A zotero is a client for a running Zotero.
type zotero struct {
	address string
	client  *network.Client
}

// version returns the version of the local Zotero library, or "" if unknown. It is unknown before
// Zotero 10, which reports the version of the last synchronization and no server ID. That version
// misses later changes.
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

// export returns the library in a format supported by package corpus.
func (z zotero) export(ctx context.Context) ([]byte, error) {
	raw, status, err := z.get(ctx, betterBibTeXPath)
	if err == nil && status == 404 { // Better BibTeX is not installed
		raw, status, err = z.get(ctx, bibTeXPath)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("no reply from Zotero (%w): start Zotero", err)
	case status == 403:
		return nil, errors.New(`the request was refused by Zotero: in its settings under Advanced, turn on ` +
			`"Allow other applications on this computer to communicate with Zotero"`)
	case status != 200:
		return nil, fmt.Errorf("the reply from Zotero has status %d: %s", status, firstLine(raw))
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

// askZotero adds the library of a running Zotero as a file. It omits the content if that is known to
// be unchanged.
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
