package bib

import "testing"

func TestExtendWritesAsTheFileDoesAndMovesNothing(t *testing.T) {
	doi, pages := NewField{"doi", "10.1000/x_y"}, NewField{"pages", "1--9"}
	for _, test := range []struct {
		name, source string
		fields       []NewField
		want         string // expected text; "" if nothing is added
	}{
		{"behind the last field", "@article{a,\n  title = {T}\n}\n", []NewField{doi, pages}, "@article{a,\n  title = {T},\n  doi = {10.1000/x_y},\n  pages = {1--9}\n}\n"},
		{"a comma at the end stays at the end", "@article{a,\n\ttitle = {T},\n}\n", []NewField{doi}, "@article{a,\n\ttitle = {T},\n\tdoi = {10.1000/x_y},\n}\n"},
		{"quotes and capitals", "@ARTICLE{a,\n  TITLE = \"T\",\n  YEAR = 2009\n}", []NewField{{"volume", "3"}, doi}, "@ARTICLE{a,\n  TITLE = \"T\",\n  YEAR = 2009,\n  VOLUME = 3,\n  DOI = \"10.1000/x_y\"\n}"},
		{"an entry without fields", "@misc{a}\n", []NewField{doi}, "@misc{a,\n  doi = {10.1000/x_y}}\n"},
		{"CRLF", "@misc{a,\r\n  title = {T}\r\n}\r\n", []NewField{doi}, "@misc{a,\r\n  title = {T},\r\n  doi = {10.1000/x_y}\r\n}\r\n"},
		{"one that is there stays as it is", "@misc{a, DOI = {10.1/other}}", []NewField{doi}, ""},
		{"TeX accents where the file has them", "@misc{a, author = {G{\\\"o}del}}", []NewField{{"publisher", "Müller"}}, "@misc{a, author = {G{\\\"o}del}, publisher = {M{\\\"u}ller}}"},
		{"the macro of another field", "@string{j = {Journal}}\n@article{a, journal = j # { B}, title = {T}}", []NewField{doi}, "@string{j = {Journal}}\n@article{a, journal = j # { B}, title = {T}, doi = {10.1000/x_y}}"},
		{"a month by its macro", "@misc{a, title = {T}}", []NewField{{"month", "March"}}, "@misc{a, title = {T}, month = mar}"},
		{"braces that do not close", "@misc{a, title = {T}}", []NewField{{"note", "a}b{"}}, ""},
		{"a name that is none", "@misc{a, title = {T}}", []NewField{{"x}, evil", "b"}}, ""},
		{"an entry that is not closed", "@misc{a, title = {T}", []NewField{doi}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := Parse(test.source)
			in, ok := f.Extend(&f.Entries[0], test.fields)
			got := ""
			if ok {
				got = string(in.Apply([]byte(test.source)))
			}
			if got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}
