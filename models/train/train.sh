#!/bin/sh
# Trains every model from scratch, in the order of their dependencies:
#
#   models/train/train.sh BIN PYTHON DATA OUT
#
# BIN is scilit-lsp with scilit-eval next to it, PYTHON has the packages in requirements.txt, DATA contains
# the corpora and the citations. The models are written to OUT/models, and intermediate files to OUT. STEPS
# selects some of the steps below; each uses the files that earlier steps left in OUT. SMOKE=1 runs
# everything on a small sample with a few training steps; the models are then useless.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=$1 eval=${1%scilit-lsp}scilit-eval python=$2 data=$3 out=$4
models=$out/models lists=$out/lists
mkdir -p "$models" "$lists"

few=''
if [ -n "${SMOKE-}" ]; then
	"$python" "$here/smoke.py" --data "$data" --out "$out/data"
	data=$out/data
	few='--steps 2'
fi

train() { # script arguments...
	script=$1
	shift
	echo "== $script $*" >&2
	"$python" "$here/$script.py" "$@"
}

# The sentence embedder, the embedder from which it was tuned, and its citation graph.
embedder() {
	train embedder --bin "$eval" --data "$data" --out "$out/embedder" $few
	train export --weights "$out/embedder/tuned.safetensors" --start "$out/embedder/start.safetensors" --share 0.8 \
		--name citation-minilm --out "$models/citation-minilm"
	train export --weights "$out/embedder/start.safetensors" --name all-minilm --out "$out/all-minilm"
	train citations --bin "$eval" --data "$data" --model "$models/citation-minilm" --out "$models/citation-minilm/citations.bin"
}

# Indexes of the corpora with vectors of this embedder.
indexes() {
	for corpus in acl biomed; do
		rm -rf "$out/index-$corpus"
		SCILIT_MODELS=$models "$bin" index build --out "$out/index-$corpus" --name $corpus "$data/$corpus.jsonl.gz"
	done
}

candidates() { # list contexts options...
	list=$1 contexts=$2
	shift 2
	echo "== candidates for $contexts $*" >&2
	SCILIT_MODELS=$models "$eval" candidates --index "$out/index-acl" --index "$out/index-biomed" --contexts "$contexts" "$@" \
		${SMOKE:+--limit 8} >"$lists/$list.jsonl"
}

# The cross-encoder, from the embedder's weights and the candidates of the first stage.
reranker() {
	train reranker_contexts --data "$data" --multi "$lists/multi-contexts.jsonl" --citances "$lists/citances-contexts.jsonl"
	candidates keywords "$data/contexts-train.jsonl.gz"
	candidates context "$data/contexts-train.jsonl.gz" --no-keywords
	candidates multi "$lists/multi-contexts.jsonl" --no-keywords
	candidates citances "$lists/citances-contexts.jsonl" --no-keywords
	train reranker --bin "$eval" --data "$data" --start "$out/embedder/tuned.safetensors" --out "$out/reranker" \
		--lists "$lists/keywords.jsonl" "$lists/context.jsonl" "$lists/multi.jsonl" "$lists/citances.jsonl"
	train export --weights "$out/reranker/reranker.safetensors" --name citation-ranker --out "$models/citation-ranker"
}

# The weights of the features, from citations in the ACL Anthology, some of them scored by
# the cross-encoder, and from fields whose cited works are known only by their titles.
weights() {
	rm -rf "$out/fields"
	"$eval" field-sets --out "$out/fields" --titled "$data/contexts-titleonly-dev.jsonl.gz" --held "$data/contexts-test.jsonl.gz" \
		--held "$data/contexts-titleonly-test.jsonl.gz" "$data/acl.jsonl.gz" "$data/biomed.jsonl.gz"
	for field in plants general genomes medicine microbes nutrition chemistry; do
		rm -rf "$out/index-$field"
		SCILIT_MODELS=$models "$bin" index build --embedder static --out "$out/index-$field" "$out/fields/corpora/$field.jsonl.gz"
		for form in '' --no-title '--form last' '--form claim --no-title' '--form paragraph' --year-filter; do
			for keywords in '' --no-keywords; do
				# shellcheck disable=SC2086 # the options are words
				"$eval" candidates --index "$out/index-$field" --contexts "$out/fields/dev/$field.jsonl.gz" --limit 100 \
					$form $keywords >"$lists/$field-$(echo "$form$keywords" | tr -d ' ').jsonl"
			done
		done
	done
	for keywords in '' --no-keywords; do
		for years in '' --year-filter; do
			candidates "dev$keywords$years" "$data/contexts-dev.jsonl.gz" --depth 30 $keywords $years
		done
	done
	train weights --out "$models/ranking.json" "$lists"/dev*.jsonl "$lists"/plants-*.jsonl "$lists"/general-*.jsonl "$lists"/genomes-*.jsonl \
		"$lists"/medicine-*.jsonl "$lists"/microbes-*.jsonl "$lists"/nutrition-*.jsonl "$lists"/chemistry-*.jsonl | tee "$out/weights.txt"
}

examples() { # kind weights
	"$eval" examples "$1" --weights "$2" "$data/acl.jsonl.gz" "$data/biomed.jsonl.gz"
}

# The extractor of highlights: words, pairs of words, gains, and gains again on its own
# choices.
extractor() {
	w=$out/extractor
	mkdir -p "$w"
	train extractor new --out "$w/w0.bin"
	examples terms "$w/w0.bin" >"$w/terms.f32"
	train extractor terms "$w/terms.f32" --start "$w/w0.bin" --out "$w/w1.bin"
	examples pairs "$w/w1.bin" >"$w/pairs.f32"
	train extractor pairs "$w/pairs.f32" --start "$w/w1.bin" --out "$w/w2.bin"
	examples gains "$w/w2.bin" >"$w/gains1.f32"
	train extractor gains "$w/gains1.f32" --start "$w/w2.bin" --out "$w/w3.bin"
	examples gains "$w/w3.bin" >"$w/gains2.f32"
	train extractor gains "$w/gains1.f32" "$w/gains2.f32" --start "$w/w2.bin" --out "$models/extractor.bin"
}

# The word vectors, distilled from the embedder before it was tuned on citations.
static() {
	train static --model "$out/all-minilm" --papers "$data/acl.jsonl.gz" "$data/biomed.jsonl.gz" --out "$models/static-minilm.bin" \
		--leave-out "$data"/contexts-dev.jsonl.gz "$data"/contexts-test.jsonl.gz ${SMOKE:+--passages 600}
}

# The word vectors for search.
citations() {
	train static_citations --bin "$eval" --data "$data" --static "$models/static-minilm.bin" --tokenizer "$out/all-minilm/tokenizer.json" \
		--out "$models/static-citations.bin" $few
}

# The tables of words that are embedded in the programs, which must be rebuilt before the forest. A smoke
# test does not change the repository's tables.
frequencies() {
	for table in frequencies:english/frequency lower:english/lower determiners:determiner/usage usage:usage/usage; do
		file=$here/../../engine/${table#*:}.bin
		[ -z "${SMOKE-}" ] || file=$models/${table%:*}.bin
		"$eval" examples "${table%:*}" "$data/acl.jsonl.gz" "$data/biomed.jsonl.gz" \
			--contexts "$data/contexts-titleonly-train.jsonl.gz" >"$out/table.bin"
		mv "$out/table.bin" "$file"
	done
}

claims() { # split seed papers
	"$eval" faithfulness --split "$1" --seed "$2" --limit "$3" --citations "$data/citances-$1.jsonl.gz" \
		--examples "$lists/claims-$1.jsonl" "$data/acl.jsonl.gz" "$data/biomed.jsonl.gz"
}

verifier() {
	claims train 22 1300
	claims dev 21 400
	train verifier --train "$lists/claims-train.jsonl" --dev "$lists/claims-dev.jsonl" --out "$models/forest.bin"
}

# The weights for choosing statements and forms, from citing sentences.
choice() {
	gzip -dc "$data/contexts-titleonly-train.jsonl.gz" | awk 'NR % 6 == 1' >"$lists/titled-train.jsonl"
	gzip -dc "$data/contexts-titleonly-dev.jsonl.gz" | awk 'NR % 8 == 1' >"$lists/titled-dev.jsonl"
	cited "$data/contexts-train.jsonl.gz" --contexts "$data/contexts-multi-train.jsonl.gz" \
		--contexts "$data/citances-train.jsonl.gz" --contexts "$lists/titled-train.jsonl" >"$lists/choice-train.jsonl"
	cited "$data/contexts-train.jsonl.gz" --body >"$lists/choice-body.jsonl"
	cited "$data/contexts-dev.jsonl.gz" --contexts "$data/citances-dev.jsonl.gz" \
		--contexts "$lists/titled-dev.jsonl" >"$lists/choice-dev.jsonl"
	train choice/choice --train "$lists/choice-train.jsonl" "$lists/choice-body.jsonl" --dev "$lists/choice-dev.jsonl" \
		--out "$models/choice.json"
}

cited() { # contexts options...
	"$eval" choice --examples --contexts "$@" "$data/acl.jsonl.gz" "$data/biomed.jsonl.gz"
}

for step in ${STEPS-embedder indexes reranker weights extractor static citations frequencies verifier choice}; do
	"$step"
done
