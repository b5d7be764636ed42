package compose

import (
	"html"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// hole replaces formulas that cannot be written as text. A sentence is cut before it or rejected.
const hole = "\uFFFB"

// formula matches text between dollar signs.
var (
	formula        = pattern.MustCompile(`\$\$?([^$]{1,200})\$\$?`)
	command        = pattern.MustCompile(`\\([a-zA-Z]+) ?|\\([,;:! ])`)
	quotedQuestion = pattern.MustCompile(`[‘“"'][^‘’“”"']{3,90}\?[’”"']`)
)

// plainFormulas converts simple formulas to text and replaces all others with hole.
func plainFormulas(s string) string {
	return formula.ReplaceAllStringFunc(s, func(whole string) string {
		inside := formula.FindStringSubmatch(whole)[1]
		inside = texScript.ReplaceAllString(texFont.ReplaceAllString(inside, "$1"), "$1$2")
		inside = command.ReplaceAllStringFunc(inside, func(c string) string {
			sign, known := signs[command.FindStringSubmatch(c)[1]]
			if !known {
				return hole
			}
			return sign
		})
		if inside = strings.Join(strings.Fields(inside), " "); strings.ContainsAny(inside, "\\{}"+hole) ||
			inside == "" || misread.MatchString(inside) {
			return hole
		}
		return inside
	})
}

// signs maps TeX commands to the characters they print.
var signs = func() map[string]string {
	t := map[string]string{"": " "}
	for _, name := range []string{"log", "ln", "exp", "min", "max", "sup", "inf", "sin", "cos", "det", "lim",
		"Pr", "mod", "deg", "dim"} {
		t[name] = name + " "
	}
	for _, pair := range strings.Fields(`le≤ leq≤ ge≥ geq≥ times× pm± approx≈ sim∼ neq≠ ne≠ ll≪ gg≫ to→ rightarrow→ infty∞ cdot· in∈ subset⊂ ldots... dots... cdots...
		alphaα betaβ gammaγ deltaδ epsilonε varepsilonε zetaζ etaη thetaθ kappaκ lambdaλ muμ nuν xiξ piπ rhoρ sigmaσ tauτ phiφ varphiφ chiχ psiψ omegaω
		GammaΓ DeltaΔ ThetaΘ LambdaΛ SigmaΣ PhiΦ PsiΨ OmegaΩ ellℓ circ° percent%`) {
		at := strings.IndexFunc(pair, func(r rune) bool { return r > unicode.MaxASCII || r == '.' || r == '%' })
		if t[pair[:at]] = pair[at:]; !unicode.IsLetter([]rune(pair[at:])[0]) {
			t[pair[:at]] = " " + pair[at:] + " "
		}
	}
	return t
}()

// unescaped decodes HTML entities. It does so twice because some records are escaped twice.
func unescaped(s string) string {
	for range 2 {
		if !strings.Contains(s, "&") {
			return s
		}
		s = html.UnescapeString(s)
	}
	return s
}
