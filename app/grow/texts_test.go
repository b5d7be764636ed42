package grow

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/profile"
)

// TestFullTextsOfEuropePMCAreRead grows a corpus whose works get profiles from sentences that cite them
// in full texts.
func TestFullTextsOfEuropePMCAreRead(t *testing.T) {
	d := newDesk(t, "europepmc")
	result, plan, err := d.grow(d.seeds(30), Goals{Papers: 60, Hops: 3})
	if err != nil || plan.Texts != 60 || result.Unread == 0 {
		t.Fatal(result, plan, err)
	}
	raw, err := os.ReadFile(filepath.Join(d.dir, stateFolder, citingName))
	if err != nil {
		t.Fatal(err)
	}
	kept := make(map[string]bool)
	for _, id := range d.ids() {
		kept[id] = true
	}
	for line := range strings.Lines(string(raw)) {
		var c CitingText
		if err := json.Unmarshal([]byte(line), &c); err != nil || c.Source != "europepmc" || c.Date == "" ||
			!kept[c.Citing] || !strings.HasPrefix(c.Texts[0], "As found in the field, ") {
			t.Fatalf("%s: %v", line, err)
		}
	}
	mentions := 0
	for _, p := range d.papers() {
		mentions += len(profile.Of(p))
		if len(p.Body) > 0 {
			t.Errorf("%s has a body", p.ID)
		}
	}
	texts := 0
	for _, request := range d.world.Requests() {
		if strings.HasSuffix(request, "/fullTextXML") {
			texts++
		}
	}
	if mentions < 60 || texts == 0 || texts > plan.Texts {
		t.Errorf("%d mentions in %d full texts", mentions, texts)
	}
	if again, _, err := d.grow(d.seeds(30), Goals{Papers: 60, Hops: 3}); err != nil || again.Requests != 0 {
		t.Errorf("%+v, %v", again, err)
	}
}

// TestHostileFullTexts serves full texts that are damaged, huge or from another paper. The corpus must
// grow without them, and its records must be clean.
func TestHostileFullTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads full texts, as in other tests")
	}
	article := func(body, refs string) string {
		return `<article><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta>` +
			`</front><body><p>` + body + `</p></body><back><ref-list>` + refs + `</ref-list></back></article>`
	}
	ref := func(title string) string {
		return `<ref id="a"><element-citation><article-title>` + title + `</article-title></element-citation></ref>`
	}
	for name, tt := range map[string]struct {
		status int
		body   string
		unread bool
	}{
		"no XML":           {200, `{"error":"gone"}`, true},
		"torn":             {200, article("Words.", ref("A title"))[:80], true},
		"of another paper": {200, `<article><front><article-meta><article-id pub-id-type="doi">10.1000/other</article-id></article-meta></front></article>`, true},
		"refused":          {400, "", true},
		"huge":             {200, article(strings.Repeat("Many words here. ", 1<<20), ""), true},
		"controls": {200, article(`As <xref ref-type="bibr" rid="a">1</xref> &#x202e;found&#x200b; words of the field`,
			ref("A &#x202e;title of words")), false},
		"a thousand sentences": {200, article(strings.Repeat(`A sentence cites <xref ref-type="bibr" rid="a">1</xref> here. `, 1000),
			ref("A title of words")), false},
		"an index out of range": {200, article(`As <xref ref-type="bibr" rid="nobody">1</xref> found.`, ref("A title")), false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, "europepmc")
			serve := func(rw http.ResponseWriter, _ *http.Request) {
				rw.Header().Set("Content-Type", "application/xml")
				rw.WriteHeader(tt.status)
				_, _ = rw.Write([]byte(tt.body)) // the client may hang up
			}
			for _, digit := range "123456789" {
				d.world.On("www.ebi.ac.uk/europepmc/webservices/rest/PMC"+string(digit), serve)
			}
			result, _, err := d.grow(d.seeds(10), Goals{Papers: 15, Hops: 3})
			if err != nil || result.Papers != 15 || (result.Unread > 0) != tt.unread {
				t.Fatalf("%+v, %v", result, err)
			}
			for _, p := range d.papers() {
				for _, r := range p.References {
					if strings.ContainsAny(r.Title+strings.Join(r.Contexts, ""), "\x1b\u202e\u200b") || len(r.Contexts) > 20 {
						t.Errorf("%q, %d sentences", r.Title, len(r.Contexts))
					}
				}
			}
		})
	}
}
