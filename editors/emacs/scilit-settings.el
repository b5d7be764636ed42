;;; scilit-settings.el --- The settings of scilit-lsp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Written by `make generate' from config/all.go.

;;; Code:

(defconst scilit-settings-type
  '(plist
    :key-type symbol
    :value-type sexp
    :options
    ((:engine (choice (const "auto") (const "neural") (const "plain")))
     (:writer (choice (const "composer") (const "llm")))
     (:candidates integer)
     (:since integer)
     (:prefetch integer)
     (:prefer (choice (const "sentence") (const "mark")))
     (:otherLanguages (choice (const "sentence") (const "mark")))
     (:directive (choice (const "keep") (const "remove") (const "ask")))
     (:citeCommand string)
     (:referenceStyle (choice (const "apa") (const "ieee") (const "chicago-author-date") (const "mla") (const "vancouver")))
     (:keyPattern string)
     (:bibFile string)
     (:bibFolders (restricted-sexp :match-alternatives (vectorp)))
     (:texlab (choice (const "auto") (const "yes") (const "no")))
     (:models (restricted-sexp :match-alternatives (vectorp)))
     (:onnxruntime string)
     (:modelIdleMinutes integer)
     (:grobid string)
     (:features (plist :options ((:completion (choice (const "auto") (const :tag "on" t) (const :tag "off" :json-false)))
                                 (:definition (choice (const "auto") (const :tag "on" t) (const :tag "off" :json-false)))
                                 (:references (choice (const "auto") (const :tag "on" t) (const :tag "off" :json-false)))
                                 (:rename (choice (const "auto") (const :tag "on" t) (const :tag "off" :json-false)))
                                 (:highlights (choice (const "auto") (const :tag "on" t) (const :tag "off" :json-false)))
                                 (:symbols (choice (const "auto") (const :tag "on" t) (const :tag "off" :json-false)))
                                 (:links (choice (const "auto") (const :tag "on" t) (const :tag "off" :json-false))))))
     (:diagnostics (plist :options ((:keywords (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:undefinedKeys (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:duplicateKeys (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:duplicateWorks (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:disagreements (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:notFound (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:missingFields (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:malformed (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:encoding (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                    (:copied (choice (const :tag "on" t) (const :tag "off" :json-false))))))
     (:library (plist :options ((:bib (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                (:folders (restricted-sexp :match-alternatives (vectorp)))
                                (:zotero (choice (const :tag "on" t) (const :tag "off" :json-false)))
                                (:path string)
                                (:every integer))))
     (:online (plist :options ((:sources (restricted-sexp :match-alternatives (vectorp)))
                               (:email string)
                               (:ask (choice (const "each") (const "first") (const "never")))
                               (:keyEnv plist)
                               (:keyCommand plist))))
     (:ask (plist :options ((:topK integer)
                            (:minScore number))))
     (:llm (plist :options ((:url string)
                            (:model string)
                            (:keyEnv string)
                            (:keyCommand (restricted-sexp :match-alternatives (vectorp)))
                            (:context integer)
                            (:firstTokenTimeout integer)
                            (:timeout integer))))
     (:remote (plist :options ((:tokenEnv plist)
                               (:tokenCommand plist)
                               (:manuscript (restricted-sexp :match-alternatives (vectorp))))))
     (:network (plist :options ((:allow (restricted-sexp :match-alternatives (vectorp))))))))
  "The customization type of `scilit-settings'.")

(provide 'scilit-settings)
;;; scilit-settings.el ends here
