package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"aead.dev/minisign"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"golang.org/x/term"
)

type indexExportCmd struct {
	Out   string `required:"" placeholder:"FILE" help:"The file to write, a tar archive; - is standard output."`
	Since string `placeholder:"FILE" help:"Leave out what this file has, an earlier export of the index."`
	Sign  string `placeholder:"KEY" help:"Sign it with a secret key of minisign; its password is asked for, or in SCILIT_SIGN_PASSWORD."`
	Dir   string `arg:"" help:"Folder of the corpus."`
}

// Help says what is in the file.
func (indexExportCmd) Help() string {
	return `The file has the index as it is published, with SHA-256 checksums: the same bytes for the same index. It holds all
that was indexed, so who has it can read the papers' texts in it. index import reads it.`
}

// Run exports an index.
func (c indexExportCmd) Run(ctx context.Context, std streams) (err error) {
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
		// The usual comment has the time, by which no two files would be the same.
		o.Sign = func(raw []byte) ([]byte, error) {
			return minisign.SignWithComments(key, raw, "scilit-lsp index", "scilit-lsp index"), nil
		}
	}
	x, err := index.Open(c.Dir)
	if err != nil {
		return err
	}
	defer x.Close()
	if c.Out == "-" {
		_, err = x.Export(ctx, unprinted(std.out), o)
		return err
	}
	d, err := writeWhole(c.Out, func(w io.Writer) (*index.Description, error) { return x.Export(ctx, w, o) })
	if err != nil {
		return fmt.Errorf("export %s: %w", c.Dir, err)
	}
	fmt.Fprintf(std.out, "%s: %s of %s\n", c.Out, text.Count(d.Papers, "paper"), d.Name)
	return nil
}

// writeWhole writes a file that takes its name once it is whole.
func writeWhole(path string, write func(io.Writer) (*index.Description, error)) (d *index.Description, err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".scilit-export-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	d, err = write(file)
	if err := errors.Join(err, file.Sync(), file.Chmod(0o644), file.Close()); err != nil {
		return nil, err
	}
	return d, os.Rename(file.Name(), path)
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

// maxSecretKey is longer than any file of a key, in bytes.
const maxSecretKey = 4 << 10

func secretKey(path string, std streams) (key minisign.PrivateKey, err error) {
	raw, err := files.Read(context.Background(), config.ExpandHome(path), maxSecretKey)
	if err != nil {
		return key, err
	}
	if !minisign.IsEncrypted(raw) {
		return key, key.UnmarshalText(raw)
	}
	password, given := os.LookupEnv("SCILIT_SIGN_PASSWORD")
	if !given {
		if !isTerminal(std.in) {
			return key, errors.New("its password is asked for at a terminal: run it there, or set SCILIT_SIGN_PASSWORD")
		}
		fmt.Fprint(std.err, "Password of the key: ")
		typed, err := term.ReadPassword(int(os.Stdin.Fd()))
		fmt.Fprintln(std.err)
		if err != nil {
			return key, err
		}
		password = string(typed)
	}
	return minisign.DecryptKey(password, raw)
}

type indexImportCmd struct {
	Out     string `required:"" placeholder:"DIR" help:"Folder of the corpus; what is searched there is replaced once all of the new index is there and whole."`
	Verify  string `placeholder:"KEY" help:"Take it only with a signature of this public key of minisign: a file, or the key itself."`
	Replace bool   `help:"Replace an index that did not come by import, or that was changed since."`
	Wait    bool   `help:"Wait for another process that writes the index, instead of an error."`
	From    string `arg:"" placeholder:"FILE|URL" help:"A file of index export, - for standard input, or the address of a corpus of a server."`
}

// Help says what is copied.
func (indexImportCmd) Help() string {
	return `Only segments that DIR does not have are copied. From a server, an import that was interrupted goes on where it was;
the server has to share its indexes (scilit-lsp serve --share), and is trusted as far as https goes: signatures are in files.`
}

// Run imports an index.
func (c indexImportCmd) Run(ctx context.Context, std streams) error {
	from, closing, err := c.source(ctx, std)
	if err != nil {
		return err
	}
	defer closing()
	o := index.ImportOptions{Dir: c.Out, Wait: c.Wait, Replace: c.Replace}
	if c.Verify != "" {
		if o.Verify, err = verifier(c.Verify); err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
	}
	bar := progressOf(std.err, -1, "copying", "bytes")
	o.Progress = func(n int64) { _ = bar.Set64(n) }
	done, err := index.Import(ctx, o, from)
	_ = bar.Finish()
	if err != nil {
		return fmt.Errorf("import into %s: %w", c.Out, err)
	}
	fmt.Fprintf(std.out, "%s: %s of %s; segments: %d new, %d were there; %.1f MB copied\n", c.Out, text.Count(done.Papers, "paper"), done.Name, done.New, done.Kept, float64(done.Bytes)/1e6)
	return nil
}

func (c indexImportCmd) source(ctx context.Context, std streams) (from index.Source, closing func(), err error) {
	switch {
	case c.From == "-":
		return index.NewArchive(std.in), func() {}, nil
	case config.IsRemote(c.From) && c.Verify != "":
		return nil, nil, fmt.Errorf("%w: a server sends no signature: import a file with --verify", errUsage)
	case config.IsRemote(c.From):
		o, err := app.RemoteOptions(loadHere().Settings, c.From)
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

// verifier checks signatures by a public key, or the file of one.
func verifier(key string) (func(description, signature []byte) error, error) {
	var public minisign.PublicKey
	if public.UnmarshalText([]byte(key)) != nil {
		var err error
		if public, err = minisign.PublicKeyFromFile(config.ExpandHome(key)); err != nil {
			return nil, fmt.Errorf("%s is no public key of minisign, and no file of one: %w", key, err)
		}
	}
	return func(description, signature []byte) error {
		switch {
		case len(bytes.TrimSpace(signature)) == 0:
			return errors.New("it has no signature, and nothing was changed: ask for one that was exported with --sign")
		case !minisign.Verify(public, description, signature):
			return errors.New("its signature is not of this key, or it was changed since, and nothing was changed here: get another copy")
		}
		return nil
	}, nil
}
