package display

import "github.com/scilit-lsp/scilit-lsp/app/wire"

// forms maps the forms of citing sentences to their names for people.
var forms = map[wire.Form]string{
	wire.FormResult:     "authors as the subject",
	wire.FormMention:    "citation within the sentence",
	wire.FormUse:        "your own use",
	wire.FormFact:       "citation at the end",
	wire.FormContrast:   "contrast",
	wire.FormDefinition: "definition",
	wire.FormQuotation:  "quotation",
}

// Form returns the name of a form for people, or "" for the citation alone.
func Form(f wire.Form) string { return forms[f] }
