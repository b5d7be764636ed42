package tex

import "unicode/utf8"

// An accent is a TeX accent command, its combining mark, and the letters that Unicode composes with
// it. bases and composed are parallel. A base may itself be composed.
type accent struct {
	command         string
	mark            rune
	bases, composed string
}

var accents = []accent{
	{"`", 0x0300,
		"AEIOUaeiouÜüNnĒēŌōWwÂâĂăÊêÔôƠơƯưYy",
		"ÀÈÌÒÙàèìòùǛǜǸǹḔḕṐṑẀẁẦầẰằỀềỒồỜờỪừỲỳ"},
	{"'", 0x0301,
		"AEIOUYaeiouyCcLlNnRrSsZzÜüGgÅåÆæØøÇçĒēÏïKkMmÕõŌōPpŨũWwÂâĂăÊêÔôƠơƯư",
		"ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹźǗǘǴǵǺǻǼǽǾǿḈḉḖḗḮḯḰḱḾḿṌṍṒṓṔṕṸṹẂẃẤấẮắẾếỐốỚớỨứ"},
	{"^", 0x0302,
		"AEIOUaeiouCcGgHhJjSsWwYyZzẠạẸẹỌọ",
		"ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷẐẑẬậỆệỘộ"},
	{"~", 0x0303,
		"ANOanoIiUuVvÂâĂăEeÊêÔôƠơƯưYy",
		"ÃÑÕãñõĨĩŨũṼṽẪẫẴẵẼẽỄễỖỗỠỡỮữỸỹ"},
	{"=", 0x0304,
		"AaEeIiOoUuÜüÄäȦȧÆæǪǫÖöÕõȮȯYyGgḶḷṚṛ",
		"ĀāĒēĪīŌōŪūǕǖǞǟǠǡǢǣǬǭȪȫȬȭȰȱȲȳḠḡḸḹṜṝ"},
	{"u", 0x0306,
		"AaEeGgIiOoUuȨȩẠạ",
		"ĂăĔĕĞğĬĭŎŏŬŭḜḝẶặ"},
	{".", 0x0307,
		"CcEeGgIZzAaOoBbDdFfHhMmNnPpRrSsŚśŠšṢṣTtWwXxYyſ",
		"ĊċĖėĠġİŻżȦȧȮȯḂḃḊḋḞḟḢḣṀṁṄṅṖṗṘṙṠṡṤṥṦṧṨṩṪṫẆẇẊẋẎẏẛ"},
	{"\"", 0x0308,
		"AEIOUaeiouyYHhÕõŪūWwXxt",
		"ÄËÏÖÜäëïöüÿŸḦḧṎṏṺṻẄẅẌẍẗ"},
	{"h", 0x0309,
		"AaÂâĂăEeÊêIiOoÔôƠơUuƯưYy",
		"ẢảẨẩẲẳẺẻỂểỈỉỎỏỔổỞởỦủỬửỶỷ"},
	{"r", 0x030A,
		"AaUuwy",
		"ÅåŮůẘẙ"},
	{"H", 0x030B,
		"OoUu",
		"ŐőŰű"},
	{"v", 0x030C,
		"CcDdEeLlNnRrSsTtZzAaIiOoUuÜüGgKkƷʒjHh",
		"ČčĎďĚěĽľŇňŘřŠšŤťŽžǍǎǏǐǑǒǓǔǙǚǦǧǨǩǮǯǰȞȟ"},
	{"d", 0x0323,
		"BbDdHhKkLlMmNnRrSsTtVvWwZzAaEeIiOoƠơUuƯưYy",
		"ḄḅḌḍḤḥḲḳḶḷṂṃṆṇṚṛṢṣṬṭṾṿẈẉẒẓẠạẸẹỊịỌọỢợỤụỰựỴỵ"},
	{"textcommabelow", 0x0326,
		"SsTt",
		"ȘșȚț"},
	{"c", 0x0327,
		"CcGgKkLlNnRrSsTtEeDdHh",
		"ÇçĢģĶķĻļŅņŖŗŞşŢţȨȩḐḑḨḩ"},
	{"k", 0x0328,
		"AaEeIiUuOo",
		"ĄąĘęĮįŲųǪǫ"},
	{"b", 0x0331,
		"BbDdKkLlNnRrTtZzh",
		"ḆḇḎḏḴḵḺḻṈṉṞṟṮṯẔẕẖ"},
}

// An accentedLetter letter is a base letter with an accent command.
type accentedLetter struct {
	base    rune
	command string
}

type markedBase struct {
	mark, base rune
}

var (
	composedOf = map[markedBase]rune{}     // composed letter by mark and base
	accentedAs = map[rune]accentedLetter{} // parts by composed letter
	markOf     = map[string]rune{}         // mark by command
	commandOf  = map[rune]string{}         // command by mark
)

// Mark returns the combining mark of an accent command.
func Mark(command string) (mark rune, ok bool) {
	mark, ok = markOf[command]
	return mark, ok
}

// AccentCommand returns the accent command of a combining mark, or "".
func AccentCommand(mark rune) string { return commandOf[mark] }

func init() {
	for _, a := range accents {
		markOf[a.command], commandOf[a.mark] = a.mark, a.command
		rest := a.composed
		for _, base := range a.bases {
			letter, size := utf8.DecodeRuneInString(rest)
			rest = rest[size:]
			composedOf[markedBase{a.mark, base}] = letter
			accentedAs[letter] = accentedLetter{base, a.command}
		}
	}
}
