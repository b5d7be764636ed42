package diagnose

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// MaxCompared is the maximum number of entries per .bib to compare with the indexes.
const MaxCompared = 5000

// References caches the results of comparing entries with the records in the indexes. An entry is
// compared again only after a change. It is safe for concurrent use.
type References struct {
	mu     sync.Mutex
	state  string      // fingerprint of the indexes when they were last searched
	stale  atomic.Bool // the indexes may have changed since
	graded *lru.Cache[digest, *verify.Result]
}

// A digest is the hash of an entry. It covers the file's macros and the entry's crossref parent.
type digest [sha256.Size]byte

const maxGraded = 10 * MaxCompared // maximum number of cached results across all .bib files

// NewReferences returns an empty cache.
func NewReferences() *References {
	graded, _ := lru.New[digest, *verify.Result](maxGraded) // fails only for sizes below one
	return &References{graded: graded}
}

// compared calls each for at most MaxCompared entries of a file. want selects the entries to
// compare; nil selects all.
func compared(file *bib.File, want func(e *bib.Entry) bool, each func(e *bib.Entry, d digest)) {
	digestOf := digests(file)
	for i, n := 0, 0; i < len(file.Entries) && n < MaxCompared; i++ {
		if e := &file.Entries[i]; (want == nil || want(e)) && isCompared(e) {
			each(e, digestOf(e))
			n++
		}
	}
}

// digests returns a function that computes the digests of a file's entries.
func digests(file *bib.File) func(e *bib.Entry) digest {
	var macros []byte
	for _, m := range file.Strings {
		macros = append(macros, file.Text(m.Span)...)
	}
	shared := sha256.Sum256(macros)
	return func(e *bib.Entry) digest {
		text := append(shared[:], file.Text(e.Span)...)
		if e.Lookup("crossref") != nil {
			if parent := file.ByKey(e.Raw("crossref")); parent != nil {
				text = append(text, file.Text(parent.Span)...)
			}
		}
		return sha256.Sum256(text)
	}
}

func isCompared(e *bib.Entry) bool { return e.Complete && audit.IsWork(e) }

// Compare looks up the entries that are not cached, until ctx ends. It calls step to report
// progress. It skips the user's own library, which may have been imported from an earlier version
// of the .bib. want selects the entries to compare; nil selects all.
func (r *References) Compare(ctx context.Context, e *engine.Engine, file *bib.File, want func(e *bib.Entry) bool,
	step func(done, all int)) error {
	others := e.Others()
	r.settle(ctx, others)
	var references []verify.Reference
	var digests []digest
	compared(file, want, func(e *bib.Entry, d digest) {
		if _, known := r.graded.Get(d); !known {
			references, digests = append(references, verify.FromEntry(e)), append(digests, d)
		}
	})
	for done := 0; done < len(digests) && ctx.Err() == nil; {
		next := min(done+comparedAtOnce, len(digests))
		results, err := grade(ctx, others, references[done:next])
		if err != nil {
			return err
		}
		for i := range results {
			r.graded.Add(digests[done+i], remembered(results[i]))
		}
		if done = next; done < len(digests) {
			step(done, len(digests))
		}
	}
	return ctx.Err()
}

// CompareInUse calls Compare with the open engine. Without an engine, it only checks that each
// entry is consistent.
func (r *References) CompareInUse(ctx context.Context, engines *app.Service, file *bib.File,
	want func(e *bib.Entry) bool, step func(done, all int)) error {
	e, err := engines.Get(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		e = engine.New(engine.Parts{})
	}
	return r.Compare(ctx, e, file, want, step)
}

const comparedAtOnce = 250 // number of entries compared per step

// Stale makes the next comparison check whether the indexes have changed.
func (r *References) Stale() { r.stale.Store(true) }

// settle clears the cache if the indexes have changed.
func (r *References) settle(ctx context.Context, e *engine.Engine) {
	state, ok := audit.State(ctx, e)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stale.Store(false)
	if ok && state != r.state {
		r.graded.Purge()
		r.state = state
	}
}

// grade compares entries with the records in the indexes. Without an index, it only checks that
// each entry is consistent.
func grade(ctx context.Context, e *engine.Engine, references []verify.Reference) ([]verify.Result, error) {
	year := time.Now().Year()
	results, _, err := audit.Compare(ctx, e, references, audit.Options{Year: year})
	if !errors.Is(err, engine.ErrNoIndex) {
		return results, err
	}
	for i := range references {
		results[i] = verify.Compare(references[i], nil, year)
		results[i].Findings = slices.DeleteFunc(results[i].Findings,
			func(f verify.Finding) bool { return f.Code == verify.NoRecord })
	}
	return results, nil
}

// remembered returns a result without the findings that are never shown, such as failed sources, or
// nil if no finding remains.
func remembered(r verify.Result) *verify.Result {
	r.Findings = slices.DeleteFunc(r.Findings, func(f verify.Finding) bool {
		return f.Code == verify.NotAsked || f.Code == verify.Incomplete
	})
	if len(r.Findings) == 0 {
		return nil
	}
	r.Fields = slices.DeleteFunc(r.Fields, func(f verify.Field) bool { return f.Code == "" })
	r.Records = r.Records[:min(len(r.Records), 1)]
	return &r
}

// settled returns the cached result of an entry, without the findings whose codes are ignored.
// result is nil if the entry is not cached or had no findings.
func (r *References) settled(d digest, ignored verify.Names) (result *verify.Result, known bool) {
	found, known := r.graded.Get(d)
	if found == nil {
		return nil, known
	}
	own := *found
	own.Findings, own.Fields = slices.Clone(own.Findings), slices.Clone(own.Fields)
	own.Settle(ignored)
	return &own, true
}

var severities = map[verify.Verdict]Severity{verify.Mismatch: Warning, verify.Check: Information,
	verify.Verified: Hint, verify.NotFound: Hint}

// Findings returns the cached findings about a file. all reports whether every entry has been
// compared. notFound adds a finding for each entry without a record.
func (r *References) Findings(file *bib.File, source string, notFound bool) (found []Finding, all bool) {
	ignored := verify.IgnoredBy(verify.Switches(file, source), nil)
	all = !r.stale.Load()
	compared(file, nil, func(e *bib.Entry, d digest) {
		result, known := r.settled(d, ignored(e))
		all = all && known
		if result == nil {
			return
		}
		for _, f := range result.Findings {
			if f.Code != verify.NoRecord || notFound {
				found = append(found, findingOf(e, result, f))
			}
		}
	})
	return found, all
}

func findingOf(e *bib.Entry, result *verify.Result, f verify.Finding) Finding {
	kind := verify.KindOf(f.Code)
	message := text.Clean(f.Message)
	if field := fieldOf(result, f.Code); field != nil {
		message += from(field)
	}
	return Finding{Span: spanOf(e, kind.Field), Severity: severities[kind.Verdict], Code: string(f.Code),
		Message: shortened(message, maxMessage), Key: e.Key}
}

// from returns the name of a record's source in parentheses, or "".
func from(f *verify.Field) string {
	if f.Source == "" {
		return ""
	}
	return " (" + text.Clean(f.Source) + ")"
}

// fieldOf returns the compared field to which a finding's code applies, or nil.
func fieldOf(result *verify.Result, code verify.Code) *verify.Field {
	for i := range result.Fields {
		if result.Fields[i].Code == code {
			return &result.Fields[i]
		}
	}
	return nil
}

// spanOf returns the span of a field's value, or of the entry's key if the field is missing.
func spanOf(e *bib.Entry, field string) doc.Span {
	if written := verify.FieldFor(e, field); field != "" && written != nil {
		return doc.Span(e.Inside(written))
	}
	return doc.Span(e.KeySpan)
}

const maxMessage = 600 // maximum length of a finding's message, in bytes

func shortened(message string, longest int) string {
	if len(message) <= longest {
		return message
	}
	return text.Cut(message, longest) + " ..."
}

// A Notice is a fact that authors should know before citing a work, such as its retraction.
type Notice struct{ Kind, Text string }

// graveHints maps the kinds of notices that argue against citing a work to their severities.
var graveHints = map[string]Severity{"retracted": Error, "withdrawn": Error, "concern": Warning}

// Notices returns a finding for each notice about the work of an entry.
func Notices(file *bib.File, of func(*bib.Entry) []Notice) (found []Finding) {
	for i := range file.Entries {
		if found = append(found, noticesOf(&file.Entries[i], of)...); len(found) >= MaxFindings {
			return found[:MaxFindings]
		}
	}
	return found
}

func noticesOf(e *bib.Entry, of func(*bib.Entry) []Notice) (found []Finding) {
	for _, hint := range of(e) {
		severity, grave := graveHints[hint.Kind]
		if !grave {
			severity = Information
		}
		found = append(found, Finding{Span: doc.Span(e.KeySpan), Severity: severity, Code: hint.Kind, Message: hint.Text,
			Key: e.Key})
	}
	return found
}
