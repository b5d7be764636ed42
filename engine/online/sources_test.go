package online

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show is a record in one block, as tests compare it.
func show(r *Record) string {
	var b strings.Builder
	var names []string
	for i, a := range r.Authors {
		if i == 3 {
			names = append(names, fmt.Sprintf("%d more", len(r.Authors)-3))
			break
		}
		names = append(names, a.Family+"/"+a.Given)
	}
	fmt.Fprintf(&b, "%s %s %q\n%s, %d-%02d, %q v%s n%s p%s %s\n", r.ID, r.Type, r.Title, strings.Join(names, "; "), r.Year, r.Month, r.Venue, r.Volume, r.Issue, r.Pages, r.Publisher)
	fmt.Fprintf(&b, "doi=%s arxiv=%s pmid=%s pmc=%s version=%d abstract=%d\n", r.DOI, r.ArXiv, r.PMID, r.PMCID, r.Version, len(r.Abstract))
	for _, l := range r.Links {
		fmt.Fprintf(&b, "link %s pdf=%v open=%v\n", l.URL, l.PDF, l.Open)
	}
	for _, relation := range r.Relations {
		fmt.Fprintf(&b, "%s %s %s\n", relation.Kind, relation.DOI, relation.Date)
	}
	if r.Retracted || r.Withdrawn {
		fmt.Fprintf(&b, "retracted=%v withdrawn=%v\n", r.Retracted, r.Withdrawn)
	}
	return b.String()
}

// TestEachSourceLooksUp replays what a look-up of a work was answered with. The
// route says how the source has to ask.
func TestEachSourceLooksUp(t *testing.T) {
	tests := []struct {
		source, id string
		at         string // host and path that is asked
		words      string // in its query
		reply      string
		want       string // "" where the error below is wanted
		kind       Kind
	}{
		{source: "arxiv", id: "1605.08386", at: "export.arxiv.org/api/query", words: "id_list=1605.08386", reply: "arxiv/id-one.atom.xml", want: ``},
	}
	for _, tt := range tests {
		t.Run(tt.source+" "+tt.reply, func(t *testing.T) {
			w := newWorld(t)
			w.replay(tt.at, tt.reply, tt.words)
			id, ok := ParseID(tt.id)
			if !ok {
				t.Fatalf("%s is no identifier", tt.id)
			}
			r, err := w.client(func(o *Options) { o.Email = "me@example.org" }).Lookup(t.Context(), tt.source, id)
			if tt.kind != 0 {
				if KindOf(err) != tt.kind {
					t.Fatalf("%v, want kind %d", err, tt.kind)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimSpace(tt.want), strings.TrimSpace(show(r))); diff != "" {
				t.Error(diff)
			}
		})
	}
}
