package compose

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

var update = flag.Bool("update", false, "rewrite the expected statements of testdata")

const dashes = "----"

// maxShown is the maximum number of statements per paper in the file.
const maxShown = 3

// workOf reads a paper from testdata.
func workOf(lines []string) (w Work, authors int) {
	w.Title = lines[0]
	authors, _ = strconv.Atoi(lines[1])
	for i, span := range text.Sentences(lines[2]) {
		w.Abstract = append(w.Abstract, Source{Text: lines[2][span.Start:span.End], Section: "Abstract", Index: i})
	}
	return w, authors
}

// best returns the sentences made from the best statements.
func best(w Work, authors int) (sentences []string) {
	statements := statementsOf(w)
	slices.SortStableFunc(statements, func(a, b Statement) int { return int(1e6 * (b.Weight - a.Weight)) })
	for _, s := range statements[:min(len(statements), maxShown)] {
		sentence, ok := s.Textual(authors == 1, AsPaper)
		if !ok || authors == 0 {
			sentence, _ = s.Parenthetical(AsPaper)
		}
		sentences = append(sentences, strings.ReplaceAll(sentence, Mark, "@"))
	}
	return sentences
}

func TestStatementsOfManyFields(t *testing.T) {
	const path = "testdata/fields.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range archive.Files {
		paper, want, _ := strings.Cut(string(file.Data), dashes+"\n")
		got := strings.Join(append(best(workOf(strings.Split(paper, "\n"))), ""), "\n")
		if *update {
			archive.Files[i].Data = fmt.Appendf(nil, "%s%s\n%s", paper, dashes, got)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", file.Name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTitlesAreTopics(t *testing.T) {
	for title, want := range map[string]string{
		"Effects of salt on the growth of rice":                 "@ examine the effects of salt on the growth of rice.",
		"A numerical model of swash on beaches":                 "@ present a numerical model of swash on beaches.",
		"Review of methods for the dating of sediments":         "@ present a review of methods for the dating of sediments.",
		"Evolution and structure of surface waves":              "@ study the evolution and structure of surface waves.",
		"Surface waves in the magnetosphere":                    "@ study surface waves in the magnetosphere.",
		"The FEniCS Project Version 1.5":                        "",
		"Do parsers need grammars?":                             "",
		"Learning to parse Dutch":                               "",
		"Unknown Markov Chains of Foo":                          "",
		"Parsing: a review of methods - with many examples!":    "",
		"Surface waves in the magnetosphere: 2 cases":           "@ study surface waves in the magnetosphere, focusing on 2 cases.",
		"Blood feeding comparison and use of salt in rice":      "",
		"Ignore previous instructions on salt":                  "",
		"Numerical models of swash on beaches: A survey":        "@ review numerical models of swash on beaches.",
		"WAVES at Sea-22: a numerical model of beaches of salt": "@ present a numerical model of beaches of salt.",
		"Identification and evaluation of surface waves":        "@ identify and evaluate surface waves.",
		"Dissection and modelling of two surface waves":         "@ dissect and model two surface waves.",
		"Comparative analysis of surface waves":                 "@ present a comparative analysis of surface waves.",
		"Assessing the impact of salt on beach":                 "@ assess the impact of salt on beach.",
		"Improved rice using salt":                              "@ improve rice using salt.",
		"No salt in rice and sediments":                         "",
		"Sediment detection using surface waves":                "@ use surface waves for sediment detection.",
		"Neural networks for the dating of sediments":           "@ study neural networks for the dating of sediments.",
		"Effects of salt on rice: a meta-analysis":              "@ present a meta-analysis of the effects of salt on rice.",
		"Salt in rice: the role of surface waves":               "@ study salt in rice, focusing on the role of surface waves.",
		"Salt in rice and sediments: a new approach":            "@ present a new approach to salt in rice and sediments.",
		"Towards reliable dating of sediments":                  "@ study the reliable dating of sediments.",
		"When waves meet salt: the dating of sediments":         "@ study the dating of sediments.",
		"Does salt harm rice? Evidence from many sediments":     "",
		"Certifying rice and sediments":                         "",
		"Certifying rice and salt: the role of waves":           "",
		"Rice and sediments: managing surface waves":            "@ study rice and sediments.",
		"Exposure to salt beneficial for rice":                  "",
		"Salt growth imparts structure to sediments":            "",
		"Finding salt and rice in sediments":                    "",
		"On x":                                                  "",
		"Improving rice by measuring surface waves":             "@ improve rice by measuring surface waves.",
		"Reducing salt in rice with waves":                      "",
		"Reducing salt? Evidence from sediments":                "",
		"A decline of salt? Evidence from sediments":            "@ examine a decline of salt with evidence from sediments.",
		"Salt in rice: a cross-sectional survey":                "@ study salt in rice.",
		"Towards better rice: A method for the dating of salt":  "@ present a method for the dating of salt.",
		"Towards measuring waves":                               "",
		"Implementation of a model of salt in rice":             "@ study the implementation of a model of salt in rice.",
		"Mapping the growth of rice: evidence from sediments":   "@ map the growth of rice with evidence from sediments.",
		"Pre-trained models of rice and sediments":              "@ present pre-trained models of rice and sediments.",
		"A taste of honey: the dating of sediments":             "@ study the dating of sediments.",
		"The weathering of waves: The 2019 Update":              "",
		"Salt today, no rice tomorrow":                          "",
		"Attila, the sediments, and the growth of rice":         "",
		"Lot 7 salt and sediments":                              "",
		"EFFECTS OF SALT ON SURFACE WAVES":                      "@ examine the effects of salt on surface waves.",
		"EFFECTS OF SALT ON ZORBS":                              "",
		"A bright wave near salt":                               "@ describe a bright wave near salt.",
		"Coastal (Numerical) Models of Rice":                    "@ present coastal (numerical) models of rice.",
		"Sediments and the limits of methodology":               "@ study sediments and the limits of methodology.",
		"Zymurgy and brewing: what \uFFFC is known of salt":     "",
	} {
		got := topicsOf(title, "We see surface waves. This paper is about salt, rice, sediments, reviews and numerical models.")
		if got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestTitlesOfProductsKeepTheName(t *testing.T) {
	for title, want := range map[string]string{
		"SaltFlow: Simulations of brine in rivers":     "@ present SaltFlow, simulations of brine in rivers.",
		"Brine-kit: Numerical simulation in rivers":    "@ present Brine-kit for numerical simulation in rivers.",
		"TIDE v2: Maps of rivers":                      "@ present TIDE v2, maps of rivers.",
		"Melte: A Numerical Library for Rivers":        "@ present Melte, a numerical library for rivers.",
		"GABA: Mechanisms of growth in rivers":         "@ study the mechanisms of growth in rivers.",
		"Grain: A critical factor in growth of rivers": "@ examine a critical factor in the growth of rivers.",
	} {
		got := topicsOf(title, "SaltFlow is a library for salt in water. Rivers with the Brine-kit package need Melte, a library. Much GABA was seen.")
		if got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// A substance or a subject of study is not presented as a product of the authors.
func TestSubjectsOfStudiesAreNotPresented(t *testing.T) {
	for _, c := range []struct{ title, abstract string }{
		{"Aspirin: a review of its pharmacology", "We present an overview of the uses of aspirin."},
		{"Aspirin: A method for its determination in blood", "The drug aspirin was found in blood."},
		{"Curcumin: A tool for cancer therapy", "In mice, curcumin reduces tumours."},
		{"SaltNet: A study of its senses", "We call SaltNet a resource of salt."},
		{"SaltNet: An overview of its senses", "We call SaltNet a resource of salt."},
	} {
		name, _, _ := strings.Cut(c.title, ":")
		if got := said(c.title, c.abstract); strings.Contains(strings.Join(got, "|"), "present "+name) {
			t.Errorf("%q: %q", c.title, got)
		}
	}
}

func TestNamesInTitlesKeepTheirCapitals(t *testing.T) {
	for title, want := range map[string]string{
		"A Method for the Amazon River Water Quality Act":    "@ present a method for the Amazon River Water Quality Act.",
		"SALT IN RICE OF THE RIVER AMAZON AND THE BALTO SEA": "@ study salt in rice of the river Amazon and the Balto Sea.",
	} {
		got := topicsOf(title, "The laws of the Amazon River Water Quality Act set quality of water. Rice of the river has salt near the Balto Sea.")
		if got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// topicsOf returns the sentence made from a title.
func topicsOf(title, abstract string) (got string) {
	w, _ := workOf([]string{title, "2", abstract})
	for _, s := range statementsOf(w) {
		if s.Topic() != "" {
			got, _ = s.Textual(false, AsPaper)
		}
	}
	return strings.ReplaceAll(got, Mark, "@")
}

func TestTitlesThatClaimAreReports(t *testing.T) {
	for title, want := range map[string]string{
		"Wheat microbiome bacteria can reduce virulence of a plant pathogenic fungus by altering histone acetylation":                             "@ report that wheat microbiome bacteria can reduce virulence of a plant pathogenic fungus by altering histone acetylation.",
		"Functional analysis of African Xanthomonas oryzae pv. oryzae TALomes reveals a new susceptibility gene in bacterial leaf blight of rice": "@ report that functional analysis of African Xanthomonas oryzae pv. oryzae TALomes reveals a new susceptibility gene in bacterial leaf blight of rice.",
		"GBF3 transcription factor reveals drought tolerance in Arabidopsis thaliana":                                                             "GBF3 transcription factor reveals drought tolerance in Arabidopsis thaliana @.",
		"Rice tungro disease resistance studies":                                               "@ present rice tungro disease resistance studies.",
		"Steady yield ensured by early watering and planned manure application in a dry field": "@ study steady yield ensured by early watering and planned manure application in a dry field.",
		"Why do parsers need large grammars of Dutch?":                                         "",
	} {
		w, _ := workOf([]string{title, "2", "We see bacteria in wheat."})
		var got string
		for _, s := range statementsOf(w) {
			if s.Source.Section == "Title" {
				if got, _ = s.Textual(false, AsPaper); got == "" {
					got, _ = s.Parenthetical(AsPaper)
				}
			}
		}
		if got = strings.ReplaceAll(got, Mark, "@"); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
