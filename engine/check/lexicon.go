package check

import "github.com/scilit-lsp/scilit-lsp/engine/text"

// functionWords are closed-class words beyond the stop words of the index.
var functionWords = set(`also thus hence therefore however moreover furthermore finally additionally besides whereas while although though since because
	via upon among amongst towards toward within across despite per versus vs etc et al either both each every any such e.g i.e yet still even just
	could would should might may must shall can will cannot us whose whom itself themselves one two way ways well first second third
	respectively namely instead rather about approximately around several various many numerous multiple different
	certain particular particularly especially specifically generally typically often frequently usually commonly widely mainly primarily mostly largely
	recently previously currently further last like using based due according given percent cent`)

// frameWords report what any paper does: a sentence may have them without the
// paper, since they say nothing of it alone.
var frameWords = set(`propose proposes proposed proposing present presents presented presenting describe describes described describing introduce introduces introduced
	introducing investigate investigates investigated investigating investigation explore explores explored exploring study studies studied studying address addresses addressed
	addressing report reports reported reporting discuss discusses discussed discussing discussion demonstrate demonstrates demonstrated develop develops developed developing
	provide provides provided providing argue argues argued show shows showed shown showing find finds found finding findings observe observes observed observing
	suggest suggests suggested work works worked paper papers article articles author authors approach approaches method methods technique techniques research
	researchers previous earlier prior recent example examples state states stated note notes noted point points pointed out offer offers offered
	examine examines examined examining consider considers considered conclude concludes concluded reveal reveals revealed indicate indicates indicated
	use uses used employ employs employed utilize utilizes utilized apply applies applied analyze analyzes analyzed analyse analysed literature
	tackle tackles tackled focus focuses focused concern concerned concerns attempt attempts give gives gave given put forward outline outlines outlined
	evidence result results assess assesses assessed evaluate evaluates evaluated evaluating create creates created build builds built design designs designed construct constructs constructed
	new novel called named known compare compares compared comparing comparison comparisons work line model models system systems framework problem problems task tasks aim aims aimed goal set`)

// synonyms are words that may take each other's place, a group a line.
var synonyms = groups(`approach method technique procedure strategy methodology
model system framework architecture
algorithm method procedure
dataset corpus collection data resource corpora
task problem challenge issue
improve enhance boost ameliorate better strengthen refine
increase raise rise elevate grow growth enlarge augment
reduce decrease lower diminish decline minimize mitigate shrink cut alleviate lessen drop
show demonstrate reveal indicate find report observe
achieve obtain attain reach yield gain get
important crucial essential vital key critical significant central pivotal
various different diverse several multiple
big large huge sizeable substantial vast considerable extensive
small little tiny minor modest limited
fast quick rapid quickly rapidly efficient
difficult hard challenging difficulty challenge tough
detect identify recognize recognise discover find
allow enable permit let facilitate
need require demand necessitate necessary
contain include comprise consist encompass cover
use employ utilize utilise exploit leverage harness
build construct create develop design produce devise
generate produce create
evaluate assess test measure examine evaluation assessment
investigate study explore examine analyze research
precise accurate exact
robust stable resilient
outperform surpass exceed beat superior
automatic automated automatically
label annotate tag annotated labelled
compare contrast comparison versus
estimate approximate compute calculate
predict forecast anticipate
cause lead result trigger induce provoke
associate link relate correlate connect tie associated relation relationship connection
combine integrate merge join unify fuse incorporate jointly joint
choose select pick
extract derive obtain mine
represent encode representation
begin start initiate
word term token lexical
text document textual
phrase expression
meaning semantics semantic sense
translate translation
disease illness disorder condition
patient subject participant individual people person
child children kid pediatric paediatric
drug medication medicine pharmaceutical
tumor tumour cancer neoplasm carcinoma
heart cardiac
kidney renal
liver hepatic
treatment therapy treat intervention
death mortality die
illegal forbidden
assist help aid support
goal aim objective purpose
feature characteristic property attribute trait
effect impact influence affect
method tool
performance result accuracy
show exhibit display
remove eliminate delete
add insert
expand extend extension
share common shared
main major primary principal chief
possible potential feasible
recent current modern contemporary new novel
rare scarce infrequent sparse scarcity
abundant plentiful
similar comparable alike akin
evaluate benchmark
train learn training learning
classify categorize categorise classification
sentence utterance
speech spoken
sentiment opinion
summary summarization summarisation summarize
answer respond response
question query
human people manual manually
public freely publicly open available
low poor
approach perspective view
lack absence scarce shortage missing without
maintain preserve retain keep
understand comprehend understanding comprehension
error mistake
simple straightforward easy
explain account interpret explanation
growth development
region area
nation country
yearly annual annually
crop plant
farmer grower
woman women female
man men male
young youth juvenile
old elderly older
doctor physician clinician
sickness illness
weight mass
quick fast
begin onset
limit restrict constrain constraint
suitable appropriate adequate
determine decide establish ascertain
discuss debate
survey review overview
prove proof proven verify validate confirm corroborate
hypothesis assumption
neural neuron
network net
multilingual crosslingual cross-lingual
expensive costly
novel innovative
gather collect acquire collection
`)

// antonyms are words that say the contrary of each other, two groups a line.
var antonyms = antonymPairs(
	"increase rise raise higher high more grow growth gain elevated elevate greater larger exacerbate upregulate improve improvement enhance boost", "decrease drop reduce lower low less fewer decline diminish loss smaller reduction downregulate",
	"improve improvement better best outperform superior enhance surpass exceed boost benefit strengthen", "worsen worse worst degrade degradation underperform inferior impair hurt harm deteriorate weaken weaker",
	"fast faster quick quickly rapid rapidly", "slow slower slowly",
	"strong stronger robust", "weak weaker fragile",
	"large larger largest big", "small smaller smallest tiny",
	"long longer longest", "short shorter shortest",
	"easy easier simple simplify", "hard harder difficult complex complicate complicated",
	"positive positively", "negative negatively",
	"enable allow facilitate help permit", "prevent forbid hinder block prohibit preclude hamper",
	"support confirm corroborate prove", "refute contradict disprove reject deny",
	"include including inclusion", "exclude excluding exclusion",
	"cause induce activate activation promote stimulate", "prevent inhibit inhibition suppress block",
	"succeed success successful successfully effective effectively", "fail failure unsuccessful unsuccessfully ineffective ineffectively",
	"accept", "reject",
	"present presence existing", "absent absence missing",
	"supervised", "unsupervised",
	"most maximum maximize majority greatest", "least minimum minimize minority",
	"highest", "lowest",
	"early earlier before", "late later after",
	"major", "minor",
	"significant significantly", "insignificant insignificantly marginal marginally",
	"similar similarly same", "different differently dissimilar",
	"frequent frequently common often", "rare rarely seldom infrequent",
	"advantage strength", "drawback disadvantage weakness",
	"similarity", "difference",
	"above over", "below under",
	"safe safety", "harmful dangerous toxic",
	"add adding", "remove removing",
	"combine combining join", "separate separating split",
	"propose introduce adopt support", "reject abandon criticize oppose dismiss",
	"create build", "destroy",
	"maintain preserve retain", "abandon lose destroy discard",
	"agree", "disagree",
	"sufficient enough adequate", "insufficient inadequate",
	"reliable consistent", "unreliable inconsistent",
	"always", "never",
	"all every", "none",
	"with", "without",
	"gain", "loss",
	"general", "specific",
	"local", "global",
	"static", "dynamic",
	"shallow", "deep",
	"first", "last",
	"cheap inexpensive", "expensive costly",
	"healthy", "ill sick diseased",
	"accelerate", "slow delay",
	"win", "lose",
	"best", "worst",
)

func antonymPairs(sides ...string) map[string]map[string]bool {
	pairs := make(map[string]map[string]bool)
	add := func(a, b string) {
		if pairs[a] == nil {
			pairs[a] = make(map[string]bool)
		}
		pairs[a][b] = true
	}
	for i := 0; i < len(sides); i += 2 {
		for a := range set(sides[i]) {
			for b := range set(sides[i+1]) {
				add(text.Stem(a), text.Stem(b))
				add(text.Stem(b), text.Stem(a))
			}
		}
	}
	return pairs
}

// contrasts lists the prefixes that turn a word into its contrary.
var contrasts = []string{"un", "in", "im", "ir", "il", "non", "dis", "anti", "mis"}

func isAntonym(a, b string) bool {
	if antonyms[a][b] {
		return true
	}
	for _, prefix := range contrasts {
		if len(a) > 4 && prefix+a == b || len(b) > 4 && prefix+b == a {
			return true
		}
	}
	return false
}

// comparatives are stems by which a sentence says how a thing does beside others.
var comparatives = stems(`better best worse worst outperform superior inferior surpass exceed improve improvement state-of-the-art higher highest lower lowest faster fastest
	cheaper more most less least fewer larger largest smaller smallest greater greatest stronger weaker gain first novel fastest slower competitive beat unprecedented
	increase decrease reduce reduction degrade significantly substantially dramatically than record previous earlier competitors`)

// strengthening are words by which a sentence claims more than it did without.
var strengthening = set(`all every always only first best most largest highest fastest superior outperform outperforms outperforming outperformed surpass surpasses surpassing exceed exceeding exceeds
	state-of-the-art significantly substantially dramatically unprecedented entirely completely never fully proves guarantee guarantees any optimal`)

func stems(words string) map[string]bool {
	all := make(map[string]bool)
	for word := range set(words) {
		all[text.Stem(word)] = true
	}
	return all
}

// hedges say that something may be so.
var hedges = set(`may might could can possibly perhaps likely potentially potential suggest suggests suggested suggesting appear appears seem seems seemingly probably hypothesize hypothesized
	speculate indicate indicates indicating tend tends tentative preliminary possible should would`)
