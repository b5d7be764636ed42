package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// Repositories look up entries in online sources. They send an entry's identifiers. If the records found
// do not confirm the entry, they also send its title, with and without the first author's family name.
type Repositories struct {
	client *online.Client

	mu     sync.Mutex
	failed map[string]string // first error of each source, keyed by the source's name
}

// NewRepositories returns Repositories that query the sources of a client.
func NewRepositories(client *online.Client) *Repositories {
	return &Repositories{client: client, failed: make(map[string]string)}
}

// titleSources lists the steps of a search by title. Each step searches for works not found by the last.
var titleSources = sources.TitleSteps()

// recordsWanted limits the records per source for a title. The first is often a different paper.
const recordsWanted = 8

// online queries the repositories by identifier, then by title, until a record confirms the entry.
func (j *job) online(ctx context.Context, r *Repositories) error {
	if j.skip {
		return nil
	}
	for _, id := range j.identifiers() {
		j.resolve(ctx, r, id)
	}
	queries := j.titleQueries()
	if j.ref.Preprint && len(queries) > 0 { // a preprint may have been published since, so search by title as well
		j.searchIn(ctx, r, titleSources[0], queries[0])
	}
	for _, q := range queries {
		for _, step := range titleSources {
			if ctx.Err() != nil || j.settledOnline() {
				return ctx.Err()
			}
			j.searchIn(ctx, r, step, q)
		}
	}
	return ctx.Err()
}

// settledOnline reports whether no further record is needed: the records include exactly the cited
// publication, or a record that agrees and confirms the venue.
func (j *job) settledOnline() bool {
	r := j.compare()
	if !r.Matched {
		return false
	}
	if slices.ContainsFunc(j.records, j.isCited) {
		return true
	}
	return !slices.ContainsFunc(r.Findings, func(f verify.Finding) bool {
		return verify.KindOf(f.Code).Verdict.Fails() || f.Code == verify.VenueUnknown || f.Code == verify.DOIUnknown
	})
}

// isCited reports whether a record describes exactly the publication that the entry cites.
func (j *job) isCited(record *online.Record) bool {
	return j.ref.DOI != "" && record.DOI == j.ref.DOI && (j.ref.Preprint || record.Type != online.Preprint) ||
		j.ref.Preprint && j.ref.ArXiv != "" && record.ArXiv == j.ref.ArXiv
}

// identifiers returns the identifiers of the entry and of its record in the corpora. The registries
// of these identifiers can report retractions.
func (j *job) identifiers() (ids []online.ID) {
	add := func(written string) {
		if id, ok := online.ParseID(written); ok && written != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	add(j.ref.DOI)
	if j.ref.ArXiv != "" {
		add("arxiv:" + j.ref.ArXiv)
	}
	if j.ref.DOI == "" && j.ref.ArXiv == "" && j.ref.ISBN != "" && j.ref.Venue == "" {
		ids = append(ids, online.ID{Scheme: online.ISBN, Value: j.ref.ISBN})
	}
	if known := j.compare(); len(known.Records) > 0 && known.Matched {
		add(known.Records[0].DOI)
	}
	return ids
}

// resolve queries the registry of an identifier. If the identifier is from the entry and the
// registry does not have it, resolve adds a finding.
func (j *job) resolve(ctx context.Context, r *Repositories, id online.ID) {
	record, err := r.client.Resolve(ctx, id)
	switch online.KindOf(err) {
	case online.NotFound:
		j.unresolved(err, id, r.client.Source("doi") != nil)
	case online.Off, online.Unsupported: // no enabled source can resolve the identifier
	default:
		if err != nil {
			j.take(nil, r.note(ctx, err))
			return
		}
		j.keepOnline(record)
	}
}

// unresolved adds a finding for an identifier that its registry does not have. If doi.org was not
// queried, the DOI may belong to another registry.
func (j *job) unresolved(err error, id online.ID, knowsAgencies bool) {
	source, _ := errors.AsType[*online.Error](err)
	note := func(code verify.Code, format string, args ...any) {
		j.extra = append(j.extra, verify.Finding{Code: code, Message: fmt.Sprintf(format, args...)})
	}
	switch {
	case id.Value == j.ref.ArXiv:
		note(verify.ArXivUnresolved, "%s has no preprint %s: search for the title on arXiv, and correct the identifier",
			source.Source, id.Value)
	case id.Value == j.ref.DOI && knowsAgencies:
		note(verify.DOIUnresolved, "%s has no record of the DOI %s: compare it with the DOI on the publisher's page",
			source.Source, id.Value)
	case id.Value == j.ref.DOI:
		note(verify.DOIUnknown, "no queried registry has the DOI %s: add doi to the online.sources setting to "+
			"identify the DOI's registration agency", id.Value)
	}
}

// titleQueries returns two queries: one for the title and the first author, since many works may share
// the title, and one for only the title, since the author may be wrong.
func (j *job) titleQueries() (all []online.Query) {
	if j.ref.Title == "" {
		return nil
	}
	plain := online.Query{Title: paper.PlainTitle(j.ref.Title), Limit: recordsWanted}
	if family := paper.FirstFamily(j.ref.Authors); family != "" {
		by := plain
		by.Author = family
		all = append(all, by)
	}
	return append(all, plain)
}

func (j *job) searchIn(ctx context.Context, r *Repositories, names []string, q online.Query) {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return r.client.Source(name) == nil })
	if len(names) == 0 {
		return
	}
	found, err := r.client.Search(ctx, names, q, nil)
	if err != nil {
		j.take(nil, r.note(ctx, err))
	}
	for _, part := range found.Parts {
		if part.Err != nil && online.KindOf(part.Err) != online.Unsupported {
			j.take(nil, r.note(ctx, part.Err))
		}
		for _, record := range part.Records {
			j.keepOnline(record)
		}
	}
}

// keepOnline adds a record from a source. It sets the record's corpus to the name of the source.
func (j *job) keepOnline(record *online.Record) {
	record.Corpus = record.Source
	j.records = append(j.records, record)
	j.take([]*paper.Paper{&record.Paper}, nil)
}

// note returns the first error of a source, so that the report names the source only once.
func (r *Repositories) note(ctx context.Context, err error) []string {
	if ctx.Err() != nil {
		return nil
	}
	name := "online"
	if of, ok := errors.AsType[*online.Error](err); ok {
		name = of.Source
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed[name] = cmp.Or(r.failed[name], err.Error())
	return []string{r.failed[name]}
}

// hintCodes maps the kinds of events after publication to codes.
var hintCodes = map[online.HintKind]verify.Code{
	online.HasBeenRetracted: verify.Retracted, online.HasBeenWithdrawn: verify.Withdrawn,
	online.HasConcern: verify.Concern, online.PartlyRetracted: verify.PartlyRetracted,
	online.HasCorrection: verify.Corrected, online.HasBeenPublished: verify.Published,
}

// hints returns the findings about events after publication, such as retractions. It considers only
// records that share an identifier with the entry or with the record that matches it.
func (j *job) hints() (all []verify.Finding) {
	for _, record := range j.records {
		if !j.isOf(record) {
			continue
		}
		for _, hint := range record.Hints() {
			code, known := hintCodes[hint.Kind]
			if !known || slices.ContainsFunc(slices.Concat(all, j.graded.Findings),
				func(f verify.Finding) bool { return f.Code == code }) {
				continue
			}
			all = append(all, verify.Finding{Code: code, Message: describe(hint, record.Source)})
		}
	}
	return all
}

func (j *job) isOf(record *online.Record) bool {
	best := j.graded.Records
	if len(best) == 0 || !j.graded.Matched {
		return false
	}
	return record.DOI != "" && (record.DOI == best[0].DOI || record.DOI == j.ref.DOI && !j.graded.Has(verify.DOIOther)) ||
		record.ArXiv != "" && record.DOI == "" && (record.ArXiv == best[0].ArXiv || record.ArXiv == j.ref.ArXiv &&
			!j.graded.Has(verify.ArXivOther))
}

func describe(h online.Hint, source string) string {
	message := strings.ToLower(h.Text[:1]) + strings.TrimSuffix(h.Text[1:], ".")
	if h.DOI != "" {
		message += ": " + h.DOI
	}
	if h.Date != "" {
		message += ", " + h.Date
	}
	return fmt.Sprintf("%s (%s)", message, source)
}

// A Plan lists the most that a check would send to repositories, and their hosts.
type Plan struct {
	Hosts       []string
	Entries     int
	Identifiers int      // number of DOIs, arXiv identifiers and ISBNs
	Titles      []string // titles, each sent with the family name of its first author
}

// Plan returns the queries of a check without sending them.
func (r *Repositories) Plan(files []File) (plan Plan) {
	asked := slices.Concat(sources.Registries(), slices.Concat(titleSources...))
	for _, name := range r.client.Names() {
		if slices.Contains(asked, name) {
			plan.Hosts = append(plan.Hosts, sources.HostsOf(name)...)
		}
	}
	slices.Sort(plan.Hosts)
	plan.Hosts = slices.Compact(plan.Hosts)
	for i := range files {
		for j := range prepare(&files[i], Options{}, new(Report)) {
			plan.add(j)
		}
	}
	return plan
}

func (p *Plan) add(j *job) {
	if j.skip {
		return
	}
	p.Entries++
	p.Identifiers += len(j.identifiers())
	title := paper.PlainTitle(j.ref.Title)
	if family := paper.FirstFamily(j.ref.Authors); title != "" && family != "" {
		title += " / " + family
	}
	if title != "" {
		p.Titles = append(p.Titles, title)
	}
}
