package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A platform is a target with one archive. A neural platform uses cgo and includes models and
// onnxruntime.
type platform struct {
	os, arch string
	neural   bool
	compiler string // C compiler; "" selects the default
}

func (p platform) String() string {
	if p.neural {
		return p.os + "_" + p.arch + "_neural"
	}
	return p.os + "_" + p.arch
}

func (p platform) binary() string {
	if p.os == "windows" {
		return "scilit-lsp.exe"
	}
	return "scilit-lsp"
}

// runtime returns the platform's name in models/onnxruntime/SHA256SUMS.
func (p platform) runtime() string {
	return p.os + "/" + strings.Replace(p.arch, "amd64", "x64", 1)
}

// platforms returns the named platforms and their neural variants. A neural variant needs a
// packaged onnxruntime and a C compiler: this machine's, or the one in CC_OS_ARCH, such as
// CC_linux_arm64.
func (r *release) platforms(names []string) (all []platform, err error) {
	sums, err := os.ReadFile(filepath.Join(r.root, "models/onnxruntime/SHA256SUMS"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.Contains(allPlatforms, name) {
			return nil, fmt.Errorf("unknown platform %s; use one of %s", name, strings.Join(allPlatforms, ", "))
		}
		system, arch, _ := strings.Cut(name, "/")
		p := platform{os: system, arch: arch}
		all = append(all, p)
		p.neural, p.compiler = true, os.Getenv("CC_"+system+"_"+arch)
		native := system == runtime.GOOS && arch == runtime.GOARCH
		if (native || p.compiler != "") && strings.Contains(string(sums), "  "+p.runtime()+"/") {
			all = append(all, p)
		}
	}
	return all, nil
}

// folder returns the path of the archive's top-level folder, whose name is also the archive's.
func (r *release) folder(p platform) string {
	return filepath.Join(r.work, fmt.Sprintf("scilit-lsp_%s_%s", r.version, p))
}
