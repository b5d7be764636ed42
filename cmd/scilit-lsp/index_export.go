package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"aead.dev/minisign"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"golang.org/x/term"
)

type indexExportCmd struct {
	Format string `enum:"archive,jsonl" default:"archive" help:"Output format: archive (the whole index, for index import) or jsonl (the papers as JSON lines in SciLit's schema, for index build)."`
	Out    string `required:"" placeholder:"FILE" help:"The file to write; - is standard output."`
	Since  string `placeholder:"FILE" help:"Omit the segments contained in this earlier export of the index."`
	Sign   string `placeholder:"KEY" help:"Sign the archive with the minisign secret key in this file. The password is read from SCILIT_SIGN_PASSWORD or the terminal."`
	Dir    string `arg:"" help:"Folder of the corpus."`
}

func (indexExportCmd) Help() string {
	return `An archive is a tar file of the published index with SHA-256 checksums. The same index always produces the same
bytes. JSON lines hold the records, full texts and references of all papers, but no vectors, citation keys or
BibTeX entries. Anyone who has one of these files can read the indexed texts.`
}

func (c indexExportCmd) Run(ctx context.Context, std cli.Streams) (err error) {
	if c.Format == "jsonl" {
		return c.papers(ctx, std)
	}
	o := index.ExportOptions{}
	if c.Since != "" {
		if o.Since, err = describedIn(ctx, c.Since); err != nil {
			return fmt.Errorf("%s: %w", c.Since, err)
		}
	}
	if c.Sign != "" {
		key, err := secretKey(c.Sign, std)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Sign, err)
		}
		// minisign's default comment contains the time, which would make two exports of one index
		// differ
		o.Sign = func(raw []byte) ([]byte, error) {
			return minisign.SignWithComments(key, raw, "scilit-lsp index", "scilit-lsp index"), nil
		}
	}
	x, err := index.Open(c.Dir)
	if err != nil {
		return err
	}
	defer x.Close()
	return c.write(std, func(w io.Writer) (*index.Description, error) { return x.Export(ctx, w, o) })
}

// papers writes all papers of an index as JSON, one per line.
func (c indexExportCmd) papers(ctx context.Context, std cli.Streams) error {
	if c.Since != "" || c.Sign != "" {
		return fmt.Errorf("%w: --since and --sign require --format archive", cli.ErrUsage)
	}
	x, err := index.Open(c.Dir)
	if err != nil {
		return err
	}
	defer x.Close()
	info, err := x.Info(ctx)
	if err != nil {
		return err
	}
	return c.write(std, func(w io.Writer) (*index.Description, error) {
		written, err := writePapers(ctx, w, x)
		return &index.Description{Name: info.Name, Papers: written}, err
	})
}

func writePapers(ctx context.Context, w io.Writer, x *index.Index) (written int, err error) {
	buffered := bufio.NewWriter(w)
	for p, err := range x.Embedded(ctx) {
		if err == nil {
			err = corpus.WriteSciLit(buffered, p.Paper)
		}
		if err != nil {
			return written, err
		}
		written++
	}
	return written, buffered.Flush()
}

// write writes an export to the file given by --out, or to standard output.
func (c indexExportCmd) write(std cli.Streams, export func(io.Writer) (*index.Description, error)) error {
	if c.Out == "-" {
		_, err := export(std.Raw)
		return err
	}
	d, err := writeWhole(c.Out, export)
	if err != nil {
		return fmt.Errorf("could not export %s: %w", c.Dir, err)
	}
	fmt.Fprintf(std.Out, "%s: %s of %s\n", c.Out, text.Count(d.Papers, "paper"), d.Name)
	return nil
}

// writeWhole calls write with a temporary file and renames that file to path once it is complete.
func writeWhole[T any](path string, write func(io.Writer) (T, error)) (result T, err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".scilit-export-*")
	if err != nil {
		return result, err
	}
	defer os.Remove(file.Name())
	result, err = write(file)
	if err := errors.Join(err, file.Sync(), file.Chmod(0o644), file.Close()); err != nil {
		return result, err
	}
	return result, os.Rename(file.Name(), path)
}

func describedIn(ctx context.Context, path string) (*index.Description, error) {
	file, err := files.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw, _, err := index.NewArchive(file).Describe(ctx)
	if err != nil {
		return nil, err
	}
	return index.ParseDescription(raw)
}

const maxSecretKey = 4 << 10 // maximum size of a secret key file, in bytes

func secretKey(path string, std cli.Streams) (key minisign.PrivateKey, err error) {
	raw, err := files.Read(context.Background(), config.ExpandHome(path), maxSecretKey)
	if err != nil {
		return key, err
	}
	if !minisign.IsEncrypted(raw) {
		return key, key.UnmarshalText(raw)
	}
	password, given := os.LookupEnv("SCILIT_SIGN_PASSWORD")
	if !given {
		if !cli.IsTerminal(std.In) {
			return key, errors.New("the key is protected with a password; run the command in a terminal, or set " +
				"SCILIT_SIGN_PASSWORD to the password")
		}
		fmt.Fprint(std.Err, "Password for the key: ")
		typed, err := term.ReadPassword(int(os.Stdin.Fd()))
		fmt.Fprintln(std.Err)
		if err != nil {
			return key, err
		}
		password = string(typed)
	}
	return minisign.DecryptKey(password, raw)
}

type indexImportCmd struct {
	Out     string  `required:"" placeholder:"DIR" help:"Folder of the index. An existing index is replaced once the new one is complete and verified."`
	Verify  *string `placeholder:"KEY" help:"Accept only a file signed with this minisign public key, given as a file or as the key itself."`
	Replace bool    `help:"Also replace an index that was built here, or that has changed since it was imported."`
	Older   bool    `help:"Accept an export older than the existing index."`
	Wait    bool    `help:"If another process is writing the index, wait instead of failing."`
	From    string  `arg:"" placeholder:"FILE|URL" help:"An exported archive, - for standard input, or the URL of a corpus on a server."`
}

func (indexImportCmd) Help() string {
	return `Copies only the segments missing from DIR. An interrupted import from a server continues where it
stopped. The server must share its indexes (scilit-lsp serve --share). Only files can be signed; an import from
a server relies on https.`
}

func (c indexImportCmd) Run(ctx context.Context, std cli.Streams) error {
	from, closing, err := c.source(ctx, std)
	if err != nil {
		return err
	}
	defer closing()
	o := index.ImportOptions{Dir: c.Out, Wait: c.Wait, Replace: c.Replace, Older: c.Older}
	if c.Verify != nil {
		if o.Verify, err = verifier(*c.Verify); err != nil {
			return fmt.Errorf("%w: %w", cli.ErrUsage, err)
		}
	}
	bar := cli.ProgressOf(std.Err, -1, "copying", "bytes")
	o.Progress = func(n int64) { _ = bar.Set64(n) }
	done, err := index.Import(ctx, o, from)
	_ = bar.Finish()
	if err != nil {
		return fmt.Errorf("could not import into %s: %w", c.Out, err)
	}
	fmt.Fprintf(std.Out, "%s: %s of %s; segments: %d new, %d already present; %.1f MB copied\n", c.Out,
		text.Count(done.Papers, "paper"), done.Name, done.New, done.Kept, float64(done.Bytes)/1e6)
	return nil
}

func (c indexImportCmd) source(ctx context.Context, std cli.Streams) (from index.Source, closing func(), err error) {
	switch {
	case c.From == "-":
		return index.NewArchive(std.In), func() {}, nil
	case config.IsRemote(c.From) && c.Verify != nil:
		return nil, nil, fmt.Errorf("%w: servers do not send signatures; --verify works only with a file", cli.ErrUsage)
	case config.IsRemote(c.From):
		o, err := backend.RemoteOptions(cli.Load().Settings, c.From)
		if err != nil {
			return nil, nil, err
		}
		copied, err := remote.OpenCopy(ctx, o)
		if err != nil {
			return nil, nil, err
		}
		return copied, func() { _ = copied.Close() }, nil
	}
	file, err := files.Open(ctx, config.ExpandHome(c.From))
	if err != nil {
		return nil, nil, err
	}
	return index.NewArchive(file), func() { _ = file.Close() }, nil
}

// verifier returns a function that verifies signatures with a public key. key is the key itself or
// the name of a file that contains it.
func verifier(key string) (func(description, signature []byte) error, error) {
	if key == "" { // the user may have passed an unset variable
		return nil, errors.New("--verify is empty; give a minisign public key or its file")
	}
	var public minisign.PublicKey
	if public.UnmarshalText([]byte(key)) != nil {
		var err error
		if public, err = minisign.PublicKeyFromFile(config.ExpandHome(key)); err != nil {
			return nil, fmt.Errorf("%s is neither a minisign public key nor a file that contains one: %w", key, err)
		}
	}
	return func(description, signature []byte) error {
		switch {
		case len(bytes.TrimSpace(signature)) == 0:
			return errors.New("the archive is not signed, so nothing was changed; get one exported with --sign")
		case !minisign.Verify(public, description, signature):
			return errors.New("the signature does not match the key or the archive, so nothing was changed; check " +
				"the key given with --verify, or get another copy of the archive")
		}
		return nil
	}, nil
}
