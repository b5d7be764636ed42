package tex

import "unicode/utf8"

// An accent describes a TeX accent command. bases lists the letters that Unicode combines with the
// accent, and composed lists the results in the same order. A base may already have another accent.
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

// An accentedLetter is a letter split into its base letter and the command of its accent.
type accentedLetter struct {
	base    rune
	command string
}

type markedBase struct {
	mark, base rune
}

var (
	composedOf = map[markedBase]rune{}     // composed letter, by accent mark and base letter
	accentedAs = map[rune]accentedLetter{} // base letter and accent command, by composed letter
	markOf     = map[string]rune{}         // combining mark, by accent command
	commandOf  = map[rune]string{}         // accent command, by combining mark
)

// Mark returns the combining mark of an accent command, or 0 for any other command.
func Mark(command string) rune { return markOf[command] }

// AccentCommand returns the accent command of a combining mark, or "" if TeX has none.
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
