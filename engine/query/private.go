package query

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// withoutPrivate replaces each byte of citation marks, paths and addresses with a dot.
func withoutPrivate(s string) string {
	b := []byte(s)
	for start := 0; start < len(b); {
		end := start
		for end < len(b) && b[end] > ' ' {
			end++
		}
		if isPrivate(s[start:end]) {
			for i := start; i < end; i++ {
				b[i] = '.'
			}
		}
		start = end + 1
	}
	return string(b)
}

// isPrivate recognises paths, addresses and citation marks, but not "and/or".
func isPrivate(field string) bool {
	switch {
	case strings.Contains(field, text.CiteMark), strings.ContainsAny(field, `\@`), strings.Contains(field, "://"):
		return true
	case strings.HasPrefix(strings.TrimLeft(field, "(\"'“"), "/"), strings.HasPrefix(field, "~/"),
		strings.HasPrefix(field, "./"):
		return true
	}
	return strings.Count(field, "/") > 1 || isName(strings.Trim(field, "()[]{}<>,;:.!?\"'“”"))
}

// isName recognises file names, host names and DOIs.
func isName(field string) bool {
	if strings.Contains(field, "_") || strings.HasPrefix(field, "www.") || strings.HasPrefix(field, "doi:") ||
		strings.HasPrefix(field, "10.") && strings.Contains(field, "/") {
		return true
	}
	dot := strings.LastIndexByte(field, '.')
	return dot > 0 && endings[strings.ToLower(field[dot+1:])]
}

// endings lists file extensions and top-level domains.
var endings = setOf("tex bib pdf doc docx odt md txt csv tsv xls xlsx zip gz png jpg svg com org edu gov ac uk de")

// general lists stems that occur in papers from every field.
var general = setOf(`show shown shows propos propose present use used using result studi study paper work approach method
	methods recent previous author section figur tabl equat et al eg ie find found suggest report
	demonstr describ develop provid perform improv achiev obtain base consid includ allow make made give
	given take taken apply appli test analys analyz analysi investig examin discuss introduc observ
	compar comparison increas decreas reduc high higher low lower larg larger small smaller good better
	best new novel import signific differ various sever mani number type kind way case exampl problem
	task set first second third one two three four five time year well known common general specif
	particular possibl abl need requir main major effect recently previously similar simpl state art
	state-of-the-art literatur research evid role impact howev therefor thus moreov furthermor respect
	total overal addit final conclus aim goal purpos focus address extend sinc due usual often typic
	rather even still let`)

// light lists stems of words that name no subject by themselves: quantities, times, places,
// degrees, roles and adjectives of degree.
var light = stemsOf(`rate half third quarter tenth fiftieth percent percentage proportion share fraction majority
	minority rest remainder lot bit pair couple dozen hundred thousand million handful amount quantity
	degree extent magnitude size scale level range span width height length depth age minute hour day
	week month year decade century moment period term pace turn stage step phase beginning start end
	middle edge side top bottom part portion piece segment component element item unit member aspect
	point line order series list place position location site area spot world country person people
	individual human man woman participant subject volunteer author researcher scientist investigator
	team somebody attempt chance option choice decision opportunity possibility difficulty trouble
	success failure gain loss benefit cost advantage disadvantage drawback shortcoming limit limitation
	lead help support basis ground reason cause source origin consequence outcome effect influence
	contribution change difference similarity link connection agreement contrast comparison trend
	tendency evidence finding observation conclusion claim idea notion concept assumption expectation
	prediction issue matter fact thing object feature characteristic property quality ability capacity
	capability performance efficiency effectiveness accuracy value score measurement record data dataset
	sample group sort form version variant variety collection condition situation circumstance setting
	environment scenario process procedure operation action activity function use usage application
	purpose tool device instrument technique strategy scheme framework model system design practice
	presence absence existence lack need demand availability variation variability average total sum
	variable factor parameter input output information title page copy gap rise fall break sit colleague
	track trace target candidate example instance test trial experiment survey report review sufficient
	strong stronger strongest weak weaker weakest poor right wrong new whole entire overall main chief
	principal basic easy difficult numerous separate independent existing available suitable appropriate
	adequate necessary important relevant substantial considerable marked pronounced slight modest
	typical usual ordinary certain particular special successful useful effective efficient reliable
	accurate competitive comparable few many more most less own other such same equal equivalent
	identical alike expected estimated observed measured`)

// units lists units of measurement.
var units = setOf("nm mm cm km mg kg ml mm mm2 ms hz khz mhz ghz kev mev gev kpa mpa gpa kda mv mw kw metre metres " +
	"meter meters micrometre micrometres micrometer micrometers gram grams litre litres liter liters")

func stemsOf(words string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		set[text.Stem(w)] = true
	}
	return set
}
