package reference

import (
	"fmt"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
)

// laterFields and laterTypes map the fields and types of BibTeX to those of BibLaTeX.
var (
	laterFields = map[string]string{
		"journal": "journaltitle", "address": "location", "school": "institution", "annote": "annotation", "key": "sortkey", "pdf": "file",
		"archiveprefix": "eprinttype", "primaryclass": "eprintclass",
	}
	laterTypes = map[string][2]string{ // each value contains BibLaTeX's type and the value of its "type" field
		"conference": {"inproceedings"}, "electronic": {"online"}, "www": {"online"}, "mastersthesis": {"thesis", "mathesis"},
		"phdthesis": {"thesis", "phdthesis"}, "techreport": {"report", "techreport"},
	}
)

// A field is a field's name and its value in TeX.
type field struct{ name, tex string }

func fieldsOf(e *bib.Entry) (all []field) {
	for i := range e.Fields {
		name := e.Fields[i].Name
		all = append(all, field{name, strings.TrimSpace(e.Raw(name))})
	}
	return all
}

// written formats an entry. If several fields have the same name, it writes only the first.
func written(typ, key string, fields []field) string {
	longest, seen := 0, map[string]bool{}
	for _, f := range fields {
		longest = max(longest, len(f.name))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "@%s{%s", typ, key)
	for _, f := range fields {
		if seen[f.name] || f.tex == "" {
			continue
		}
		value := "{" + f.tex + "}"
		if n := monthOf(f.tex); f.name == "month" && n > 0 {
			value = strings.ToLower(time.Month(n).String()[:3]) // styles define a macro for each month
		}
		seen[f.name] = true
		fmt.Fprintf(&out, ",\n  %-*s = %s", longest, f.name, value)
	}
	return out.String() + ",\n}\n"
}

// bibLaTeX formats an entry with BibLaTeX's field and type names.
func bibLaTeX(e *bib.Entry) string {
	typ, fields := e.Type, []field{}
	if later, ok := laterTypes[typ]; ok {
		typ = later[0]
		if e.Lookup("type") == nil && later[1] != "" {
			fields = append(fields, field{"type", later[1]})
		}
	}
	year, month, _ := dateOf(e)
	dated := e.Lookup("date") == nil && number(year) > 0
	var others []field
	for _, f := range fieldsOf(e) {
		switch later, ok := laterFields[f.name]; {
		case f.name == "year" && dated && month > 0:
			f = field{"date", fmt.Sprintf("%s-%02d", year, month)}
		case f.name == "year" && dated:
			f.name = "date"
		case f.name == "month" && dated:
			continue
		case f.name == "archiveprefix" && strings.EqualFold(f.tex, "arxiv"):
			f = field{"eprinttype", "arxiv"}
		case ok:
			f.name = later
		}
		others = append(others, f)
	}
	return written(typ, e.Key, append(others, fields...))
}

// bibTeX formats an entry with field and type names that BibTeX's standard styles support.
func bibTeX(e *bib.Entry) string {
	typ := earlierType(e)
	year, month, _ := dateOf(e)
	var fields []field
	for _, f := range fieldsOf(e) {
		switch {
		case f.name == "date":
			fields = append(fields, field{"year", year})
			if month > 0 {
				fields = append(fields, field{"month", time.Month(month).String()})
			}
			continue
		case f.name == "type" && typ != e.Type:
			continue
		case f.name == "institution" && strings.HasSuffix(typ, "thesis"):
			f.name = "school"
		case f.name == "institution", f.name == "school":
		default:
			f.name = earlierField(f.name)
		}
		fields = append(fields, f)
	}
	return written(typ, e.Key, fields)
}

func earlierField(name string) string {
	for earlier, later := range laterFields {
		if later == name && earlier != "school" {
			return earlier
		}
	}
	return name
}

func earlierType(e *bib.Entry) string {
	switch e.Type {
	case "thesis":
		if strings.HasPrefix(genreOf(e), "Master") {
			return "mastersthesis"
		}
		return "phdthesis"
	case "report":
		return "techreport"
	case "online", "electronic", "www":
		return "misc"
	case "collection", "mvbook":
		return "book"
	}
	return e.Type
}
