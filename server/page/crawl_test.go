package page

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// maxCrawled is the maximum number of addresses visited.
const maxCrawled = 60

// Every link and every button leads to a page, and every page is accessible to screen readers.
func TestEveryLinkAndFormLeadsSomewhere(t *testing.T) {
	s := newSite(t)
	seen := map[string]bool{}
	next := []string{"/", "/?keywords=translation&text=Models+translate.", "/ask", "/help"}
	for len(next) > 0 && len(seen) < maxCrawled {
		address := next[0]
		next = next[1:]
		if seen[address] {
			continue
		}
		seen[address] = true
		r := s.send("GET", address, nil)
		if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
			if r.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", address, r.Status)
			}
			continue
		}
		page := s.pageOf(r, address)
		checkSafe(t, page)
		checkReadable(t, address, page)
		next = append(next, s.addressesIn(page, address)...)
	}
	for _, path := range []string{"/paper/", "/related", "/export", "/ask"} {
		if !hasPrefix(seen, path) {
			t.Errorf("no link leads to %s", path)
		}
	}
}

func hasPrefix(seen map[string]bool, prefix string) bool {
	for address := range seen {
		if strings.HasPrefix(address, prefix) {
			return true
		}
	}
	return false
}

// addressesIn returns the addresses of links and forms. It checks that links within the page have a
// target.
func (s *site) addressesIn(page *node, address string) (found []string) {
	for link := range page.all("a", "link") {
		href, fragment, _ := strings.Cut(link.attrs["href"], "#")
		if href == "" && len(page.with("id", fragment)) != 1 {
			s.Errorf("%s: nothing has the ID %q", address, fragment)
		}
		if strings.HasPrefix(href, "/") {
			found = append(found, href)
		}
	}
	for form := range page.all("form") {
		for button := range form.all("button") {
			if _, disabled := button.attrs["disabled"]; disabled || button.attrs["type"] == "button" {
				continue
			}
			found = append(found, s.sent(form, button)...)
		}
	}
	return found
}

// sent returns the address to which a button leads: the address of a form sent by GET, or the
// redirect after a form sent by POST.
func (s *site) sent(form, button *node) []string {
	action := actionOf(form, button)
	if form.attrs["method"] == "get" {
		return []string{action + "?" + form.fields(button).Encode()}
	}
	r := s.send("POST", action, form.fields(button))
	switch r.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusSeeOther:
		return []string{r.Header.Get("Location")}
	}
	s.Errorf("POST %s: %s", action, r.Status)
	return nil
}

// checkReadable checks headings, IDs, references to IDs, and the labels of fields and buttons.
func checkReadable(t *testing.T, address string, page *node) {
	t.Helper()
	ids, labels := map[string]int{}, map[string]bool{}
	for e := range page.all() {
		if id := e.attrs["id"]; id != "" {
			ids[id]++
		}
		if e.name == "label" {
			labels[e.attrs["for"]] = true
			for field := range e.all("input") {
				labels[field.attrs["value"]] = true
			}
		}
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("%s: %d elements have the ID %s", address, n, id)
		}
	}
	level := 0
	for e := range page.all() {
		if len(e.name) == 2 && e.name[0] == 'h' && e.name[1] >= '1' && e.name[1] <= '6' {
			at := int(e.name[1] - '0')
			if at > level+1 || at == 1 && level > 0 {
				t.Errorf("%s: <%s> comes behind <h%d>", address, e.name, level)
			}
			level = at
		}
		for _, attr := range []string{"aria-labelledby", "aria-describedby"} {
			for _, id := range strings.Fields(e.attrs[attr]) {
				if ids[id] != 1 {
					t.Errorf("%s: nothing has the ID %q of %s", address, id, attr)
				}
			}
		}
		isField := e.name == "textarea" || e.name == "input" && e.attrs["type"] != "hidden"
		if isField && !labels[e.attrs["id"]] && !labels[e.attrs["value"]] {
			t.Errorf("%s: a field %v has no label", address, e.attrs)
		}
		if (e.name == "button" || e.name == "a") && strings.TrimSpace(e.content()) == "" {
			t.Errorf("%s: <%s %v> has no text", address, e.name, e.attrs)
		}
	}
	if level == 0 {
		t.Errorf("%s has no heading", address)
	}
}

func FuzzAddressOfAQuery(f *testing.F) {
	f.Add("text=a&keywords=b&from=2020&to=2021&page=3&paper=acl/P19-1&paper=c%252F/x%252F..&move=1down")
	f.Add("text=%F0%9F%A6%93%80&paper=/&paper=a&page=-1&from=99999999999999999999&move=9up&move=0out")
	f.Add(strings.Repeat("corpus="+strings.Repeat("%C1", 1200)+"a&paper=a/"+strings.Repeat("%C1", 1200)+"&", 3) + "corpus=https://papers.example/v1/corpora/x&text=" + strings.Repeat("%C1", 9000))
	f.Fuzz(func(t *testing.T, source string) {
		form, err := url.ParseQuery(source)
		if err != nil {
			return
		}
		q := queryOf(form)
		q.Chosen = moved(q.Chosen, form.Get("move"))
		address := q.Address()
		if len(address) > 16<<10 {
			t.Errorf("an address has %d bytes", len(address))
		}
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if again := queryOf(u.Query()).Address(); again != address {
			t.Errorf("%s becomes %s", address, again)
		}
		for _, ref := range q.Chosen {
			u, err := url.Parse(paperAddress(ref, query{}))
			if err != nil || u.Host != "" || !strings.HasPrefix(u.EscapedPath(), "/paper/") {
				t.Errorf("%+v is at %v, %v", ref, u, err)
			}
		}
	})
}

func FuzzConversation(f *testing.F) {
	f.Add(`{"question":"a","answered":{"text":"b","passages":[{"number":1,"link":"https://a.example/"}],"sentences":[{"text":"c","passages":[1]}]}}`)
	f.Add(`{"question":"a","answered":{"passages":[{"link":"data:text/html,x"}]}}`)
	f.Fuzz(func(t *testing.T, source string) {
		v := &askView{Exchanges: exchangesIn([]string{source})}
		if err := v.number(); err != nil {
			t.Fatal(err)
		}
		for _, e := range v.Exchanges {
			for _, source := range e.Reply.Passages {
				if source.Link != "" && !strings.HasPrefix(source.Link, "https://") && !strings.HasPrefix(source.Link, "http://") {
					t.Errorf("a source is at %s", source.Link)
				}
			}
			again := exchangesIn([]string{e.JSON})
			if len(again) != 1 || again[0].Question != e.Question {
				t.Errorf("%s becomes %+v", e.JSON, again)
			}
		}
	})
}
