package compose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// A role is the part of a structured abstract that a sentence belongs to.
type role int

const (
	unlabelled role = iota
	background
	purpose
	method
	result
	conclusion
)

// A labelled source is a sentence with its place in the paper.
type labelled struct {
	Source
	role     role
	position float64 // 0 for the first sentence of the abstract, towards 1 for the last
	body     bool    // of the full text
	next     string  // the sentence behind it
}

// labels of structured abstracts, lower case.
var labels = func() map[string]role {
	all := make(map[string]role)
	for r, names := range map[role]string{
		background: `background introduction context rationale motivation importance problem state_of_the_art`,
		purpose: `objective objectives aim aims purpose goal goals study_objective study_objectives aims_and_objectives hypothesis
			background_and_objectives background_and_objective background_and_aims background_and_aim background_and_purpose
			background_objectives background_objective background_aims background_aim purpose_of_review purpose_of_the_study introduction_and_aims
			research_question question objectives_and_methods study_aim`,
		method: `method methods materials_and_methods material_and_methods methods_and_materials patients_and_methods subjects_and_methods
			design study_design setting participants patients methodology design_and_methods research_design_and_methods data_sources
			intervention interventions main_outcome_measures main_outcome_measure measurements study_selection methods_design
			experimental_design data_collection design_setting_and_participants search_methods selection_criteria data_extraction
			design_methodology_approach procedures measures outcome_measures materials methods_analysis methods_and_analysis population
			data_collection_and_analysis exposures main_outcomes_and_measures approach ethics_and_dissemination`,
		result: `result results finding findings main_results key_results outcomes principal_findings results_and_discussion
			methods_and_results methods_and_findings methodology_principal_findings methods_principal_findings key_findings recent_findings main_findings
			observations results_conclusions results_and_conclusions`,
		conclusion: `conclusion conclusions discussion interpretation conclusions_significance conclusion_significance
			conclusions_and_relevance conclusion_and_relevance implications clinical_relevance summary discussion_and_conclusions
			discussion_and_conclusion main_conclusions significance practical_implications conclusions_and_significance
			implications_for_practice authors'_conclusions what_this_study_adds clinical_implications conclusions_and_implications
			discussion_conclusion discussion_conclusions author_summary clinical_significance originality_value`,
	} {
		for name := range set(names) {
			all[name] = r
		}
	}
	return all
}()

// bareLabels may come without any stop behind them: "Results The patients ...".
var bareLabels = set(`background objective objectives aim aims purpose method methods results findings conclusion conclusions introduction
	significance materials_and_methods patients_and_methods background_and_objectives background_and_aims background_and_purpose discussion interpretation`)

// glued is a full stop that the next sentence follows without a space.
var glued = pattern.MustCompile(`[\p{L})\]]{2}[.?!](?:\p{Lu}\p{Ll}|\p{Lu}{2,}\d* \p{Ll})`)

// split parts sentences that lost the space between them.
func split(sources []Source) []Source {
	var all []Source
	for _, s := range sources {
		for len(s.Text) > 0 {
			at := glued.FindStringIndex(s.Text)
			end := len(s.Text)
			if at != nil {
				end = at[0] + strings.IndexAny(s.Text[at[0]:], ".?!") + 1
			}
			all = append(all, Source{s.Text[:end], s.Section, s.Index})
			s.Text = strings.TrimSpace(s.Text[end:])
		}
	}
	return all
}

// label gives the sentences of an abstract their roles and takes the labels away.
func label(sources []Source) []labelled {
	var all []labelled
	current := unlabelled
	for _, source := range sources {
		r, rest, found := cutLabel(source.Text)
		if found {
			if current, source.Text = r, rest; r == conclusion && len(all) == 0 {
				current = background // what makes the work important comes first in some journals
			}
		}
		if strings.TrimSpace(source.Text) != "" {
			all = append(all, labelled{Source: source, role: current})
		}
	}
	return all
}

// maxLabel is the longest label with its stop. Unit: bytes.
const maxLabel = 48

func cutLabel(s string) (r role, rest string, found bool) {
	s = strings.TrimSpace(s)
	head := s[:min(len(s), maxLabel)]
	if at := strings.IndexAny(head, ":.—–|\n"); at > 0 {
		if r, known := labels[normalLabel(head[:at])]; known {
			return r, strings.TrimLeft(s[at:], " :.—–|\n"), true
		}
	}
	words := strings.Fields(head)
	for n := min(3, len(words)-1); n > 0; n-- {
		name := normalLabel(strings.Join(words[:n], " "))
		next, _ := utf8.DecodeRuneInString(words[n])
		if bareLabels[name] && unicode.IsUpper(next) && !hasFinite(words[n:n+1]) {
			return labels[name], strings.TrimSpace(s[strings.Index(s, words[n-1])+len(words[n-1]):]), true
		}
	}
	return unlabelled, s, false
}

func normalLabel(s string) string {
	s = strings.NewReplacer("/", " ", "&", "and", ",", "").Replace(strings.ToLower(s))
	return strings.Join(strings.Fields(s), " ")
}
