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

// packages maps package names to folders. These packages declare the types of the protocol's
// parameters and results.
var packages = map[string]string{"lsp": "lsp", "wire": "app/wire", "engine": "engine"}

// wirePackage is the folder of the package whose constants contain the names of the methods.
const wirePackage = "lsp/protocol"

// declarations contains the methods of the protocol and their types, as declared in Go.
type declarations struct {
	types   map[string]*typeDecl // types by qualified name, such as "wire.Quote"
	methods []method
}

// A typeDecl is the declaration of a type in one of the packages.
type typeDecl struct {
	in     string
	spec   *ast.TypeSpec
	doc    string
	values []string // values of the constants that have this type, if it is a string type
}

// A method is a method of the protocol. params and result are the qualified names of its types.
type method struct{ name, wire, params, result string }

// read parses the packages of the module in the folder root.
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

// parse parses the Go files in a folder, except tests.
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

// readValues adds the values of string constants to the declarations of their types.
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

// wiresOf returns the values of the constants in files, by name. They are the names of the
// protocol's methods.
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

// readMethods reads the protocol's methods from the cases of server.Request. In each case, the
// fourth argument of the call is the function that handles the method, as in answer(ctx, method,
// raw, s.questions.about).
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

// receiverOf returns the name of the type of x, which is either s, the server, or a field of it
// such as s.questions.
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

// nameOf returns the TypeScript name of a method, such as onlinePlan for "scilit/online/plan".
func nameOf(wire string) string {
	first, rest, nested := strings.Cut(strings.TrimPrefix(wire, "scilit/"), "/")
	if !nested {
		return first
	}
	return first + strings.ToUpper(rest[:1]) + rest[1:]
}

// functionsOf returns the declared methods, by receiver and name, such as "server.Request".
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

// typeName returns the name of a type. For a pointer, it returns the name of the type pointed to.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// nameIn returns the qualified name of the type that t denotes in the package name.
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
