package tex

import (
	"strings"
	"unicode/utf8"
)

// signs maps commands in text mode to the characters they print. [Encode] uses these commands, too.
var signs = map[string]string{
	"ss": "ß", "SS": "ẞ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
	"i": "ı", "j": "ȷ", "dj": "đ", "DJ": "Đ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ",
	"S": "§", "P": "¶", "dag": "†", "ddag": "‡", "copyright": "©", "pounds": "£", "ldots": "…",
	"textregistered": "®", "texttrademark": "™", "textexclamdown": "¡", "textquestiondown": "¿", "textdegree": "°",
	"texteuro": "€", "textbullet": "•", "guillemotleft": "«", "guillemotright": "»", "quotesinglbase": "‚", "quotedblbase": "„",
	"textbackslash": `\`, "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">",
	"textbar": "|", "textbraceleft": "{", "textbraceright": "}",
}

// synonyms maps other commands to the text they print. [Encode] does not use them.
var synonyms = map[string]string{
	"aa": "å", "AA": "Å", "dots": "…", "textellipsis": "…", "textquoteleft": "‘", "textquoteright": "’",
	"textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'", "textquotedbl": `"`,
	"textendash": "–", "textemdash": "—", "textunderscore": "_", "textdollar": "$", "lbrace": "{", "rbrace": "}",
	"backslash": `\`, "textsection": "§", "textparagraph": "¶", "textcopyright": "©", "textsterling": "£",
	"textdagger": "†", "textdaggerdbl": "‡", "flqq": "«", "frqq": "»", "flq": "‹", "frq": "›", "glqq": "„", "grqq": "“",
	"glq": "‚", "grq": "‘", "og": "«", "fg": "»", "slash": "/", "textperiodcentered": "·",
	"textmu": "µ", "TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX", "quad": " ", "qquad": " ", "newline": " ", "linebreak": " ", "par": " ",
	"space": " ", "circ": "°", "varepsilon": "ε", "vartheta": "θ", "varphi": "φ", "le": "≤", "ge": "≥", "ne": "≠",
	"rightarrow": "→", "leftarrow": "←", "textsuperscript": "", "textalpha": "α", "textbeta": "β",
}

// maths maps commands in math mode to the characters they print. [Encode] encloses them in dollar
// signs.
var maths = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
	"iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
	"tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
	"Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
	"times": "×", "pm": "±", "cdot": "·", "infty": "∞", "leq": "≤", "geq": "≥", "neq": "≠", "approx": "≈", "sim": "∼",
	"to": "→", "gets": "←", "ell": "ℓ", "in": "∈", "subset": "⊂", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃",
	"partial": "∂", "nabla": "∇", "sum": "∑", "prod": "∏",
}

var (
	symbolOf = map[string]string{} // printed text, by command
	signFor  = map[rune]string{}   // text-mode command, by character
	mathFor  = map[rune]string{}   // math-mode command, by character
)

// Symbol returns the text that a command prints, or "" if it prints nothing or is unknown.
func Symbol(command string) string { return symbolOf[command] }

// SignCommand returns the text-mode command that prints a character, or "".
func SignCommand(r rune) string { return signFor[r] }

func init() {
	for _, table := range []map[string]string{signs, synonyms, maths} {
		for name, text := range table {
			symbolOf[name] = text
		}
	}
	for name, text := range signs {
		signFor[first(text)] = name
	}
	for name, text := range maths {
		mathFor[first(text)] = name
	}
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// displays lists the environments that contain no running text, such as formulas, floats, tables,
// drawings and reference lists. The
// names omit a final star.
var displays = set(`equation align gather multline eqnarray displaymath math alignat flalign dmath subequations cases split
	figure table wrapfigure wraptable sidewaystable sidewaysfigure SCfigure algorithm algorithmic
	tabular tabularx longtable array matrix pmatrix bmatrix tikzpicture picture thebibliography`)

// verbatims lists the environments whose content TeX does not interpret.
var verbatims = set("lstlisting verbatim Verbatim minted comment filecontents")

// IsDisplay reports whether an environment contains no running text. A star at the end of its name
// is ignored.
func IsDisplay(environment string) bool { return displays[strings.TrimSuffix(environment, "*")] }

// IsVerbatim reports whether TeX does not interpret the content of an environment. A star at the
// end of its name is ignored.
func IsVerbatim(environment string) bool { return verbatims[strings.TrimSuffix(environment, "*")] }

func set(names string) map[string]bool {
	all := make(map[string]bool)
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}
