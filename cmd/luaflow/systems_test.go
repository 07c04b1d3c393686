package main

import (
	"os"
	"strings"
	"testing"

	gopackages "golang.org/x/tools/go/packages"

	"luaflow/compile/testkit/scale"
)

// TestOtherSystems holds that the program can be compiled for the systems that a release is for and nobody tests on:
// that what their compilers would read has no errors of types. Building it would compile all that it is made of once more
// for each of them.
func TestOtherSystems(t *testing.T) {
	for _, system := range []string{"windows/amd64", "darwin/arm64", "js/wasm"}[:scale.Of(3)] {
		t.Run(system, func(t *testing.T) {
			name, arch, _ := strings.Cut(system, "/")
			config := gopackages.Config{Env: append(os.Environ(), "GOOS="+name, "GOARCH="+arch, "CGO_ENABLED=0")}
			load := func(mode gopackages.LoadMode, patterns []string) (ours []string) {
				config.Mode = mode
				loaded, err := gopackages.Load(&config, patterns...)
				if err != nil {
					t.Fatal(err)
				}
				gopackages.Visit(loaded, nil, func(p *gopackages.Package) {
					if p.PkgPath == module || strings.HasPrefix(p.PkgPath, module+"/") {
						ours = append(ours, p.PkgPath)
					}
					for _, err := range p.Errors {
						t.Error(err)
					}
				})
				return ours
			}
			const program = module + "/cmd/luaflow"
			ours := load(gopackages.NeedName|gopackages.NeedImports|gopackages.NeedDeps, []string{program})
			if len(ours) < 50 {
				t.Fatalf("%d packages", len(ours))
			}
			// What is named is read whole, and of what that imports the declarations.
			load(gopackages.NeedName|gopackages.NeedFiles|gopackages.NeedCompiledGoFiles|gopackages.NeedImports|gopackages.NeedDeps|gopackages.NeedTypes|gopackages.NeedSyntax|gopackages.NeedTypesInfo|gopackages.NeedTypesSizes, ours)
		})
	}
}
