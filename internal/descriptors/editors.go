package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/config"
)

// luaSettings returns the content of settings.lua in the Neovim plugin. Its annotations describe
// the settings to the Lua language server.
func luaSettings() string {
	var b strings.Builder
	b.WriteString("---@meta\n-- Written by `make generate` from config/all.go.\n")
	for _, table := range config.Tables() {
		if table.Name == "server" {
			continue
		}
		fmt.Fprintf(&b, "\n--- %s\n---@class scilit.Settings.%s\n", table.Help, table.Name)
		for _, s := range config.All() {
			if s.Table() == table.Name {
				b.WriteString(luaField(s))
			}
		}
	}
	b.WriteString("\n--- The settings of the server.\n---@class scilit.Settings\n")
	for _, name := range editorNames() {
		if s, ok := config.Find(name); ok {
			b.WriteString(luaField(s))
			continue
		}
		kind := "scilit.Settings." + name
		if name == "features" {
			kind += "|boolean|'auto'"
		}
		fmt.Fprintf(&b, "---@field %s? %s\n", name, kind)
	}
	return b.String()
}

// editorNames returns the top-level names in the settings of an editor: the names of tables, and of
// settings outside tables.
func editorNames() []string {
	return distinctNames(func(s config.Setting) string { return cmp.Or(s.Table(), s.Name) })
}

// distinctNames returns the names that nameOf gives the settings of editors, each once. It skips
// settings without a name.
func distinctNames(nameOf func(config.Setting) string) (names []string) {
	for _, s := range config.All() {
		if name := nameOf(s); name != "" && inEditors(s) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func luaField(s config.Setting) string {
	kind := map[config.Type]string{
		config.Text: "string", config.Integer: "integer", config.Number: "number", config.Boolean: "boolean",
		config.Toggle: "boolean|'auto'", config.Texts: "string[]", config.TextTable: "table<string, string>",
		config.TextsTable: "table<string, string[]>",
	}[s.Type]
	if s.Choices != nil {
		var values []string
		for _, c := range s.Choices {
			values = append(values, "'"+c.Value+"'")
		}
		kind = strings.Join(values, "|")
	}
	name := strings.TrimPrefix(s.Name, s.Table()+".")
	return fmt.Sprintf("---@field %s? %s %s\n", name, kind, s.Help)
}

// emacsSettings returns the content of scilit-settings.el in the Emacs package. It defines the
// customization type of the variable scilit-settings.
func emacsSettings() string {
	var b strings.Builder
	b.WriteString(`;;; scilit-settings.el --- The settings of scilit-lsp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Written by ` + "`make generate'" + ` from config/all.go.

;;; Code:

(defconst scilit-settings-type
  '(plist
    :key-type symbol
    :value-type sexp
    :options
    (`)
	for i, name := range editorNames() {
		if name == "indexes" { // Emacs users set this with the variable scilit-indexes
			continue
		}
		if i > 1 {
			b.WriteString("\n     ")
		}
		s, ok := config.Find(name)
		if !ok {
			fmt.Fprintf(&b, "(:%s (plist :options (%s)))", name, emacsTable(name))
			continue
		}
		fmt.Fprintf(&b, "(:%s %s)", name, emacsType(s))
	}
	b.WriteString(`))
  "The customization type of ` + "`scilit-settings'" + `.")

(provide 'scilit-settings)
;;; scilit-settings.el ends here
`)
	return b.String()
}

func emacsTable(name string) string {
	var options []string
	for _, s := range config.All() {
		if s.Table() == name {
			options = append(options, fmt.Sprintf("(:%s %s)", strings.TrimPrefix(s.Name, name+"."), emacsType(s)))
		}
	}
	return strings.Join(options, "\n"+strings.Repeat(" ", 7+len(":")+len(name)+len(" (plist :options ")))
}

func emacsType(s config.Setting) string {
	const boolean = `(const :tag "on" t) (const :tag "off" :json-false)`
	switch {
	case s.Choices != nil:
		var values []string
		for _, c := range s.Choices {
			values = append(values, fmt.Sprintf("(const %q)", c.Value))
		}
		return "(choice " + strings.Join(values, " ") + ")"
	case s.Type == config.Toggle:
		return `(choice (const "auto") ` + boolean + ")"
	}
	return map[config.Type]string{
		config.Text: "string", config.Integer: "integer", config.Number: "number", config.Boolean: "(choice " + boolean + ")",
		config.Texts: "(restricted-sexp :match-alternatives (vectorp))", config.TextTable: "plist",
		config.TextsTable: "plist",
	}[s.Type]
}
