package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// packages are those whose types the methods use, by name.
var packages = map[string]string{"lsp": "lsp", "app": "app", "engine": "engine"}

// Declarations are what Go says of the methods and their types.
type declarations struct {
	types   map[string]*declared // by package and name: "app.Quote"
	methods []method
}

// A declared type is of this package.
type declared struct {
	in     string
	spec   *ast.TypeSpec
	doc    string
	values []string // of the constants of a type of strings
}

// A method of the protocol takes params and returns result.
type method struct{ name, wire, params, result string }

// read parses the packages below root.
func read(root string) (*declarations, error) {
	d := &declarations{types: make(map[string]*declared)}
	files := make(map[string][]*ast.File)
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		paths, err := filepath.Glob(filepath.Join(root, packages[name], "*.go"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			files[name] = append(files[name], file)
		}
		d.readTypes(name, files[name])
		d.readValues(name, files[name])
	}
	return d, d.readMethods(files["lsp"])
}

func specsOf(files []*ast.File, kind token.Token, yield func(*ast.GenDecl, ast.Spec)) {
	for _, file := range files {
		for _, decl := range file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok || general.Tok != kind {
				continue
			}
			for _, spec := range general.Specs {
				yield(general, spec)
			}
		}
	}
}

func (d *declarations) readTypes(name string, files []*ast.File) {
	specsOf(files, token.TYPE, func(decl *ast.GenDecl, spec ast.Spec) {
		t := spec.(*ast.TypeSpec)
		d.types[name+"."+t.Name.Name] = &declared{in: name, spec: t, doc: textOf(decl.Doc)}
	})
}

// readValues gathers the constants that are declared with a type.
func (d *declarations) readValues(name string, files []*ast.File) {
	specsOf(files, token.CONST, func(_ *ast.GenDecl, spec ast.Spec) {
		c := spec.(*ast.ValueSpec)
		of, ok := c.Type.(*ast.Ident)
		if !ok || len(c.Values) != 1 || d.types[name+"."+of.Name] == nil {
			return
		}
		if value, ok := c.Values[0].(*ast.BasicLit); ok && value.Kind == token.STRING {
			t := d.types[name+"."+of.Name]
			t.values = append(t.values, strings.ReplaceAll(value.Value, `"`, "'"))
		}
	})
}

// readMethods reads the cases of server.Request, each of which calls the function that
// answers a method.
func (d *declarations) readMethods(files []*ast.File) error {
	functions, wires := functionsOf(files), make(map[string]string)
	specsOf(files, token.CONST, func(_ *ast.GenDecl, spec ast.Spec) {
		if c := spec.(*ast.ValueSpec); len(c.Values) == 1 {
			if value, ok := c.Values[0].(*ast.BasicLit); ok {
				wires[c.Names[0].Name] = strings.Trim(value.Value, `"`)
			}
		}
	})
	request := functions["Request"]
	if request == nil {
		return fmt.Errorf("package lsp has no method Request")
	}
	ast.Inspect(request, func(n ast.Node) bool {
		clause, ok := n.(*ast.CaseClause)
		if !ok || len(clause.List) != 1 {
			return true
		}
		call := clause.Body[0].(*ast.ReturnStmt).Results[0].(*ast.CallExpr)
		does := functions[call.Args[3].(*ast.SelectorExpr).Sel.Name].Type
		wire := wires[clause.List[0].(*ast.Ident).Name]
		d.methods = append(d.methods, method{
			name: nameOf(wire), wire: wire,
			params: nameIn("lsp", does.Params.List[1].Type), result: nameIn("lsp", does.Results.List[0].Type),
		})
		return false
	})
	return nil
}

// nameOf is a method's name in TypeScript: "scilit/online/plan" is onlinePlan.
func nameOf(wire string) string {
	first, rest, nested := strings.Cut(strings.TrimPrefix(wire, "scilit/"), "/")
	if !nested {
		return first
	}
	return first + strings.ToUpper(rest[:1]) + rest[1:]
}

func functionsOf(files []*ast.File) map[string]*ast.FuncDecl {
	functions := make(map[string]*ast.FuncDecl)
	for _, file := range files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				functions[f.Name.Name] = f
			}
		}
	}
	return functions
}

// nameIn is the package and name of a type that is written in a package.
func nameIn(name string, t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return nameIn(name, t.X)
	case *ast.SelectorExpr:
		return t.X.(*ast.Ident).Name + "." + t.Sel.Name
	case *ast.Ident:
		return name + "." + t.Name
	}
	return ""
}

func textOf(groups ...*ast.CommentGroup) string {
	for _, group := range groups {
		if group != nil {
			return strings.Join(strings.Fields(group.Text()), " ")
		}
	}
	return ""
}
