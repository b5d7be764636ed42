package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A platform is a target for which one archive is built. A neural platform uses cgo, and its
// archive includes the models and onnxruntime.
type platform struct {
	os, arch string
	neural   bool
	compiler string // path of the C compiler; "" selects the default
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

// runtime returns the name of the platform in models/onnxruntime/SHA256SUMS.
func (p platform) runtime() string {
	return p.os + "/" + strings.Replace(p.arch, "amd64", "x64", 1)
}

// platforms returns the named platforms and their neural variants. A neural variant requires a
// packaged onnxruntime and a C compiler. For this machine's platform, the default is the system's
// compiler. For others, an environment variable such as CC_linux_arm64 must name the compiler.
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

// folder returns the path of the only folder at the top level of the platform's archive. The
// archive has the same name.
func (r *release) folder(p platform) string {
	return filepath.Join(r.work, fmt.Sprintf("scilit-lsp_%s_%s", r.version, p))
}
