package eval

import (
	"regexp"
	"strings"
)

// General is the name of the field that covers all journals without a specific field.
const General = "general"

// ClaimField is the name of an additional field. It contains the contexts of all fields whose
// citing sentence reports a finding.
const ClaimField = "claims"

// reportsFinding matches sentences that report a finding, such as "It has been shown that iron is
// low".
var reportsFinding = regexp.MustCompile(
	`(?i)\b(?:has|have|had) (?:(?:also|previously|recently|long|widely|now) )*(?:been )?` +
		`(?:shown|reported|demonstrated|found|observed|established|proven|documented|confirmed)\b` +
		`|\b(?:was|were|is|are) (?:(?:also|previously|recently) )?(?:shown|reported|demonstrated|found|known) to\b` +
		`|\b(?:showed|shown|demonstrated|reported|found|revealed|observed|confirmed) that\b`)

// fieldWords lists, for each field, parts of journal names that indicate the field. The first match
// determines the field of a journal.
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

// FieldOf returns the scientific field of a journal, or General if its name indicates none.
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
