package mcp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
	"github.com/scilit-lsp/scilit-lsp/verify/report"
)

// ReferenceInput are the parameters of verify_reference.
type ReferenceInput struct {
	Entry   string            `json:"entry,omitempty" max:"50000" jsonschema:"one BibTeX or BibLaTeX entry"`
	Title   string            `json:"title,omitempty" jsonschema:"in place of an entry: the title"`
	Authors []string          `json:"authors,omitempty" max:"200" jsonschema:"in place of an entry: the authors, as Given Family or Family, Given"`
	Year    int               `json:"year,omitempty" max:"3000" jsonschema:"in place of an entry: the year"`
	Fields  map[string]string `json:"fields,omitempty" jsonschema:"in place of an entry: further fields of BibTeX, such as journal, booktitle, doi, eprint, volume, pages"`
	Online  bool              `json:"online,omitempty" jsonschema:"ask the online sources that the user turned on, too: identifiers, title and first author are sent, as far as the user allowed"`
}

// ReferenceOutput is the answer of verify_reference.
type ReferenceOutput struct {
	report.Reference
	Checked
}

// Checked is what the answers of both checks have.
type Checked struct {
	Notes  []string     `json:"notes" jsonschema:"sources that could not be asked, and the like"`
	Online *OnlineCheck `json:"online,omitempty" jsonschema:"what was looked up online, or would be"`
	Scope
}

// maxName is how many bytes of a name are said back.
const maxName = 40

// unproven is said of each check.
const unproven = " The verdict not_found says that no source that was asked has a record, and nothing about whether the work exists."

func (s *Server) verifyReference(ctx context.Context, in ReferenceInput) (out ReferenceOutput, err error) {
	source, err := entryOf(in)
	if err != nil {
		return out, err
	}
	file := bib.Parse(source)
	if len(file.Entries) != 1 {
		return out, failed(InvalidArgument, fmt.Sprintf("give one entry: there are %d here; check_bibliography takes several", len(file.Entries)))
	}
	if !audit.IsWork(&file.Entries[0]) {
		return out, failed(InvalidArgument, fmt.Sprintf("entries of the type %s are not compared: corpora have no records of such works", cut(file.Entries[0].Type, maxName)))
	}
	references, checked, err := s.checked(ctx, audit.File{Path: "entry", Bib: file, Source: source}, in.Online)
	if err != nil {
		return out, err
	}
	return ReferenceOutput{report.ReferenceOf(references[0]), checked}, nil
}

// entryOf is the entry that a call gives as text or by fields.
func entryOf(in ReferenceInput) (string, error) {
	hasFields := in.Title != "" || len(in.Authors) > 0 || in.Year != 0 || len(in.Fields) > 0
	switch {
	case (in.Entry != "") == hasFields:
		return "", failed(InvalidArgument, "give either entry or fields such as title, authors and year")
	case in.Entry != "":
		return in.Entry, nil
	}
	fields := map[string]string{"title": in.Title, "author": strings.Join(in.Authors, " and ")}
	if in.Year != 0 {
		fields["year"] = fmt.Sprint(in.Year)
	}
	maps.Copy(fields, in.Fields)
	var b strings.Builder
	b.WriteString("@article{reference")
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value := fields[name]
		if !isFieldName(name) || strings.ContainsAny(value, "{}") || len(value) > maxQuote {
			return "", failed(InvalidArgument, cut(name, maxName)+": a field has a name of letters, and a value of at most 4,000 bytes without braces: give the whole as entry")
		}
		if value != "" {
			fmt.Fprintf(&b, ",\n  %s = {%s}", name, value)
		}
	}
	return b.String() + "\n}\n", nil
}

func isFieldName(name string) bool {
	return name != "" && len(name) <= maxName && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") == ""
}

// checked compares the entries of a file with the corpora, and the online sources where a
// call and the user want it.
func (s *Server) checked(ctx context.Context, file audit.File, online bool) (all []verify.Checked, out Checked, err error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, out, app.Nothing(err)
	}
	repositories, plan, err := s.lookUp(ctx, online, file.Bib)
	if err != nil {
		return nil, out, err
	}
	if repositories == nil {
		if err := s.engines.WhyNothing(ctx, e); err != nil {
			return nil, out, err
		}
	}
	answer, err := audit.Check(ctx, e, []audit.File{file}, audit.Options{Year: time.Now().Year(), Online: repositories})
	out = Checked{Notes: app.OrEmpty(answer.Notes), Online: plan, Scope: scopeOf(ctx, e)}
	out.Says += unproven
	return answer.References, out, err
}

// BibliographyInput are the parameters of check_bibliography.
type BibliographyInput struct {
	Path   string `json:"path,omitempty" jsonschema:"a .bib file in a folder that the server was started with"`
	Text   string `json:"text,omitempty" max:"2000000" jsonschema:"the text of a .bib, in place of a path"`
	All    bool   `json:"all,omitempty" jsonschema:"list entries without findings, too"`
	Offset int    `json:"offset,omitempty" max:"1000000" jsonschema:"how many of the listed entries to leave out, to get the next ones"`
	Limit  int    `json:"limit,omitempty" max:"200" jsonschema:"how many entries; 50 where not given"`
	Online bool   `json:"online,omitempty" jsonschema:"ask the online sources that the user turned on, too: identifiers, titles and first authors are sent, as far as the user allowed"`
}

// BibliographyOutput is the answer of check_bibliography.
type BibliographyOutput struct {
	Summary    report.Summary     `json:"summary" jsonschema:"how many entries have each verdict"`
	References []report.Reference `json:"references" jsonschema:"in the order of the file"`
	Total      int                `json:"total" jsonschema:"how many entries can be listed"`
	Checked
}

// defaultListed is how many entries are listed where a call does not say, and maxEntries
// how many a file may have.
const defaultListed, maxEntries = 50, 20_000

func (s *Server) checkBibliography(ctx context.Context, in BibliographyInput) (out BibliographyOutput, err error) {
	file, err := s.bibliography(ctx, in)
	if err != nil {
		return out, err
	}
	all, checked, err := s.checked(ctx, file, in.Online)
	if err != nil {
		return out, err
	}
	out = BibliographyOutput{Summary: report.Summarise(all), References: []report.Reference{}, Checked: checked}
	if !in.All {
		all = slices.DeleteFunc(all, func(c verify.Checked) bool { return len(c.Findings) == 0 })
	}
	out.Total = len(all)
	first := min(in.Offset, len(all))
	for _, c := range all[first:min(first+cmp.Or(in.Limit, defaultListed), len(all))] {
		out.References = append(out.References, report.ReferenceOf(c))
	}
	return out, nil
}

// bibliography reads what a call names or gives.
func (s *Server) bibliography(ctx context.Context, in BibliographyInput) (file audit.File, err error) {
	if (in.Path != "") == (in.Text != "") {
		return file, failed(InvalidArgument, "give either path or text")
	}
	source := in.Text
	if in.Path != "" {
		if source, err = s.sourceOf(ctx, in.Path); err != nil {
			return file, err
		}
	}
	file = audit.File{Path: cmp.Or(in.Path, "text"), Bib: bib.Parse(source), Source: source}
	switch n := len(file.Bib.Entries); {
	case n == 0:
		return file, failed(InvalidArgument, file.Path+": there is no entry of BibTeX in it")
	case n > maxEntries:
		return file, failed(InvalidArgument, fmt.Sprintf("%s has %d entries, more than %d: run `scilit-lsp check` on it", file.Path, n, maxEntries))
	}
	return file, nil
}

func (s *Server) sourceOf(ctx context.Context, path string) (string, error) {
	file, err := s.bibFile(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	raw, err := file.read(ctx, maxBib)
	if err == nil && raw == nil {
		err = failed(NotFound, path+": there is no such file: check the name")
	}
	return string(raw), err
}
