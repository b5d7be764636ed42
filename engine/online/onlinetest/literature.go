package onlinetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/literature"
)

// Literature serves a synthetic literature through the APIs of OpenAlex, Semantic Scholar, Crossref
// and Europe PMC. The formats follow their documentation and recorded responses.
func (w *World) Literature(l *literature.World) {
	on := func(at string, serve func(http.ResponseWriter, *http.Request, *literature.World), words ...string) {
		w.On(at, func(rw http.ResponseWriter, r *http.Request) { serve(rw, r, l) }, words...)
	}
	on("api.openalex.org/works", ServeOpenAlex)
	on("api.semanticscholar.org/graph/v1/paper/", semanticCitations)
	on("api.crossref.org/works", serveCrossref, "filter=doi:")
	on("api.crossref.org/works", serveCrossref, "filter=updates:")
	on("www.ebi.ac.uk/europepmc/webservices/rest/", serveEuropePMC)
}

// ServeOpenAlex serves a filtered list of works from a literature.
func ServeOpenAlex(rw http.ResponseWriter, r *http.Request, l *literature.World) {
	query := r.URL.Query()
	if query.Get("cursor") != "" && query.Get("api_key") == "" {
		reply(rw, http.StatusUnauthorized, map[string]string{"error": "a key is required for cursor paging"})
		return
	}
	field, list, _ := strings.Cut(query.Get("filter"), ":")
	values := strings.Split(list, "|")
	size, page := atoi(query.Get("per_page")), max(1, atoi(query.Get("page")))
	if len(values) > 100 || size > 100 || page*size > 10_000 {
		reply(rw, http.StatusBadRequest, map[string]string{"error": "Invalid query parameters error."})
		return
	}
	var found []int
	seen := make(map[int]bool)
	add := func(i int) {
		if i >= 0 && i < l.Works && !seen[i] {
			seen[i] = true
			found = append(found, i)
		}
	}
	for _, value := range values {
		switch at := numberOf(value); {
		case at < 0 || at >= l.Works || field == "doi" && l.Work(at).DOI == "":
		case field == "cites":
			for _, i := range l.Citing[at] {
				add(int(i))
			}
		default:
			add(at)
		}
	}
	works := []map[string]any{}
	for _, i := range found[min((page-1)*size, len(found)):min(page*size, len(found))] {
		works = append(works, openAlexWork(l, i))
	}
	reply(rw, http.StatusOK, map[string]any{"results": works,
		"meta": map[string]any{"count": len(found), "page": page, "per_page": size, "cost_usd": 0.0001}})
}

func openAlexWork(l *literature.World, i int) map[string]any {
	w := l.Work(i)
	refs := []string{}
	for _, to := range l.Refs[i] {
		refs = append(refs, fmt.Sprintf("https://openalex.org/W%d", to+1))
	}
	if len(refs) > 0 {
		refs = append(refs, fmt.Sprintf("https://openalex.org/W%d", l.Works+i+1)) // the work was deleted
	}
	all := map[string]any{"id": fmt.Sprintf("https://openalex.org/W%d", i+1), "display_name": w.Title, "title": w.Title,
		"publication_year": w.Year, "type": "article", "referenced_works": refs, "cited_by_count": len(l.Citing[i]),
		"authorships": []any{map[string]any{"author": map[string]any{"display_name": w.Given + " " + w.Family}}},
		"primary_location": map[string]any{"license": "cc-by", "source": map[string]any{"display_name": "Made-up Letters",
			"type": "journal"}}, "abstract_inverted_index": inverted(w.Abstract), "doi": nil}
	if w.DOI != "" {
		all["doi"] = "https://doi.org/" + w.DOI
	}
	if w.Preprint {
		all["type"] = "preprint"
	}
	return all
}

// inverted returns the inverted index of an abstract, or nil if the abstract is empty.
func inverted(abstract string) any {
	if abstract == "" {
		return nil
	}
	index := make(map[string][]int)
	for i, word := range strings.Fields(abstract) {
		index[word] = append(index[word], i)
	}
	return index
}

// semanticCitations serves batches of papers and pages of citations.
func semanticCitations(rw http.ResponseWriter, r *http.Request, l *literature.World) {
	query := r.URL.Query()
	path := strings.TrimPrefix(r.URL.Path, "/graph/v1/paper/")
	if path == "batch" {
		var batch struct{ IDs []string }
		if json.NewDecoder(r.Body).Decode(&batch) != nil || len(batch.IDs) > 500 {
			reply(rw, http.StatusBadRequest, map[string]string{"error": "at most 500 ids"})
			return
		}
		all := []any{}
		for _, id := range batch.IDs {
			if at := semanticNumber(id); at >= 0 && at < l.Works {
				all = append(all, semanticWork(l, at, true))
				continue
			}
			all = append(all, nil)
		}
		reply(rw, http.StatusOK, all)
		return
	}
	key, _ := strings.CutSuffix(path, "/citations")
	at, offset, limit := semanticNumber(key), atoi(query.Get("offset")), atoi(query.Get("limit"))
	if at < 0 || at >= l.Works {
		reply(rw, http.StatusNotFound, map[string]string{"error": "Paper with id " + key + " not found"})
		return
	}
	citing := l.Citing[at]
	page := map[string]any{"offset": offset}
	data := []any{}
	for _, i := range citing[min(offset, len(citing)):min(offset+limit, len(citing))] {
		data = append(data, map[string]any{"intents": []string{"background"}, "citingPaper": semanticWork(l, int(i), false),
			"contexts": []string{"As " + l.Work(at).Family + " [1] has shown, " + l.Work(at).Title + "."}})
	}
	if page["data"] = data; offset+limit < len(citing) {
		page["next"] = offset + limit
	}
	reply(rw, http.StatusOK, page)
}

func semanticWork(l *literature.World, i int, withReferences bool) map[string]any {
	w := l.Work(i)
	ids := map[string]any{"CorpusId": i + 1}
	if w.DOI != "" {
		ids["DOI"] = w.DOI
	}
	all := map[string]any{"paperId": fmt.Sprintf("%040x", i+1), "title": w.Title, "year": w.Year, "externalIds": ids,
		"authors": []any{map[string]any{"authorId": "1", "name": w.Given + " " + w.Family}}, "venue": "Made-up Letters",
		"citationCount": len(l.Citing[i]), "abstract": nil, "publicationTypes": []string{"JournalArticle"}}
	if w.Abstract != "" {
		all["abstract"] = w.Abstract
	}
	if withReferences {
		refs := []any{map[string]any{"paperId": nil}} // the first reference is not in the index
		for _, to := range l.Refs[i] {
			refs = append(refs, map[string]any{"paperId": fmt.Sprintf("%040x", to+1)})
		}
		all["references"] = refs
	}
	return all
}

func semanticNumber(id string) int {
	if at := numberOf(id); at >= 0 {
		return at
	}
	n, err := strconv.ParseInt(id, 16, 64)
	if len(id) != 40 || err != nil {
		return -1
	}
	return int(n) - 1
}

// numberOf returns the number of the work with a DOI or an OpenAlex key, or -1.
func numberOf(id string) int {
	if at, ok := strings.CutPrefix(strings.TrimPrefix(id, "DOI:"), "10.5555/world."); ok {
		return atoi(at)
	}
	if key, ok := strings.CutPrefix(id, "W"); ok {
		return atoi(key) - 1
	}
	return -1
}

// atoi returns 0 for text that is not a number.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func reply(rw http.ResponseWriter, status int, v any) {
	rw.Header().Set("Content-Type", "application/json")
	rw.WriteHeader(status)
	_ = json.NewEncoder(rw).Encode(v)
}

// Invent serves a synthetic literature of 1,500 works. It writes a manuscript and a bibliography with
// 60 entries into a folder.
func (w *World) Invent(folder string) {
	w.invent(folder, literature.Options{Seed: 11, Works: 1500, Topics: 5, Fields: 2})
}

// InventLarge is like Invent for a literature of 200,000 works.
func (w *World) InventLarge(folder string) {
	w.invent(folder, literature.Options{Seed: 1, Works: 200_000, Topics: 50, Fields: 10})
}

func (w *World) invent(folder string, o literature.Options) {
	w.t.Helper()
	l := literature.New(o)
	w.Literature(l)
	var bib strings.Builder
	seeds := l.Seeds(4, 60)
	for i, n := range seeds {
		work := l.Work(n)
		fmt.Fprintf(&bib, "@article{key%d,\n  author = {%s, %s},\n  title = {%s},\n  year = {%d},\n  doi = {%s}\n}\n\n",
			i, work.Family, work.Given, work.Title, work.Year, work.DOI)
	}
	text := "---\nbibliography: references.bib\n---\n\nIt is known that " +
		strings.ToLower(l.Work(seeds[7]).Title) + " matters.\n"
	err := os.MkdirAll(folder, 0o700)
	for name, content := range map[string]string{"references.bib": bib.String(), "main.md": text} {
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600)
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
