package mcp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
	"github.com/scilit-lsp/scilit-lsp/verify/report"
)

// ReferenceInput contains the parameters of verify_reference.
type ReferenceInput struct {
	Entry   string            `json:"entry,omitempty" max:"50000" jsonschema:"the reference, as one BibTeX or BibLaTeX entry"`
	Title   string            `json:"title,omitempty" jsonschema:"the title, if entry is not given"`
	Authors []string          `json:"authors,omitempty" max:"200" jsonschema:"the authors, if entry is not given, each as Given Family or Family, Given"`
	Year    int               `json:"year,omitempty" max:"3000" jsonschema:"the year, if entry is not given"`
	Fields  map[string]string `json:"fields,omitempty" jsonschema:"other BibTeX fields, such as doi or journal, if entry is not given"`
	Online  bool              `json:"online,omitempty" jsonschema:"also query online sources, if the user allows it"`
}

// ReferenceOutput is the result of verify_reference.
type ReferenceOutput struct {
	report.Reference
	CheckDetails
}

// CheckDetails contains the fields returned by both checks.
type CheckDetails struct {
	Notes  []string     `json:"notes" jsonschema:"sources that failed, and other remarks"`
	Online *OnlineCheck `json:"online,omitempty" jsonschema:"the online lookup, or the proposed one if nothing was sent"`
	Scope
}

const maxName = 40 // maximum length of a name in an error message, in bytes

// unproven is appended to the scope of each check.
const unproven = " The verdict not_found means that no searched source has a record; " +
	"it says nothing about whether the work exists."

func (s *Server) verifyReference(ctx context.Context, in ReferenceInput) (out ReferenceOutput, err error) {
	source, err := entryOf(in)
	if err != nil {
		return out, err
	}
	file := bib.Parse(source)
	if len(file.Entries) != 1 {
		return out, failed(InvalidArgument, fmt.Sprintf("the entry parameter contains %d BibTeX entries: give exactly "+
			"one, or call check_bibliography for several", len(file.Entries)))
	}
	if !audit.IsWork(&file.Entries[0]) {
		kind := cut(file.Entries[0].Type, maxName)
		return out, failed(InvalidArgument, "this @"+kind+" entry cannot be checked, because corpora have no "+
			"records of works such as software and web pages: if it is a paper, give it a type such as @article")
	}
	references, details, err := s.compare(ctx, audit.File{Path: "entry", Bib: file, Source: source}, in.Online)
	if err != nil {
		return out, err
	}
	return ReferenceOutput{report.ReferenceOf(references[0]), details}, nil
}

// entryOf returns the entry in a call, whether it is given as text or as fields.
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
		if !fieldName.MatchString(name) || strings.ContainsAny(value, "{}") || len(value) > maxQuote {
			return "", failed(InvalidArgument, "invalid field "+cut(name, maxName)+": a name may contain only letters, "+
				"- and _, and a value at most 4,000 bytes and no braces; pass the reference as entry instead")
		}
		if value != "" {
			fmt.Fprintf(&b, ",\n  %s = {%s}", name, value)
		}
	}
	return b.String() + "\n}\n", nil
}

var fieldName = regexp.MustCompile(`^[A-Za-z_-]{1,40}$`)

// compare compares the entries of a file with the corpora. It also compares them with online
// sources if the call requests that and the user allows it.
func (s *Server) compare(ctx context.Context, file audit.File, online bool) (
	all []verify.EntryResult, out CheckDetails, err error,
) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, out, backend.Unavailable(err)
	}
	repositories, plan, err := s.lookUp(ctx, online, file.Bib)
	if err != nil {
		return nil, out, err
	}
	if repositories == nil {
		if err := s.engines.CheckAvailable(ctx, e); err != nil {
			return nil, out, err
		}
	}
	e, outcomes := e.Recorded()
	answer, err := audit.Check(ctx, e, []audit.File{file}, audit.Options{Year: time.Now().Year(), Online: repositories})
	out = CheckDetails{Notes: wire.OrEmpty(answer.Notes), Online: plan, Scope: scopeOfAll(ctx, e, outcomes)}
	out.Text += unproven
	if err != nil {
		return nil, out, err
	}
	return slices.Collect(answer.References.All()), out, nil
}

// BibliographyInput contains the parameters of check_bibliography.
type BibliographyInput struct {
	Path   string `json:"path,omitempty" jsonschema:"path of a .bib file in one of the --workspace folders"`
	Text   string `json:"text,omitempty" max:"2000000" jsonschema:"the text of a .bib file, if path is not given"`
	All    bool   `json:"all,omitempty" jsonschema:"also list entries without findings"`
	Offset int    `json:"offset,omitempty" max:"1000000" jsonschema:"number of listed entries to skip"`
	Limit  int    `json:"limit,omitempty" max:"200" jsonschema:"maximum number of entries to list; default 50"`
	Online bool   `json:"online,omitempty" jsonschema:"also query online sources, if the user allows it"`
}

// BibliographyOutput is the result of check_bibliography.
type BibliographyOutput struct {
	Summary    report.Summary     `json:"summary" jsonschema:"number of entries per verdict"`
	References []report.Reference `json:"references" jsonschema:"the listed entries, in the order of the file"`
	Total      int                `json:"total" jsonschema:"total number of entries to list, before offset and limit are applied"`
	CheckDetails
}

// defaultListed is the number of entries listed by default. maxEntries is the maximum number of
// entries in a file.
const defaultListed, maxEntries = 50, 20_000

func (s *Server) checkBibliography(ctx context.Context, in BibliographyInput) (out BibliographyOutput, err error) {
	file, err := s.bibliography(ctx, in)
	if err != nil {
		return out, err
	}
	all, details, err := s.compare(ctx, file, in.Online)
	if err != nil {
		return out, err
	}
	out = BibliographyOutput{Summary: report.Summarise(slices.Values(all)), References: []report.Reference{},
		CheckDetails: details}
	if !in.All {
		all = slices.DeleteFunc(all, func(c verify.EntryResult) bool { return len(c.Findings) == 0 })
	}
	out.Total = len(all)
	first := min(in.Offset, len(all))
	for _, c := range all[first:min(first+cmp.Or(in.Limit, defaultListed), len(all))] {
		out.References = append(out.References, report.ReferenceOf(c))
	}
	return out, nil
}

// bibliography reads the .bib file whose path or content is given in a call.
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
		return file, failed(InvalidArgument, file.Path+" contains no BibTeX entries: "+
			"give the path or the text of another .bib file")
	case n > maxEntries:
		return file, failed(InvalidArgument,
			fmt.Sprintf("%s has %d entries, more than the limit of %d: pass fewer, "+
				"or run `scilit-lsp check` on the file", file.Path, n, maxEntries))
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
		err = failed(NotFound, path+" does not exist: check the path")
	}
	return string(raw), err
}
