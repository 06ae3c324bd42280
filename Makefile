# What can be done with this repository. Everything ends up below .build.

RELEASE = .build/release
CHECKS = --explicit-target-dependency-import-check error

# Where `make install` takes from and puts to; DESTDIR is for those who make packages.
BUILD = $(RELEASE)
PREFIX = /usr/local
DESTDIR =

.PHONY: help demo test build install benchmark-memory bench bench-gate lint format fixtures asan fuzz clean

help: ## List what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 20

demo: build Fixtures/manifest.tsv ## Make thumbnails of the fixtures, a report and a contact sheet
	@Scripts/demo $(RELEASE)/thumbs .build/demo

# One test after the other: side by side, they would wait for each other within their time limits,
# and those that measure memory would measure the others'.
test: ## Run every test and the linter
	@Scripts/setup build fixtures
	swift test $(CHECKS) --no-parallel
	@$(MAKE) --no-print-directory lint

build: ## Build the command for daily use, with Swift's library inside
	@Scripts/setup build
	swift build -c release --static-swift-stdlib --product thumbs
	swift build -c release --static-swift-stdlib --product thumbs-worker
	swift build -c release --static-swift-stdlib --product thumbs-interface
	Scripts/link-library $(RELEASE) $(RELEASE)/libthumbs.so

install: ## Install what was built below PREFIX: command, library, header, manual, completion
	@Scripts/install $(BUILD) $(PREFIX) $(DESTDIR)

bench: build ## Measure speed and memory beside other programs, also under memory limits
	swift build -c release --static-swift-stdlib --product thumbs-sniff-loop
	swift build -c release --static-swift-stdlib --product memory-probe
	Benchmarks/run --results Benchmarks/Results

bench-gate: build ## Compare bytes read and instructions with their baseline
	swift build -c release --static-swift-stdlib --product memory-probe
	Benchmarks/run gate

benchmark-memory: build ## Measure whether the memory budget is kept
	swift build -c release --static-swift-stdlib --product memory-probe
	python3 Benchmarks/memory --binaries $(RELEASE)

lint: ## Check the form of all Swift files
	swift format lint --strict --recursive Sources Tests Fuzz Benchmarks Package.swift

format: ## Put all Swift files in form
	swift format --in-place --recursive Sources Tests Fuzz Benchmarks Package.swift

# Optimised, since it is done millions of times, but with the checks of debug builds; a scratch path of
# its own, since all objects differ.
ASAN = swift build -c release --sanitize=address -Xswiftc -assert-config -Xswiftc Debug \
  --scratch-path .build/asan

asan: ## Try all parsers with damaged files under the address sanitizer: COUNT=100000, NAME=png for one
	$(ASAN) --product parser-trials
	@mkdir -p .build/asan/found
	.build/asan/release/parser-trials --count $(or $(COUNT),100000) --found .build/asan/found Fixtures $(NAME)

fuzz: ## Look for inputs that make a parser trap: make fuzz TIME=60, or of one: NAME=sniffer
	Fuzz/run $(or $(NAME),all) $(or $(TIME),60)

fixtures: ## Make again the files that tests and the demo work on
	@Scripts/setup fixtures
	Fixtures/make

Fixtures/manifest.tsv:
	@$(MAKE) --no-print-directory fixtures

clean: ## Remove all that was built
	rm -rf .build
