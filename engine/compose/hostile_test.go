package compose

import (
	"strings"
	"testing"
)

// Mistakes that hostile readers found in sentences about papers from many fields.
func TestWhatHostileReadersFound(t *testing.T) {
	for name, test := range map[string]struct{ abstract, want string }{
		"background with a participle":     {"Rust is old. Stems matter. Half of the waste produced by mills is rich in starch. Mills burn it.", "Half of the waste produced by mills is rich in starch @."},
		"a perfect tense":                  {"Rust is old. Mills burn bran. Despite the harm it has already done, present mill design prevents cleaner use of bran. We build a mill that burns no bran at all.", "Despite the harm it has already done, present mill design prevents cleaner use of bran @.|@ build a mill that burns no bran at all."},
		"a past tense in no list":          {"Fields differ. Soils matter. Straw matters. The yield of maize thinned in dry summers.", "@ report that the yield of maize thinned in dry summers."},
		"a study that praises itself":      {"The present comprehensive and systematic study on mills provided a solid foundation for further mills of wheat.", ""},
		"a gap":                            {"However, most mills of the north remain closed to researchers. We map all mills of the north by radar.", "@ map all mills of the north by radar."},
		"a study in the passive":           {"A prospective survey was conducted in nine mills to assess the use of bran.", "@ conducted a prospective survey in nine mills to assess the use of bran."},
		"a study of others":                {"A survey was conducted by Miller in nine mills to assess the use of bran.", ""},
		"a stray comma":                    {"The current review, presents recent uses of bran and chaff in mills.", "@ present recent uses of bran and chaff in mills."},
		"a participle behind a comma":      {"This study, conducted in nine old mills of the north, shows bran.", ""},
		"also in the passive":              {"The risks of bran in mills are also discussed.", "@ discuss the risks of bran in mills."},
		"what results will be":             {"These results reveal differences in rust between wheat lines and will be important for breeders.", "@ reveal differences in rust between wheat lines."},
		"what both results say":            {"These results show that rust differs between wheat lines and will be important for breeders.", "@ show that rust differs between wheat lines and will be important for breeders.|Rust differs between wheat lines and will be important for breeders @."},
		"all results":                      {"All of the experimental results demonstrated that bran feeds mites of stored wheat.", "@ demonstrated that bran feeds mites of stored wheat.|Bran feeds mites of stored wheat @."},
		"a hyphenated participle":          {"Through rust-induced loss in wheat, maize and rice, several genes, including a factor of growth were identified as causes.", "Through rust-induced loss in wheat, maize and rice, several genes, including a factor of growth were identified as causes @."},
		"that sport":                       {"We investigated whether warm gloves improve the times of skaters in that sport.", ""},
		"that of":                          {"We compared the times of skaters on ice with that of walkers on grass.", "@ compared the times of skaters on ice with that of walkers on grass."},
		"the first one":                    {"In the first one, we compare success rates of taggers for Dutch pronouns.", ""},
		"both of nothing":                  {"We measured the accuracy of both systems against a bank of Dutch trees.", ""},
		"both of two":                      {"We present a tagger and a parser and measure the accuracy of both systems on Dutch trees.", "@ present a tagger and a parser and measure the accuracy of both systems on Dutch trees."},
		"they behind a lead":               {"Through aural and social interactions, they play the strings of a harp, in a dance.", ""},
		"his":                              {"The strings of the harp follow his hands in a slow dance of tones.", ""},
		"her patient":                      {"The patient lost her sight after a long dance in the sun of May.", "The patient lost her sight after a long dance in the sun of May @."},
		"a section as lead":                {"In the first 9 sections, we provide a map of mills with models of bran.", ""},
		"a figure":                         {"We provide a figure with the yields of mills disaggregated by region.", ""},
		"can see":                          {"We can see that mills of the north burn more bran in winter.", ""},
		"can show":                         {"We can show that mills of the north burn more bran in winter.", "@ can show that mills of the north burn more bran in winter."},
		"vice versa":                       {"We introduce a haptic mirror in which each paddle moves its twin and vice versa.", "@ introduce a haptic mirror in which each paddle moves its twin and vice versa."},
		"so that":                          {"We provide a technical introduction to mills as well as annotated code so that owners learn faster.", "@ provide a technical introduction to mills as well as annotated code so that owners learn faster."},
		"a footnote":                       {"We propose a forest of Dutch parses,1 which compactly encodes many readings.", "@ propose a forest of Dutch parses, which compactly encodes many readings."},
		"a glued comma":                    {"We present a communal,spatial installation of strings and mirrors.", "@ present a communal, spatial installation of strings and mirrors."},
		"an abbreviation in brackets":      {"Net primary production (NPP) feeds mills. We measure the share of potential NPP (PNPP) lost to rust.", "@ measure the share of potential net primary production (PNPP) lost to rust."},
		"a long form with an abbreviation": {"We grind wheat bran (WB) and malted WB (MWB) in nine mills. We find that phenols differ between WB and MWB of old mills.", "@ grind wheat bran (WB) and malted WB (MWB) in nine mills.|@ find that phenols differ between wheat bran (WB) and malted WB of old mills.|Phenols differ between wheat bran (WB) and malted WB of old mills @."},
		"the chapters that follow":         {"In the chapters that follow, we map all mills of the north by radar.", "@ map all mills of the north by radar."},
		"a connective without a comma":     {"Mills are old. Rust is red. Furthermore mills of the north require bran and chaff in winter.", "Mills of the north require bran and chaff in winter @."},
		"a paper as the subject":           {"Bran is cheap. Mills are old. The Essay then retraces the fate of northern mills in three wars.", ""},
		"a part of the paper":              {"Bran is cheap. Mills are old. The third part of the Essay describes the fate of northern mills.", ""},
		"a paper that comments":            {"Bran is cheap. Mills are old. Thus, the Essay suggests, closing mills may help owners of bran.", ""},
		"a trial that is not the paper":    {"Bran is cheap. The trial period of northern mills is too short for rust in winter.", "The trial period of northern mills is too short for rust in winter @."},
		"tests of the authors":             {"Bran is cheap. Mills are old. In our three case studies, old rotors were weakened by rust in winter.", "@ report that old rotors were weakened by rust in winter."},
		"thus far":                         {"The evidence thus far supports a role of bran in winter.", "The evidence thus far supports a role of bran in winter @."},
		"a consequence":                    {"Old rotors consequently require more bran in winter.", "Old rotors require more bran in winter @."},
		"a consequence after an auxiliary": {"We show that rotors can in turn be driven by waste heat from mills.", "@ show that rotors can be driven by waste heat from mills.|Rotors can be driven by waste heat from mills @."},
		"a consequence in the sentence":    {"Rust weakens old rotors and thus shortens the life of mills.", "Rust weakens old rotors and thus shortens the life of mills @."},
		"years of a study":                 {"We present a survey of mills in the north (2001-2013) and of their owners.", "@ present a survey of mills in the north (2001-2013) and of their owners."},
		"the year of a citation":           {"We extend a survey of mills in the north (Miller, 2001) to their owners.", "@ extend a survey of mills in the north to their owners."},
		"a formula":                        {"We show that trees with $n \\geq 3$ leaves and degree $\\alpha$ can be coloured.", "@ show that trees with n ≥ 3 leaves and degree α can be coloured.|Trees with n ≥ 3 leaves and degree α can be coloured @."},
		"a formula that cannot be read":    {"We introduce and study the strip colouring problem, which takes a map $\\gamma: V \\mapsto \\{1,\\dots,k\\}$ and asks for colours.", "@ introduce and study the strip colouring problem."},
		"a formula in the middle":          {"We show that trees of degree $\\frac{a}{b}$ can be coloured in five days.", ""},
		"entities":                         {"We find that mills below 75 K (&amp;lt;5% of all) burn bran &amp; chaff.", "@ find that mills below 75 K burn bran & chaff.|Mills below 75 K burn bran & chaff @."},
		"markup":                           {"We find that <jats:italic toggle=\"yes\">Triticum</jats:italic> grows 3 cm<sup>2</sup> leaves in old mills.", "@ find that Triticum grows 3 cm2 leaves in old mills.|Triticum grows 3 cm2 leaves in old mills @."},
		"letters of another encoding":      {"We find that mills with Î± rotors burn less bran in winter.", ""},
		"glued sentences":                  {"We present MillNet, a model for bran in mills.MILLNET is run on coal in old mills.", "@ present MillNet, a model for bran in mills.|MILLNET is run on coal in old mills @."},
		"the method used":                  {"We demonstrated that the method used has the potential to map mills of the north.", ""},
		"a quoted question":                {"We present the package millstop that solves the problem of ‘When to stop old mills?’ for owners.", ""},
		"a quoted question with a name":    {"We present the package smsMill that solves the problem of ‘When to stop old mills?’ for owners.", "@ present the package smsMill."},
		"an article before a long form":    {"The United Mill League (UML) rules all mills. We find that mills under a UML rule burn less bran.", "@ find that mills under a United Mill League rule burn less bran.|Mills under a United Mill League rule burn less bran @."},
		"what is not studied yet":          {"The rust of small mills has not been studied in the north.", ""},
		"a verb in no list":                {"MillNet augments the yield of small rotors in the north.", "MillNet augments the yield of small rotors in the north @."},
		"results that report themselves":   {"Mills differ. Wheat is old. Rust is red. Transgenic wheat results also suggest that bran of mills can be improved by rain.", "Transgenic wheat results suggest that bran of mills can be improved by rain @."},
		"significance, as journals put it": {"Significance Mills of the north have prevented the use of bran. We map all mills of the north by radar.", "Mills of the north have prevented the use of bran @.|@ map all mills of the north by radar."},
	} {
		if got := strings.Join(said("Parsing", test.abstract), "|"); got != test.want {
			t.Errorf("%s:\n %q, want\n %q", name, got, test.want)
		}
	}
}

// A specific statement is chosen before one that praises, advises or sets the scene.
func TestSpecificStatementsWin(t *testing.T) {
	for name, test := range map[string]struct{ abstract, want string }{
		"insight":     {"We measured rust on nine lines of wheat in dry fields. Our study provides valuable insights into the rust of wheat and its breeding.", "@ measured rust on nine lines of wheat in dry fields."},
		"a new way":   {"We find that bran feeds mites of stored wheat in mills. This work opens new avenues for the storage of wheat and the design of mills.", "@ find that bran feeds mites of stored wheat in mills."},
		"advice":      {"We surveyed nine old mills of the north by radar. Mills of the north differ in rust. Owners should consider closing mills of the north.", "@ surveyed nine old mills of the north by radar."},
		"the scene":   {"Mills of wheat and rust are common in the north of all countries. Their use varies. Bran from nine mills of the north is rich in rust of wheat.", "Bran from nine mills of the north is rich in rust of wheat @."},
		"glued words": {"We present an experiment concerninggestural tones of wheat mills. We present gestural interfaces of mills concerning old tones of wheat.", "@ present gestural interfaces of mills concerning old tones of wheat."},
	} {
		w, authors := workOf([]string{"Wheat mills", "3", test.abstract})
		if got := best(w, authors)[0]; got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
