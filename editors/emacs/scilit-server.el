;;; scilit-server.el --- The server that answers for a buffer -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Commands know servers by the generic functions of this file.  Each client
;; has a file with their methods: `scilit-eglot', `scilit-lsp-mode', and
;; `scilit-own' for buffers that another server has.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)
(require 'url-util)

(defgroup scilit nil
  "Cite while you write."
  :group 'tex
  :group 'bib
  :prefix "scilit-")

(defcustom scilit-program "scilit-lsp"
  "The server's program: a name that is looked for, or a file."
  :type 'string
  :risky t)

(defcustom scilit-indexes nil
  "Folders of corpora, searched together.
Where this is nil, those of scilit.toml or of the environment variable
SCILIT_INDEX.  `scilit-add-corpus' adds to it."
  :type '(repeat directory)
  :risky t)

(defcustom scilit-settings nil
  "Other settings of the server, by the names that its README gives them.
For example (:engine \"plain\" :citeCommand \"parencite\").  After a
change, `scilit-restart' brings it into force."
  :type '(plist :key-type symbol :value-type sexp)
  :risky t)

(defconst scilit-languages
  '((latex-mode . "latex") (LaTeX-mode . "latex") (tex-mode . "latex")
    (plain-tex-mode . "latex") (TeX-mode . "latex")
    (markdown-mode . "markdown") (gfm-mode . "markdown")
    (markdown-ts-mode . "markdown")
    (org-mode . "org") (typst-ts-mode . "typst") (typst-mode . "typst")
    (bibtex-mode . "bibtex") (BibTeX-mode . "bibtex"))
  "The major modes of manuscripts and bibliographies, with their languages.")

(defun scilit-language ()
  "The language of the current buffer, nil where it is none of ours."
  (cdr (cl-find-if (lambda (language) (derived-mode-p (car language))) scilit-languages)))

(defconst scilit-server--built
  (when load-file-name
    (expand-file-name "../../bin/scilit-lsp" (file-name-directory (file-truename load-file-name))))
  "The program that is built in the repository which this package is in.")

(defun scilit-program ()
  "The server's program, or an error with a way out."
  (or (executable-find scilit-program)
      (and (equal scilit-program "scilit-lsp") scilit-server--built
           (executable-find scilit-server--built))
      (user-error "There is no program %s: put it on the PATH, or name it in `scilit-program'"
                  scilit-program)))

(defun scilit-server-settings ()
  "The settings that the user made, as the server takes them."
  (append (when scilit-indexes
            (list :indexes (vconcat (mapcar #'expand-file-name scilit-indexes))))
          scilit-settings))

;; What a client has to do.

(defvar scilit-server-functions '(scilit-own-server)
  "Functions that find the server of the current buffer.
The first that returns one counts; the first of all are those of clients
that manage the buffer anyway.")

(cl-defgeneric scilit-server-request (server method params done failed)
  "Send SERVER a request, and return at once.
METHOD is a string, PARAMS a property list.  DONE is called with the
answer, FAILED with a message.")

(cl-defmethod scilit-server-request ((server jsonrpc-connection) method params done failed)
  "Send SERVER a request METHOD with PARAMS; call DONE or FAILED."
  (jsonrpc-async-request server (intern (concat ":" method)) params :timeout nil
                         :success-fn done
                         :error-fn (lambda (err) (funcall failed (plist-get err :message)))))

(cl-defgeneric scilit-server-notify (server method params)
  "Send SERVER a notification METHOD with PARAMS, which has no answer.")

(cl-defmethod scilit-server-notify ((server jsonrpc-connection) method params)
  "Send SERVER a notification METHOD with PARAMS."
  (jsonrpc-notify server (intern (concat ":" method)) params))

(defvar scilit-hearers nil "Functions that hear partial results, by token.")

(defun scilit-hear (token hear)
  "Have HEAR called with each partial result for TOKEN; nil hears no more."
  (setf (alist-get token scilit-hearers nil t #'equal) hear))

(defun scilit-heard (token value)
  "Tell VALUE, which is for TOKEN, to who hears it; nil where that is not us."
  (when-let ((hear (alist-get token scilit-hearers nil nil #'equal)))
    (funcall hear value)
    t))

(cl-defgeneric scilit-server-document (server)
  "Tell SERVER what was typed; return the current buffer's :uri and :version.")

(cl-defgeneric scilit-server-position (server)
  "The position of point, as SERVER counts.")

(cl-defgeneric scilit-server-apply (server edit)
  "Apply EDIT, a workspace edit that SERVER made.")

(cl-defgeneric scilit-server-forget (_server)
  "End what `scilit-server-document' told of the current buffer."
  nil)

(cl-defgeneric scilit-server-restart (server)
  "Start SERVER again, with the settings that are in force now.")

(defun scilit-server ()
  "The server of the current buffer; started where there is none."
  (unless buffer-file-name
    (user-error "The server knows files: save this buffer first"))
  (unless (scilit-language)
    (user-error "SciLit cites in LaTeX and Markdown: go to such a buffer first"))
  (run-hook-with-args-until-success 'scilit-server-functions))

;; What clients decode objects into differs.

(defun scilit-get (object &rest keys)
  "Follow KEYS, such as :textDocument, into OBJECT.
It is a property list or a hash table, as the client decodes JSON."
  (dolist (key keys object)
    (setq object (if (hash-table-p object)
                     (gethash (substring (symbol-name key) 1) object)
                   (plist-get object key)))))

(defun scilit-list (array)
  "ARRAY as a list, empty for null."
  (append (unless (eq array :json-null) array) nil))

(defun scilit-path (uri)
  "The file that URI names."
  (let ((path (decode-coding-string (url-unhex-string (string-remove-prefix "file://" uri)) 'utf-8)))
    (if (eq system-type 'windows-nt) (string-remove-prefix "/" path) path)))

(defun scilit-uri (path)
  "The URI of the file PATH."
  (let ((path (expand-file-name path)))
    (concat "file://" (if (eq system-type 'windows-nt) "/" "")
            (url-hexify-string path (append '(?/) url-unreserved-chars nil)))))

(defun scilit-edited-files (edit)
  "The files that EDIT, a workspace edit, writes into."
  (delq nil (mapcar (lambda (change)
                      (when-let ((uri (scilit-get change :textDocument :uri)))
                        (scilit-path uri)))
                    (scilit-list (scilit-get edit :documentChanges)))))

;; Asking.

(cl-defstruct scilit-place
  "Where a command was called, in one version of a buffer.
TICK is nil where any version will do."
  server buffer tick document position)

(defun scilit-place ()
  "The place at point."
  (let ((server (scilit-server)))
    (make-scilit-place :server server :buffer (current-buffer)
                       :tick (buffer-chars-modified-tick)
                       :document (scilit-server-document server)
                       :position (scilit-server-position server))))

(defun scilit-place-spot (place)
  "The parameters that name PLACE in a request."
  (list :textDocument (scilit-place-document place) :position (scilit-place-position place)))

(defun scilit-place-check (place)
  "Signal an error if the user went on writing behind PLACE."
  (unless (memq (scilit-place-tick place)
                (list nil (buffer-chars-modified-tick (scilit-place-buffer place))))
    (user-error "The text changed meanwhile: ask again")))

(defun scilit-request (place method params done &optional failed)
  "Ask the server of PLACE, and return at once.
METHOD is a string, PARAMS come behind the place's own.  DONE is called
in its buffer with the answer, unless the text changed meanwhile; FAILED
with a message, which is shown where FAILED is nil."
  (scilit-server-request
   (scilit-place-server place) method (append (scilit-place-spot place) params)
   (lambda (answer) (scilit--later place done answer))
   (lambda (message) (scilit--later place (or failed #'scilit-complain) message))))

(defun scilit--later (place do answer)
  "Call DO with ANSWER at PLACE, once the keys that were typed are handled.
Answers come at any moment, also inside other commands."
  (run-at-time (if (input-pending-p) 0.05 0) nil
               (if (input-pending-p) #'scilit--later #'scilit--now) place do answer))

(defun scilit--now (place do answer)
  "Call DO with ANSWER at PLACE, unless its buffer was killed.
Timers suppress quitting, but DO may ask the user."
  (when (buffer-live-p (scilit-place-buffer place))
    (with-local-quit
      (condition-case err
          (with-current-buffer (scilit-place-buffer place)
            (scilit-place-check place)
            (funcall do answer))
        (error (scilit-complain (error-message-string err)))))))

(defun scilit-complain (text)
  "Tell TEXT, about what failed."
  (message "SciLit: %s" (string-remove-prefix "SciLit: " text)))

(defvar scilit-asking nil
  "Whether the user is asked something that a message would hide.")

(defun scilit-told (text)
  "Show TEXT, which was not asked for.
While the user answers a question it goes into *Messages* alone."
  (let ((inhibit-message (or scilit-asking (active-minibuffer-window))))
    (message "%s" text)))

(defun scilit-restart ()
  "Start the server of this buffer again, with the settings as they are now."
  (interactive)
  (scilit-server-restart (scilit-server)))

(provide 'scilit-server)
;;; scilit-server.el ends here
