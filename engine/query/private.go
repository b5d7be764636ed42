package query

import "strings"

// withoutPrivate replaces each byte of citation marks, paths and addresses by a dot.
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
	case strings.Contains(field, "[CITE]"), strings.ContainsAny(field, `\@`), strings.Contains(field, "://"):
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

// general lists stems that occur in papers of every field.
var general = func() map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(`show shown shows propos propose present use used using result studi study paper work approach method
		methods recent previous author section figur tabl equat et al eg ie find found suggest report
		demonstr describ develop provid perform improv achiev obtain base consid includ allow make made give
		given take taken apply appli test analys analyz analysi investig examin discuss introduc observ
		compar comparison increas decreas reduc high higher low lower larg larger small smaller good better
		best new novel import signific differ various sever mani number type kind way case exampl problem
		task set first second third one two three four five time year well known common general specif
		particular possibl abl need requir main major effect recently previously similar simpl state art
		state-of-the-art literatur research evid role impact howev therefor thus moreov furthermor respect
		total overal addit final conclus aim goal purpos focus address extend sinc due usual often typic
		rather even still`) {
		set[w] = true
	}
	return set
}()
