package scilit

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+\s+(.*)$`)
	named   = regexp.MustCompile(`id="([^"]+)"`)
	unslug  = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)
)

// anchors returns the fragments that links to a page may have, as GitHub derives them from headings.
func anchors(page string) map[string]bool {
	found := map[string]bool{}
	for _, match := range heading.FindAllStringSubmatch(page, -1) {
		slug := unslug.ReplaceAllString(strings.ToLower(strings.TrimSpace(match[1])), "")
		found[strings.ReplaceAll(slug, " ", "-")] = true
	}
	for _, match := range named.FindAllStringSubmatch(page, -1) {
		found[match[1]] = true
	}
	return found
}

func TestLinksOfTheDocumentationResolve(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "*.md").Output()
	if err != nil {
		t.Skip("no checkout: ", err)
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		page, err := os.ReadFile(name)
		if err != nil {
			continue // deleted in the working tree
		}
		for _, match := range link.FindAllStringSubmatch(string(page), -1) {
			if strings.Contains(match[1], ":") {
				continue // another site
			}
			path, fragment, _ := strings.Cut(match[1], "#")
			target := name
			if path != "" {
				target = filepath.Join(filepath.Dir(name), path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s does not exist", name, match[1])
				continue
			}
			if fragment == "" || !strings.HasSuffix(target, ".md") {
				continue
			}
			content, err := os.ReadFile(target)
			if err != nil {
				t.Fatal(err)
			}
			if !anchors(string(content))[fragment] {
				t.Errorf("%s: %s has no such section", name, match[1])
			}
		}
	}
}

// A page that grows beyond its limit belongs on two pages. Generated tables may be longer.
func TestPagesAreShort(t *testing.T) {
	limits := map[string]int{"README.md": 1500, "ARCHITECTURE.md": 4000}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		limits[page] = 1200
	}
	limits["docs/settings.md"] = 1400
	for page, limit := range limits {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if words := len(strings.Fields(string(content))); words > limit {
			t.Errorf("%s has %d words; at most %d", page, words, limit)
		}
	}
}
