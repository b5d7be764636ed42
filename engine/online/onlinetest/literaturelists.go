package onlinetest

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/literature"
)

// serveCrossref serves the works for the DOIs in a filter, only the changed ones, or the notices
// about them. Works without a DOI are missing, and every seventh reference lacks its DOI.
func serveCrossref(rw http.ResponseWriter, r *http.Request, l *literature.World) {
	query := r.URL.Query()
	filters := strings.Split(query.Get("filter"), ",")
	if atoi(query.Get("rows")) > 1000 {
		reply(rw, http.StatusBadRequest, map[string]any{"status": "failed"})
		return
	}
	items := []any{}
	for _, filter := range filters {
		doi, isNotice := strings.CutPrefix(filter, "updates:")
		at := numberOf(strings.TrimPrefix(doi, "doi:"))
		switch {
		case at < 0 || at >= l.Works || l.Work(at).DOI == "":
		case isNotice && l.Retracted[at]:
			items = append(items, map[string]any{"DOI": doi + ".notice", "update-to": []any{map[string]any{
				"DOI": strings.ToUpper(doi), "type": "retraction"}}})
		case isNotice || len(l.Revised) > 0 && strings.Contains(query.Get("filter"), ",from-index-date:2") && !l.Revised[at]:
		default:
			items = append(items, crossrefWork(l, at))
		}
	}
	reply(rw, http.StatusOK, map[string]any{"status": "ok", "message-type": "work-list",
		"message": map[string]any{"total-results": len(items), "items": items[:min(len(items), atoi(query.Get("rows")))]}})
}

func crossrefWork(l *literature.World, i int) map[string]any {
	w := l.Work(i)
	refs := []any{map[string]any{"key": "ref0", "unstructured": "A book without a DOI, 1990"}}
	for n, to := range l.Refs[i] {
		ref := map[string]any{"key": fmt.Sprintf("ref%d", n+1), "year": strconv.Itoa(l.Year(int(to)))}
		if cited := l.Work(int(to)); cited.DOI != "" && n%7 != 6 {
			ref["DOI"], ref["doi-asserted-by"] = strings.ToUpper(cited.DOI), "crossref"
		}
		refs = append(refs, ref)
	}
	all := map[string]any{"DOI": w.DOI, "type": "journal-article", "title": []string{w.Title}, "reference": refs,
		"author": []any{map[string]any{"given": w.Given, "family": w.Family, "sequence": "first"}},
		"issued": map[string]any{"date-parts": [][]int{{w.Year}}}, "container-title": []string{"Made-up Letters"},
		"is-referenced-by-count": len(l.Citing[i]), "license": []any{map[string]any{"content-version": "vor",
			"URL": "https://creativecommons.org/licenses/by/4.0/"}}}
	if w.Abstract != "" {
		all["abstract"] = "<jats:p>" + w.Abstract + "</jats:p>"
	}
	if w.Preprint {
		all["type"] = "posted-content"
	}
	return all
}

var (
	europePMCNumber = regexp.MustCompile(`EXT_ID:(\d+) AND SRC:MED|DOI:"10\.5555/world\.(\d+)"`)
	europePMCSince  = regexp.MustCompile(`^\(CITES:.*\) AND FIRST_PDATE:\[(\d{4})-\d\d-\d\d TO 3000-12-31\]$`)
	europePMCText   = regexp.MustCompile(`/rest/PMC(\d+)/fullTextXML$`)
	europePMCPath   = regexp.MustCompile(`/rest/MED/(\d+)/(references|citations)$`)
)

// serveEuropePMC serves searches for identifiers, and lists of references and citing works. The
// PubMed identifier of work i is i+1.
func serveEuropePMC(rw http.ResponseWriter, r *http.Request, l *literature.World) {
	query := r.URL.Query()
	if text := europePMCText.FindStringSubmatch(r.URL.Path); text != nil {
		europePMCFullText(rw, l, atoi(text[1])-1)
		return
	}
	if list := europePMCPath.FindStringSubmatch(r.URL.Path); list != nil {
		europePMCList(rw, l, atoi(list[1])-1, list[2], atoi(query.Get("page")), atoi(query.Get("pageSize")))
		return
	}
	var results []any
	for _, m := range europePMCNumber.FindAllStringSubmatch(query.Get("query"), -1) {
		at := atoi(m[1]) - 1
		if m[2] != "" {
			at = atoi(m[2])
		}
		isUnmarked := strings.HasSuffix(query.Get("query"), `AND PUB_TYPE:"Retracted Publication"`) && !l.Retracted[at]
		if at >= 0 && at < l.Works && !isUnmarked {
			results = append(results, europePMCWork(l, at))
		}
	}
	if since := europePMCSince.FindStringSubmatch(query.Get("query")); since != nil {
		europePMCCiting(rw, l, query, atoi(since[1]))
		return
	}
	reply(rw, http.StatusOK, map[string]any{"version": "6.9", "hitCount": len(results),
		"resultList": map[string]any{"result": results[:min(len(results), atoi(query.Get("pageSize")))]}})
}

// europePMCCiting serves a page of the works that cite given works and were published in or after a
// year. The cursor is the number of the first work on the page.
func europePMCCiting(rw http.ResponseWriter, l *literature.World, query url.Values, year int) {
	var citing []int
	for _, m := range regexp.MustCompile(`CITES:(\d+)_MED`).FindAllStringSubmatch(query.Get("query"), -1) {
		for _, i := range l.Citing[atoi(m[1])-1] {
			if l.Year(int(i)) >= year {
				citing = append(citing, int(i))
			}
		}
	}
	slices.Sort(citing)
	citing = slices.Compact(citing)
	first := min(atoi(strings.TrimPrefix(query.Get("cursorMark"), "*")), len(citing))
	last := min(first+atoi(query.Get("pageSize")), len(citing))
	results := []any{}
	for _, i := range citing[first:last] {
		results = append(results, europePMCWork(l, i))
	}
	reply(rw, http.StatusOK, map[string]any{"version": "6.9", "hitCount": len(citing),
		"nextCursorMark": strconv.Itoa(last), "resultList": map[string]any{"result": results}})
}

func europePMCWork(l *literature.World, i int) map[string]any {
	w := l.Work(i)
	all := map[string]any{"id": strconv.Itoa(i + 1), "source": "MED", "pmid": strconv.Itoa(i + 1), "title": w.Title + ".",
		"authorList":  map[string]any{"author": []any{map[string]any{"firstName": w.Given, "lastName": w.Family}}},
		"journalInfo": map[string]any{"yearOfPublication": w.Year, "journal": map[string]any{"title": "Made-up Letters"}},
		"pubYear":     strconv.Itoa(w.Year), "citedByCount": len(l.Citing[i]), "license": "cc by", "hasReferences": "N"}
	if len(l.Refs[i]) > 0 {
		all["hasReferences"] = "Y"
	}
	if w.DOI != "" {
		all["doi"] = w.DOI
	}
	if w.Abstract != "" {
		all["abstractText"] = w.Abstract
	}
	if i%3 == 0 {
		all["pmcid"], all["isOpenAccess"] = fmt.Sprintf("PMC%d", i+1), "Y"
	}
	if l.Retracted[i] {
		all["pubTypeList"] = map[string]any{"pubType": []string{"Journal Article", "Retracted Publication"}}
	}
	return all
}

// europePMCList serves a page of a list. One reference has no identifier.
func europePMCList(rw http.ResponseWriter, l *literature.World, at int, list string, page, size int) {
	if at < 0 || at >= l.Works || page < 1 || size > 1000 {
		reply(rw, http.StatusOK, map[string]any{"hitCount": 0})
		return
	}
	works, entry := l.Citing[at], "citation"
	if list == "references" {
		works, entry = l.Refs[at], "reference"
	}
	entries := []any{}
	for n, i := range works[min((page-1)*size, len(works)):min(page*size, len(works))] {
		w := l.Work(int(i))
		entries = append(entries, map[string]any{"id": strconv.Itoa(int(i) + 1), "source": "MED", "title": w.Title,
			"authorString": w.Family + " " + w.Given, "pubYear": w.Year, "citedByCount": len(l.Citing[i]), "citedOrder": n + 1,
			"citationType": "JOURNAL ARTICLE", "match": "Y"})
	}
	if list == "references" {
		entries = append(entries, map[string]any{"title": "A book", "match": "N", "citedOrder": len(works) + 1})
	}
	reply(rw, http.StatusOK, map[string]any{"version": "6.9", "hitCount": len(works),
		entry + "List": map[string]any{entry: slices.Clip(entries)}})
}

// europePMCFullText serves a full text that cites each reference once. Every ninth text is missing.
func europePMCFullText(rw http.ResponseWriter, l *literature.World, at int) {
	if at < 0 || at >= l.Works || at%3 > 0 || at%9 == 0 {
		rw.WriteHeader(http.StatusNotFound)
		return
	}
	w := l.Work(at)
	var body, refs strings.Builder
	for n, to := range l.Refs[at] {
		cited := l.Work(int(to))
		fmt.Fprintf(&body, "<p>As <xref ref-type=\"bibr\" rid=\"r%d\">[%d]</xref> found in the field, %s.</p>", n, n+1,
			cited.Title)
		fmt.Fprintf(&refs, "<ref id=\"r%d\"><element-citation><person-group person-group-type=\"author\"><name>"+
			"<surname>%s</surname></name></person-group><article-title>%s</article-title><year>%d</year>"+
			"</element-citation></ref>", n, cited.Family, cited.Title, cited.Year)
	}
	rw.Header().Set("Content-Type", "application/xml")
	fmt.Fprintf(rw, "<article><front><article-meta><article-id pub-id-type=\"doi\">%s</article-id><title-group>"+
		"<article-title>%s</article-title></title-group></article-meta></front><body><sec><title>Introduction</title>%s</sec>"+
		"</body><back><ref-list>%s</ref-list></back></article>", w.DOI, w.Title, body.String(), refs.String())
}
