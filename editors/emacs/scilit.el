;;; scilit.el --- Cite while you write -*- lexical-binding: t -*-

;; Author: the scilit-lsp authors
;; URL: https://github.com/scilit-lsp/scilit-lsp
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tex, bib, wp
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Finds papers to cite at point, in LaTeX, Markdown, Org and Typst, and inserts the
;; citing sentence and its .bib entry.  Every reference comes from a record in a
;; corpus on your disk.
;;
;; `scilit-suggest-citation' needs only the program scilit-lsp on the PATH.
;; `scilit-setup' binds keys and can register the server with Eglot or lsp-mode,
;; which add hovers, key completion and diagnostics.

;;; Code:

(require 'easymenu)
(require 'scilit-server)
(require 'scilit-own)
(require 'scilit-cite)
(require 'scilit-ask)
(require 'scilit-corpus)
(require 'scilit-online)
(require 'scilit-undo)

(defvar scilit-command-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key . ,command)
                   '(("c" . scilit-suggest-citation) ("m" . scilit-insert-mark)
                     ("i" . scilit-cite-by-name) ("o" . scilit-search-online) ("n" . scilit-add-identifier)
                     ("t" . scilit-suggest-by-text) ("u" . scilit-undo)
                     ("r" . scilit-rewrite) ("w" . scilit-related-work) ("h" . scilit-show-highlights)
                     ("e" . scilit-explain) ("q" . scilit-ask)
                     ("l" . scilit-uncited) ("k" . scilit-check) ("y" . scilit-copy-reference) ("a" . scilit-add-corpus)
                     ("g" . scilit-grow-corpus) ("p" . scilit-published-since)
                     ("s" . scilit-status) ("d" . scilit-doctor)))
      (define-key map (kbd key) command))
    map)
  "Keymap for the commands after the prefix key of `scilit-mode'.")
(fset 'scilit-command-map scilit-command-map)

(defvar scilit-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c +") 'scilit-command-map)
    map)
  "Keymap for `scilit-mode'.")

(easy-menu-define nil scilit-mode-map "Menu of `scilit-mode'."
  '("SciLit"
    ["Suggest Citation" scilit-suggest-citation]
    ["Insert Citation Mark Only" scilit-insert-mark]
    ["Cite by Identifier or Title..." scilit-cite-by-name]
    ["Search Online..." scilit-search-online]
    ["Add by Identifier..." scilit-add-identifier]
    ["Suggest Citation for Other Text..." scilit-suggest-by-text]
    ["Undo Citation" scilit-undo]
    ["Rewrite with Other Keywords" scilit-rewrite]
    ["Write Related Work" scilit-related-work]
    ["Show Highlights" scilit-show-highlights]
    ["Explain Citation" scilit-explain]
    ["Ask Papers..." scilit-ask]
    ["Copy Reference" scilit-copy-reference]
    ["List Uncited Entries" scilit-uncited]
    ["List New Papers for This Manuscript" scilit-published-since]
    ["Check References" scilit-check]
    "---"
    ["Build a Corpus from This Bibliography" scilit-grow-corpus]
    ["Index Papers" scilit-add-corpus]
    ["Status" scilit-status]
    ["Doctor" scilit-doctor]))

;;;###autoload
(define-minor-mode scilit-mode
  "Minor mode with keys and a menu for citing while you write.
\\{scilit-mode-map}"
  :lighter nil)

;;;###autoload
(defun scilit-setup (&rest clients)
  "Turn on `scilit-mode' in manuscripts, and register the server with CLIENTS.
CLIENTS can be `eglot' and `lsp-mode'.  Eglot runs one server per buffer,
so SciLit replaces texlab there; `lsp-mode' runs both.  Without clients,
the commands start a separate server next to any other."
  (dolist (hook '(tex-mode-hook TeX-mode-hook markdown-mode-hook org-mode-hook typst-ts-mode-hook typst-mode-hook))
    (add-hook hook #'scilit-mode))
  (dolist (client clients)
    (pcase client
      ('eglot (with-eval-after-load 'eglot (require 'scilit-eglot) (scilit-eglot-setup)))
      ('lsp-mode (with-eval-after-load 'lsp-mode (require 'scilit-lsp-mode) (scilit-lsp-mode-setup)))
      (_ (error "SciLit supports the clients eglot and lsp-mode, not %s" client)))))

(declare-function scilit-eglot-setup "scilit-eglot")
(declare-function scilit-lsp-mode-setup "scilit-lsp-mode")

(provide 'scilit)
;;; scilit.el ends here
