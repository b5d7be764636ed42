package bib

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outline describes the items of a file, one line each, in the form "type key: name=value; ...".
func outline(f *File) []string {
	var lines []string
	for i := range f.Entries {
		e := &f.Entries[i]
		var fields []string
		for j := range e.Fields {
			fields = append(fields, e.Fields[j].Name+"="+e.Value(&e.Fields[j]))
		}
		lines = append(lines, e.Type+" "+e.Key+": "+strings.Join(fields, "; "))
	}
	return lines
}

func TestParseReadsWhatPeopleWrite(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"empty file", "", nil},
		{"braces", "@article{a, title = {A {Nested {Deep}} Title}, year = {2001}}", []string{"article a: title=A Nested Deep Title; year=2001"}},
		{"quotes with a quote in braces", `@book{a, title = "Say {"}Hi{"} now"}`, []string{`book a: title=Say "Hi" now`}},
		{"parentheses", "@article(a, title = {x) y}, year = 2001)", []string{"article a: title=x) y; year=2001"}},
		{"capitals", "@ARTICLE{A, TITLE = {T}}", []string{"article A: title=T"}},
		{"macros joined with text", "@string{cl = {Computational }}\n@article{a, journal = cl # \"Linguistics\" # { 12}}", []string{"article a: journal=Computational Linguistics 12"}},
		{"macro of a macro, any case", "@string(ab = {x})\n@STRING{cd = AB # ab}\n@misc{a, note = CD}", []string{"misc a: note=xx"}},
		{"months", "@misc{a, month = 1 # \"~\" # jan}", []string{"misc a: month=1\u00A0January"}},
		{"undefined macro stands for itself", "@misc{a, journal = jmlr}", []string{"misc a: journal=jmlr"}},
		{"text between entries", "hello\n@misc{a, note={x}} bye me@example.org\n@misc{b, note={y}}", []string{"misc a: note=x", "misc b: note=y"}},
		{"percent hides the rest of a line", "% @misc{a, note={x}}\n@misc{b, % yes\n note={50% y}}", []string{"misc b: note=50% y"}},
		{"@comment hides its group", "@comment{@misc{a, note={x}}}\n@misc{b, note={y}}", []string{"misc b: note=y"}},
		{"spaces everywhere", "@ misc {\n a ,\n note \n=\n {x}\n,\n}", []string{"misc a: note=x"}},
		{"CRLF", "@misc{a,\r\n  note = {x\r\n  y},\r\n}\r\n", []string{"misc a: note=x y"}},
		{"BOM", bom + "@misc{a, note={x}}", []string{"misc a: note=x"}},
		{"Latin-1", "@misc{a, author={M\xfcller}, note={a \x96 b}}", []string{"misc a: author=Müller; note=a – b"}},
		{"missing commas", "@misc{a\n note={x}\n year=2001\n title=\"t\"}", []string{"misc a: note=x; year=2001; title=t"}},
		{"preamble with junk", "@preamble{{x} # \"y\" junk, more}@misc{a}", []string{"misc a: "}},
		{"missing key", "@misc{note={x}}", []string{"misc : note=x"}},
		{"missing value", "@misc{a, note=, year=2001}", []string{"misc a: note=; year=2001"}},
		{"missing equals sign", "@misc{a, note {x}, year=2001}", []string{"misc a: note=; year=2001"}},
		{"first of two fields counts, both are kept", "@misc{a, note={x}, note={y}}", []string{"misc a: note=x; note=y"}},
		{"entry without fields", "@misc{a}\n@misc{b,}", []string{"misc a: ", "misc b: "}},
		{"entry without its end", "@misc{a, note={x},\n\n@misc{b, note={y}}", []string{"misc a: note=x", "misc b: note=y"}},
		{"value without its end", "@misc{a, note={x\n\n  @misc{b, note={y}}\n", []string{"misc a: note=x", "misc b: note=y"}},
		{"quote without its end", "@misc{a, note=\"x\n}\n@misc{b, note=\"y\"}", []string{"misc a: note=x", "misc b: note=y"}},
		{"all entries without their ends", "@misc{a, note={x\n@misc{b, note={y\n@misc{c, note={z", []string{"misc a: note=x", "misc b: note=y", "misc c: note=z"}},
		{"an entry just begun", "@misc{\n@misc{b, note={y}}", []string{"misc : ", "misc b: note=y"}},
		{"a field just begun", "@misc{a, note =\n\n@misc{b, note={y} #\n@misc{c}", []string{"misc a: note=", "misc b: note=y", "misc c: "}},
		{"an address is verbatim", "@misc{a, url={http://x.org/~a--b_c\\_d}}", []string{"misc a: url=http://x.org/~a--b_c_d"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, outline(Parse([]byte(tt.src)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestParseSaysWhatIsWrongAndWhere(t *testing.T) {
	tests := []struct {
		src          string
		line, column int
		message      string // part of the expected message
	}{
		{"@misc{a,\n  note = {x}\n  year = 2001}", 2, 13, `comma is missing after the field "note"`},
		{"@misc{a note={x}}", 1, 8, "comma is missing after the key"},
		{"@misc{note={x}}", 1, 1, "no key"},
		{"@misc{a, year = }", 1, 16, "value is missing"},
		{"@misc{a, note}", 1, 10, `"note" has no value`},
		{"@misc{a, journal = jmlr}", 1, 20, `"jmlr" is not defined`},
		{"@string{x={a}}\n@string{x={b}}", 2, 11, "defined twice"},
		{"\n@misc{a, note={x}", 2, 1, "not closed"},
		{"\n@misc{a, note={x", 2, 15, "value is not closed"},
		{"@misc{a, (note={x}}", 1, 10, "skipped"},
		{"@string{= {x}}", 1, 9, "needs a name"},
		{"@comment{x", 1, 1, "@comment is not closed"},
		{"\xff\xfe@\x00", 1, 1, "UTF-16"},
	}
	for _, tt := range tests {
		t.Run(tt.message, func(t *testing.T) {
			f := Parse(tt.src)
			for _, p := range f.Problems() {
				if line, column := f.Position(p.Offset); line == tt.line && column == tt.column && strings.Contains(p.Message, tt.message) {
					return
				}
			}
			t.Errorf("no such problem in %+v", f.Problems())
		})
	}
}

func TestSoundFilesHaveNoProblems(t *testing.T) {
	for name, src := range fixtures {
		if f := Parse([]byte(src)); !strings.HasPrefix(name, "un") && f.brokenAt < 0 && len(f.Problems()) > 0 {
			t.Errorf("%s: %+v", name, f.Problems())
		}
	}
}

func TestProblemsAreBounded(t *testing.T) {
	f := Parse([]byte(strings.Repeat("@misc{}", 2*maxProblems)))
	if n := len(f.Problems()); n != maxProblems || len(f.Entries) != 2*maxProblems {
		t.Errorf("%d problems, %d entries", n, len(f.Entries))
	}
}

func TestMacrosThatDoubleEachOtherStaySmall(t *testing.T) {
	src := "@string{m0 = {0123456789}}\n"
	for i := range 60 {
		src += strings.NewReplacer("A", string(rune('0'+i/10))+string(rune('0'+i%10)), "B", string(rune('0'+(i+1)/10))+string(rune('0'+(i+1)%10))).
			Replace("@string{mB = mA # mA}\n")
	}
	f := Parse([]byte(strings.Replace(src, "m0 ", "m00 ", 1) + "@misc{a, note = m60}"))
	if n := len(f.Entries[0].Field("note")); n == 0 || n > maxMacro {
		t.Errorf("the macro expands to %d bytes", n)
	}
}

func TestEntryAnswersForDisplay(t *testing.T) {
	f := Parse([]byte(`@inproceedings{p, author = {Ann {\"O}z and van der Berg, Bob and others}, title = {On {NLP}}, crossref = {v}, url = {u}}
@proceedings{v, editor = {Ed Itor}, title = {Proceedings of Things}, year = {2009}, url = {v}}
@misc{w, date = {1999-12-31}}
@misc{x, note = {no year}, crossref = {nowhere}}`))
	p := f.ByKey("p")
	if got := p.Authors(); !cmp.Equal(got, []Name{{Given: "Ann", Family: "Öz"}, {Given: "Bob", Family: "van der Berg"}}) {
		t.Errorf("authors: %+v", got)
	}
	if got := p.Venue(); got != "Proceedings of Things" {
		t.Errorf("venue from crossref: %q", got)
	}
	if got := p.Field("url"); got != "u" {
		t.Errorf("an address is not inherited: %q", got)
	}
	for key, want := range map[string]int{"p": 2009, "w": 1999, "x": 0} {
		if got := f.ByKey(key).Year(); got != want {
			t.Errorf("year of %s: %d, want %d", key, got, want)
		}
	}
	if got := f.ByKey("v").Authors(); !cmp.Equal(got, []Name{{Given: "Ed", Family: "Itor"}}) {
		t.Errorf("editors stand in for authors: %+v", got)
	}
}
