package markdown

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/doctest"
)

var newMark = doc.Mark{Keys: []string{"new"}}

func TestACitationThatWasBegunIsFilled(t *testing.T) {
	markup.Marks(t, newMark, map[string]string{
		"Works [@¦].":               "Works [@new].",
		"Works [¦@].":               "Works [@new].",
		"Works ¦[@].":               "Works [@new].",
		"Works [@]¦.":               "Works [@new].",
		"Works [@old; @¦].":         "Works [@old; @new].",
		"Works [@o¦ld; @].":         "Works [@old; @new].",
		"Works [@old;¦].":           "Works [@old; @new].",
		"Works [@¦; @old].":         "Works [@new; @old].",
		"Works [see @¦, p. 3].":     "Works [see @new, p. 3].",
		"Works [-@¦].":              "Works [-@new].",
		"Works [@{¦}].":             "Works [@new].",
		"Works [@¦":                 "Works [@new]",
		"Works [@¦\nMore.":          "Works [@new]\nMore.",
		"As @¦ says, it is.":        "As @new says, it is.",
		"As @¦":                     "As @new",
		"Works [@old¦].":            "Works [@old; @new].",
		"Works [see @o¦ld, p. 3].":  "Works [see @old, p. 3; @new].",
		"Works [@¦].\r\nMore.":      "Works [@new].\r\nMore.",
		"Füße 😀 [@¦].":              "Füße 😀 [@new].",
		"- [ ] Do it.¦":             "- [ ] Do it [@new].",
		"Mail me@¦ now.":            "Mail me@ now [@new].",
		"Text^[See [@¦].] goes on.": "Text^[See [@new].] goes on.",
	})
}

func TestAKeyThatWasBegunGivesWay(t *testing.T) {
	mark := doc.Mark{Keys: []string{"conneau2018you"}, Fits: func(typed string) bool { return strings.HasPrefix("conneau2018you", typed) }}
	markup.Marks(t, mark, map[string]string{
		"Works [@conn¦].":             "Works [@conneau2018you].",
		"Works [@old; @c¦onn, p. 3].": "Works [@old; @conneau2018you, p. 3].",
		"As @conn¦ says.":             "As @conneau2018you says.",
		"Works [@other¦].":            "Works [@other; @conneau2018you].",
	})
}

func TestAMarkBelongsToItsSentence(t *testing.T) {
	markup.Marks(t, newMark, map[string]string{
		"It is hard.¦[^1] Next.\n\n[^1]: No.":     "It is hard [@new].[^1] Next.\n\n[^1]: No.",
		"It is hard.[^1]¦ Next.\n\n[^1]: No.":     "It is hard [@new].[^1] Next.\n\n[^1]: No.",
		"It is hard.^[Or not.]¦ Next.":            "It is hard [@new].^[Or not.] Next.",
		"It is hard[^1].¦ Next.":                  "It is hard [@new][^1]. Next.",
		"It is hard.[@x]¦ Next.":                  "It is hard.[@x; @new] Next.",
		"*It is hard.¦* Next.":                    "*It is hard.* [@new] Next.",
		"**Heading.**¦ Text here.":                "**Heading.** [@new] Text here.",
		"***Heading.¦*** Text here.":              "***Heading.*** [@new] Text here.",
		"_It is so.¦_ Next.":                      "_It is so._ [@new] Next.",
		"[It is so.¦](http://x.y) Next.":          "[It is so.](http://x.y) [@new] Next.",
		"[It is so.¦]{.mark} Next.":               "[It is so.]{.mark} [@new] Next.",
		"It is *hard¦*. Next.":                    "It is *hard* [@new]. Next.",
		"“It is hard.”¦ Next one.":                "“It is hard.” [@new] Next one.",
		"It is hard (see below).¦ Next.":          "It is hard (see below) [@new]. Next.",
		"We follow Smith et al.¦":                 "We follow Smith et al. [@new].",
		"We get $x = 1$.¦ Next.":                  "We get $x = 1$ [@new]. Next.",
		"- One here¦\n- Two":                      "- One here [@new]\n- Two",
		"1. One `x`¦\n2. Two":                     "1. One `x` [@new]\n2. Two",
		"It is hard¦ <!-- not. this -->\nor not.": "It is hard <!-- not. this -->\nor not [@new].",
		"Text.[^1]\n\n[^1]: It is¦ so. Or not.":   "Text.[^1]\n\n[^1]: It is so [@new]. Or not.",
		"> Quoted¦ here.\n> More.":                "> Quoted here [@new].\n> More.",
	})
}

func TestNotesCaptionsAndCellsAreCitedIn(t *testing.T) {
	markup.Marks(t, newMark, map[string]string{
		"Text.^[It is so. Or¦ not.] More.":      "Text.^[It is so. Or not [@new].] More.",
		"![A plot¦.](a.png)":                    "![A plot [@new].](a.png)",
		"![A plot¦](a.png){#fig-a}":             "![A plot [@new]](a.png){#fig-a}",
		"| A | B |\n|---|---|\n| BERT¦ | 3 |":   "| A | B |\n|---|---|\n| BERT [@new] | 3 |",
		"| A | B |\n|---|---|\n| x | y @a¦ |\n": "| A | B |\n|---|---|\n| x | y @a [@new] |\n",
		"| A | B |\n|---|---|\n| x | ¦ |\n":     "| A | B |\n|---|---|\n| x | [@new] |\n",
		"| A | B [@x]¦ |\r\n|---|---|\r\n":      "| A | B [@x; @new] |\r\n|---|---|\r\n",
	})
}

func TestAMarkWithWordsOfItsOwn(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"x", "y"}, Before: "see", After: "p. 3"}, map[string]string{
		"It works.¦":      "It works [see @x; @y, p. 3].",
		"It works [@¦].":  "It works [see @x; @y, p. 3].",
		"It works [@a].¦": "It works [@a; see @x; @y, p. 3].",
	})
}

func TestASentenceGoesBehindItsNotes(t *testing.T) {
	for fixture, want := range map[string]string{
		"It is hard.¦[^1] Next.":           "It is hard.[^1] New. Next.",
		"It is hard.¦^[Or. Not.] Next.":    "It is hard.^[Or. Not.] New. Next.",
		"*Heading.¦* Text here.":           "*Heading.* New. Text here.",
		"**One. T¦wo.** Three.":            "**One. Two.** New. Three.",
		"- One here¦\n- Two":               "- One here. New.\n- Two",
		"- One here:¦\n- Two":              "- One here: New.\n- Two",
		"We set¦\n$$x = 1$$\n\nNext.":      "We set\n$$x = 1$$ New.\n\nNext.",
		"Text.^[It is so.¦ Or not.] More.": "Text.^[It is so. New. Or not.] More.",
		"![A plot¦](a.png)":                "![A plot. New.](a.png)",
	} {
		source, offset := doctest.Cursor(t, fixture)
		at, insert := doc.InsertSentence(source, markup.ViewAt(source, offset), offset, "New.")
		if got := source[:at] + insert + source[at:]; got != want {
			t.Errorf("%q\n got %q\nwant %q", fixture, got, want)
		}
	}
}

// checkInsertions inserts a citation at each possible offset of a text and scans the
// result: the new key and all others are cited.
func checkInsertions(t *testing.T, source string) {
	whole := Scan(source)
	for offset := range len(source) + 1 {
		m := whole
		if inset, ok := whole.InsetAt(offset); ok && whole.IsMasked(offset) {
			m = ScanInset(source, whole, inset, offset)
		}
		if !m.Citable(offset) {
			continue
		}
		mark := doc.Mark{Keys: []string{"new:key"}}
		within := doc.Mark{Keys: mark.Keys, Within: true}
		at, insert := doc.InsertSentence(source, m, offset, "New by @new:key one.")
		for what, e := range map[string]doc.Edit{"mark": InsertMark(source, m, offset, mark),
			"mark within": InsertMark(source, m, offset, within), "sentence": doc.Insertion(at, insert)} {
			after := e.Apply(source)
			if err := doc.CheckCited(whole, Scan(after), "new:key"); err != nil {
				t.Errorf("%s at %d of %q: %v: %q", what, offset, source, err, after)
				return
			}
		}
	}
}

func TestNoInsertionBreaksWhatIsThere(t *testing.T) {
	files, _ := filepath.Glob("testdata/fuzz/*/*")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			quoted, isString := strings.CutPrefix(strings.TrimSpace(line), "string(")
			if source, err := strconv.Unquote(strings.TrimSuffix(quoted, ")")); isString && err == nil {
				checkInsertions(t, source)
			}
		}
	}
	const manuscript = "---\ntitle: A\nbibliography: refs.bib\n---\n# A *title* [@a]\n\nIt is hard.[^1] “Yes.” We get $x_1 = 2$ by `y. Z` and @b [p. 3]. *One. Two* is [three.](x.y)\nMore ^[Note [@c]. More.] is.\n<!-- scilit: x -->\n\n" +
		"- One\n- **Two.** More\n\n| A | B |\n|---|---|\n| `x` | y [@d] |\n\n![A plot of @e.](f.png){#fig-a}\n\n```r\nx <- 1 # [@no]. More.\n```\n\n$$\nx\n$$\nwhere $y$ is.\n\n[^1]: It is so [@f]. Or not.\n"
	checkInsertions(t, manuscript)
	checkInsertions(t, strings.ReplaceAll(manuscript, "\n", "\r\n"))
}

// TestAMarkWithinItsSentence selects words at the cursor that the citation belongs to.
func TestAMarkWithinItsSentence(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"new"}, Within: true}, map[string]string{
		"We use MERT¦ to tune.":                "We use MERT [@new] to tune.",
		"We use *MERT¦* to tune.":              "We use *MERT* [@new] to tune.",
		"We use MERT¦ [@a] to tune.":           "We use MERT [@a; @new] to tune.",
		"We use MERT¦ @a says.":                "We use MERT [@new] @a says.",
		"We use MERT¦[^1] to tune.":            "We use MERT [@new][^1] to tune.",
		"We use `ME¦RT` to tune.":              "We use `MERT` to tune [@new].",
		"We use MERT*-like¦* tuning.":          "We use MERT*-like* [@new] tuning.",
		"We use MERT¦*-like* tuning.":          "We use MERT*-like* tuning [@new].",
		"We use f¦(x) to tune.":                "We use f(x) to tune [@new].",
		"We use [@a]¦ to tune.":                "We use [@a; @new] to tune.",
		"We use \"MERT¦\" to tune.":            "We use \"MERT\" [@new] to tune.",
		"Wir nutzen Größe¦ und mehr davon.":    "Wir nutzen Größe [@new] und mehr davon.",
		"We use `MERT`¦ to tune.":              "We use `MERT` [@new] to tune.",
		"We use `MERT`¦\nto tune.":             "We use `MERT` [@new]\nto tune.",
		"We use @a¦ [p. 3] to tune.":           "We use @a [p. 3] [@new] to tune.",
		"We use @a [p.¦ 3] to tune.":           "We use @a [p. 3] [@new] to tune.",
		"We use @a¦ [link](x) to tune.":        "We use @a [@new] [link](x) to tune.",
		"We use [MERT][ref¦ x] to tune.":       "We use [MERT][ref x] to tune [@new].",
		"We use R&amp;¦ to tune.":              "We use R&amp; [@new] to tune.",
		"We use :smile:¦ to tune.":             "We use :smile: [@new] to tune.",
		"We use H~2¦~O to tune.":               "We use H~2~O to tune [@new].",
		"We use H¦~2~O to tune.":               "We use H~2~O to tune [@new].",
		"We use MERT\\¦\nto tune.":             "We use MERT [@new]\\\nto tune.",
		"We use 'MERT¦' to tune.":              "We use 'MERT' [@new] to tune.",
		"We use 我们使用MERT¦，用来。":                 "We use 我们使用MERT [@new]，用来。",
		"One.[@a] Two.[@b] We wow!¦ use MERT.": "One.[@a] Two.[@b] We wow! [@new] use MERT.",
	})
}
