package compose

// Word lists are data: each names a duty that the rules give to a word.

// closedClass are words that begin a sentence without being names.
var closedClass = set(`a an the all any both each either every few fewer many more most much neither no none one other others
	several some such that these this those two three four five six seven eight nine ten half there here
	in on at by for from of to with without within under over between among after before during despite through across
	against about as if when while where whereas although though because since until unless once whether
	he she it they we you i its their our his her is are was were can could may might must should will would do does did
	not only also even still however patients participants children women men adults people students subjects
	older younger higher lower greater large small low high new different individuals mice rats cells treatment
	multivariate univariate median mean overall significant compared using based`)

// Verbs that say what authors do, by their base forms.
var (
	proposalVerbs = set(`present propose describe introduce develop provide release construct build create design formulate define
		derive devise offer implement suggest contribute publish compile collect curate establish outline review survey summarize
		summarise overview extend generalize generalise unify combine adapt put`)
	findingVerbs = set(`show find demonstrate observe suggest indicate reveal confirm conclude prove discover argue report identify
		detect achieve illustrate highlight establish claim contend note verify validate support imply underscore emphasize
		emphasise uncover document obtain notice`)
	studyVerbs = set(`investigate explore examine study address discuss evaluate compare analyze analyse aim focus consider tackle
		assess test measure estimate seek attempt characterize characterise determine explain quantify revisit review survey
		benchmark model predict ask consist concern deal look research probe scrutinize trace map interview sequence
		hypothesize hypothesise reassess re-examine replicate reproduce simulate track sketch theorize conduct perform`)
	actionVerbs = set(`use apply employ utilize utilise train adopt leverage make take give try learn improve include involve enroll
		enrol recruit generate produce perform conduct carry select sample randomize randomise randomly_assign integrate
		incorporate exploit fine-tune optimize optimise add annotate classify extract calculate compute cluster rely cover
		participate submit rank start begin work solve treat isolate synthesize synthesise express clone screen capture record
		draw base follow pretrain pre-train finetune transform convert cast frame encode reduce increase enhance solve`)
)

// joinedVerbs are verbs that follow others: "and shed light on".
var joinedVerbs = set(`shed serve allow enable help pave raise call bring open lead advance inform contribute deepen facilitate promote`)

var knownVerbs = union(proposalVerbs, findingVerbs, studyVerbs, actionVerbs)

func union(sets ...map[string]bool) map[string]bool {
	all := make(map[string]bool)
	for _, s := range sets {
		for word := range s {
			all[word] = true
		}
	}
	return all
}

// stateVerbs say what authors, or all of us, are short of or wish for.
var stateVerbs = set(`lack need know understand hope expect wish want thank think believe live call be are were acknowledge
	recommend encourage urge invite plan intend see tend refer denote know`)

// paperNouns name the paper itself.
var paperNouns = set(`paper article work study research survey review report thesis dissertation chapter contribution letter note
	essay manuscript monograph investigation tutorial protocol perspective commentary meta-analysis trial project`)

// paperAdjectives come between "this" and the noun that names the paper.
var paperAdjectives = set(`short long system demo demonstration survey review position present current systematic research scoping narrative
	overview pilot retrospective prospective randomized randomised observational cross-sectional longitudinal qualitative
	quantitative case cohort methodological exploratory empirical theoretical comparative experimental clinical phd doctoral
	master's brief mini critical literature umbrella mixed-methods modelling modeling simulation multicenter multicentre
	population-based preliminary descriptive comprehensive integrative`)

// resultNouns name what speaks for authors: "our results show".
var resultNouns = set(`results result findings finding experiments experiment evaluation evaluations analysis analyses data evidence
	study observations observation simulations simulation calculations measurements outcomes work assays investigation tests
	meta-analysis approach`)

// asserting verbs may follow result nouns.
var asserting = set(`show demonstrate suggest indicate reveal confirm imply find establish prove illustrate highlight support underscore
	provide emphasize emphasise validate verify uncover point`)

// passiveVerbs are participles that say what was done in a paper.
var passiveVerbs = set(`proposed presented introduced described developed investigated studied examined evaluated assessed analyzed
	analysed reviewed discussed reported compared explored provided demonstrated derived proved proven tested summarized
	summarised considered addressed outlined measured determined identified quantified characterized characterised given
	designed constructed established illustrated surveyed formulated highlighted applied implemented obtained synthesized
	synthesised isolated estimated validated revealed found observed shown searched included used`)

// doublesFinal are verbs whose last letter doubles before "ed".
var doublesFinal = set(`map plan submit stop drop transfer commit refer prefer fit equip`)

var irregularPast = map[string]string{
	"find": "found", "show": "showed", "build": "built", "take": "took", "make": "made", "give": "gave", "seek": "sought",
	"put": "put", "learn": "learned", "begin": "began", "draw": "drew", "cast": "cast", "see": "saw", "hold": "held",
	"deal": "dealt", "have": "had", "are": "were", "is": "was", "has": "had", "do": "did",
}

// alsoNouns are verbs that are as often nouns, so that "and review" may be no verb.
var alsoNouns = set(`study review report design test measure model use release estimate result offer focus survey attempt benchmark
	sample map note work trial document support release trace track cluster rank start research outline claim aim increase
	record treat capture screen sequence frame extract express`)

// frontAdverbs between the authors and their verb only join the sentence to its neighbours.
var frontAdverbs = set(`also further then first firstly second secondly third finally lastly next here thus therefore hence now additionally
	furthermore moreover subsequently consequently accordingly instead again specifically afterwards`)

// otherAdverbs may come before a verb and stay.
var otherAdverbs = set(`not never both only still already jointly even often never newly again hereby`)

// puffery are words that praise rather than say.
var puffery = []string{"state-of-the-art", "state of the art", "novel", "extensive experiments", "promising", "significantly outperform",
	"cutting-edge", "groundbreaking", "comprehensive experiments", "remarkable", "superior", "effectiveness of", "significant improvement", "improvements over", "competitive", "strong baselines", "outperforms existing",
	"sota ", "excellent", "substantial improvement"}

// kindNouns are what a name can be the name of, by class.
var kindNouns = map[string]string{
	"model": "method", "method": "method", "approach": "method", "algorithm": "method", "architecture": "method", "framework": "method",
	"technique": "method", "network": "method", "procedure": "method", "strategy": "method", "mechanism": "method", "parser": "method",
	"tagger": "method", "classifier": "method", "estimator": "method", "pipeline": "method", "methodology": "method", "scheme": "method",
	"dataset": "data", "corpus": "data", "benchmark": "data", "collection": "data", "treebank": "data", "resource": "data", "database": "data",
	"lexicon": "data", "suite": "data", "testbed": "data", "testset": "data",
	"toolkit": "tool", "tool": "tool", "library": "tool", "package": "tool", "software": "tool", "platform": "tool", "system": "tool",
	"simulator": "tool", "application": "tool", "interface": "tool", "toolbox": "tool", "program": "tool", "server": "tool", "demo": "tool",
	"metric": "metric", "measure": "metric", "score": "metric", "task": "task", "language": "language",
}

// genericNouns say nothing by themselves: "the method" needs its object.
var genericNouns = set(`model models method methods approach approaches system systems algorithm algorithms framework frameworks
	technique techniques dataset datasets corpus corpora task tasks result results experiment experiments problem problems
	issue issues question questions data tool tools network networks feature features performance study studies paper work
	analysis analyses evaluation approach strategy strategies procedure benchmark benchmarks baseline baselines group groups
	participants patients subjects sample samples cohort treatment intervention behavior behaviour effect effects way ways
	architecture architectures score scores metric metrics measure measures findings outcome outcomes challenge challenges
	effectiveness usefulness advantage advantages importance potential role application applications implications
	case cases process processes technology technologies concept concepts context solution solutions project programme program
	motivation motivations background implementation implementations theoretical speculations
	resource resources improvement improvements domain domains example
	examples numerical various different several new novel two three first main important significant significantly better
	good high well large many proposed existing previous current recent use used using their its our present based propose
	baseline variables parameters values value difference differences changes controls control test tests aim limitations
	limitation future research direction directions perspective perspectives details properties aspects aspect factors factor`)

// droppableDefinites are nouns that "the" makes point back where nothing else does.
var pointingNouns = set(`model models method methods approach approaches system systems algorithm algorithms framework dataset datasets
	corpus corpora task tasks technique techniques network parser classifier tool experiment experiments problem issue procedure
	intervention participants sample cohort architecture study paper article review trial project survey program programme
	treatment groups group cases case results result findings finding analysis process strategy solution theory scheme
	technology compound compounds sequence protein gene site sites strain species isolates respondents interviews questionnaire
	questionnaires experiment test tests scores idea question latter former rest remainder authors patient patients
	resource software package platform device devices samples disease condition drug vaccine policy observations
	effect effects phenomenon signal subjects animals mice rats children women men students material materials
	simulation simulations test set metric measure measures proof lemma bound estimator construction child mother child's
	patient's disorder mutation variant variants area region country interview reaction product products catalyst conjecture theorem hypothesis`)
