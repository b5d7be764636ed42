module github.com/scilit-lsp/scilit-lsp/packaging/dist

go 1.26.0

require github.com/CycloneDX/cyclonedx-go v0.12.0
