package eval

import "strings"

// General is the field of multidisciplinary journals.
const General = "general"

// fieldWords lists parts of journal names that indicate a field. The first match wins.
var fieldWords = []struct {
	field string
	words []string
}{
	{"plants", []string{"plant", "rice", "botan", "botany", "horticult", "crop", "phyto", "agric", "molecular breeding",
		"applied genetics", "hereditas"}},
	{"nutrition", []string{"nutri", "food", "lipids", "antioxid", "adipocyte"}},
	{"microbes", []string{"microb", "virus", "virol", "virulence", "malaria", "pathogen", "toxins", "parasit", "bacter",
		"mbio", "msphere", "amb express", "fungi", "infect", "tropical"}},
	{"genomes", []string{"genom", "gene", "dna", "nucleic", "bioinformat", "proteom", "molecular sciences", "cells",
		"biotech", "evolution"}},
	{"chemistry", []string{"chem", "molecules", "material", "sensors", "nano", "polymer", "environmental science",
		"toxicol"}},
	{"medicine", []string{"medic", "health", "physiol", "pharma", "immun", "neuro", "psych", "cancer", "oncol", "clinic",
		"disease", "pain", "pregnan", "biomed", "sports"}},
}

// FieldOf returns the scientific field of a journal.
func FieldOf(venue string) string {
	name := strings.ToLower(venue)
	for _, f := range fieldWords {
		for _, word := range f.words {
			if strings.Contains(name, word) {
				return f.field
			}
		}
	}
	return General
}
