package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// packages maps the names of the packages that declare the methods' types to their paths.
var packages = map[string]string{"lsp": "lsp", "wire": "app/wire", "engine": "engine"}

// wirePackage declares the constants with the methods' names.
const wirePackage = "lsp/protocol"

// declarations holds the methods and their types as declared in Go.
type declarations struct {
	types   map[string]*typeDecl // types keyed by qualified name, such as "wire.Quote"
	methods []method
}

// A typeDecl is a type declared in one of the packages.
type typeDecl struct {
	in     string
	spec   *ast.TypeSpec
	doc    string
	values []string // values of the constants of a string type
}

// A method of the protocol takes params and returns result.
type method struct{ name, wire, params, result string }

// read parses the packages under root.
func read(root string) (*declarations, error) {
	d := &declarations{types: make(map[string]*typeDecl)}
	files := make(map[string][]*ast.File)
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		var err error
		if files[name], err = parse(filepath.Join(root, packages[name])); err != nil {
			return nil, err
		}
		d.readTypes(name, files[name])
		d.readValues(name, files[name])
	}
	wires, err := parse(filepath.Join(root, wirePackage))
	if err != nil {
		return nil, err
	}
	return d, d.readMethods(files["lsp"], wiresOf(wires))
}

// parse returns the files of a folder, except tests.
func parse(folder string) (files []*ast.File, err error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
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
		files = append(files, file)
	}
	return files, nil
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
		d.types[name+"."+t.Name.Name] = &typeDecl{in: name, spec: t, doc: textOf(decl.Doc)}
	})
}

// readValues collects the string constants with a declared type.
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

// wiresOf returns the literal constants of files by name.
func wiresOf(files []*ast.File) map[string]string {
	wires := make(map[string]string)
	specsOf(files, token.CONST, func(_ *ast.GenDecl, spec ast.Spec) {
		if c := spec.(*ast.ValueSpec); len(c.Values) == 1 {
			if value, ok := c.Values[0].(*ast.BasicLit); ok {
				wires[c.Names[0].Name] = strings.Trim(value.Value, `"`)
			}
		}
	})
	return wires
}

// readMethods reads the cases of server.Request. Each passes the handler as the fourth argument, as
// in answer(ctx, method, raw, s.questions.about).
func (d *declarations) readMethods(files []*ast.File, wires map[string]string) error {
	functions := functionsOf(files)
	request := functions["server.Request"]
	if request == nil {
		return fmt.Errorf("package lsp has no method server.Request")
	}
	var err error
	ast.Inspect(request, func(n ast.Node) bool {
		clause, ok := n.(*ast.CaseClause)
		if !ok || len(clause.List) != 1 {
			return true
		}
		call := clause.Body[0].(*ast.ReturnStmt).Results[0].(*ast.CallExpr)
		handler := call.Args[3].(*ast.SelectorExpr)
		does := functions[d.receiverOf(handler.X)+"."+handler.Sel.Name]
		if does == nil {
			err = errors.Join(err, fmt.Errorf("package lsp: no method %s of a part of server", handler.Sel.Name))
			return false
		}
		wire := wires[clause.List[0].(*ast.SelectorExpr).Sel.Name]
		d.methods = append(d.methods, method{
			name: nameOf(wire), wire: wire,
			params: nameIn("lsp", does.Type.Params.List[1].Type), result: nameIn("lsp", does.Type.Results.List[0].Type),
		})
		return false
	})
	return err
}

// receiverOf returns the type of s, the server, or of one of its fields, such as s.questions.
func (d *declarations) receiverOf(x ast.Expr) string {
	field, ok := x.(*ast.SelectorExpr)
	if !ok {
		return "server"
	}
	for _, f := range d.types["lsp.server"].spec.Type.(*ast.StructType).Fields.List {
		for _, name := range f.Names {
			if name.Name == field.Sel.Name {
				return typeName(f.Type)
			}
		}
	}
	return ""
}

// nameOf returns a method's name in TypeScript, such as onlinePlan for "scilit/online/plan".
func nameOf(wire string) string {
	first, rest, nested := strings.Cut(strings.TrimPrefix(wire, "scilit/"), "/")
	if !nested {
		return first
	}
	return first + strings.ToUpper(rest[:1]) + rest[1:]
}

// functionsOf returns the methods by receiver and name, such as "server.Request".
func functionsOf(files []*ast.File) map[string]*ast.FuncDecl {
	functions := make(map[string]*ast.FuncDecl)
	for _, file := range files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
				functions[typeName(f.Recv.List[0].Type)+"."+f.Name.Name] = f
			}
		}
	}
	return functions
}

// typeName returns the name of a type, or of the type that it points to.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// nameIn returns the qualified name of a type as written in package name.
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
