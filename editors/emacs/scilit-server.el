;;; scilit-server.el --- Interface between commands and servers -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Generic functions through which commands use a server.  Each client implements
;; them in its file: `scilit-eglot', `scilit-lsp-mode', and `scilit-own' for
;; buffers that neither manages.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)
(require 'url-util)
(require 'scilit-settings)

(defgroup scilit nil
  "Cite while you write."
  :group 'tex
  :group 'bib
  :prefix "scilit-")

(defcustom scilit-program "scilit-lsp"
  "The server's program: a name on the PATH, or a file name."
  :type 'string
  :risky t)

(defcustom scilit-indexes nil
  "Folders of corpora, searched together.
If nil, the folders in scilit.toml or in the environment variable
SCILIT_INDEX are used.  `scilit-add-corpus' adds to this list."
  :type '(repeat directory)
  :risky t)

(defcustom scilit-settings nil
  "Other server settings, named as in docs/settings.md.
An example is (:engine \"plain\" :citeCommand \"parencite\").  Use
`scilit-restart' to apply a change."
  :type scilit-settings-type
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
  "Return the LSP language of the current buffer, nil if it is not supported."
  (cdr (cl-find-if (lambda (language) (derived-mode-p (car language))) scilit-languages)))

(defconst scilit-server--built
  (when load-file-name
    (expand-file-name "../../bin/scilit-lsp" (file-name-directory (file-truename load-file-name))))
  "The program installed by `make build' in this package's repository.")

(defun scilit-program ()
  "Return the server's program; signal an error if it is missing."
  (or (executable-find scilit-program)
      (and (equal scilit-program "scilit-lsp") scilit-server--built
           (executable-find scilit-server--built))
      (user-error "The program %s was not found: put it on the PATH, or set `scilit-program' to its location"
                  scilit-program)))

(defun scilit-server-settings ()
  "Return the user's settings in the server's format."
  (append (when scilit-indexes
            (list :indexes (vconcat (mapcar #'expand-file-name scilit-indexes))))
          scilit-settings))

;; Client methods.

(defvar scilit-server-functions '(scilit-own-server)
  "Functions that return the server of the current buffer, or nil.
The first non-nil result is used.  Clients that already manage the buffer
come first.")

(cl-defgeneric scilit-server-request (server method params done failed)
  "Send SERVER a request, asynchronously.
METHOD is a string, PARAMS a property list.  DONE is called with the
result, FAILED with an error message.")

(cl-defmethod scilit-server-request ((server jsonrpc-connection) method params done failed)
  "Send SERVER a request METHOD with PARAMS; call DONE or FAILED."
  (jsonrpc-async-request server (intern (concat ":" method)) params :timeout nil
                         :success-fn done
                         :error-fn (lambda (err) (funcall failed (plist-get err :message)))))

(cl-defgeneric scilit-server-notify (server method params)
  "Send SERVER a notification METHOD with PARAMS.")

(cl-defmethod scilit-server-notify ((server jsonrpc-connection) method params)
  "Send SERVER a notification METHOD with PARAMS."
  (jsonrpc-notify server (intern (concat ":" method)) params))

(defvar scilit-hearers nil "An alist from tokens to handlers of partial results.")

(defun scilit-hear (token hear)
  "Call HEAR with each partial result for TOKEN; remove the handler if nil."
  (setf (alist-get token scilit-hearers nil t #'equal) hear))

(defun scilit-heard (token value)
  "Pass VALUE to the handler of TOKEN; return nil if it has none."
  (scilit--note-growth token value)
  (when-let ((hear (alist-get token scilit-hearers nil nil #'equal)))
    (funcall hear value)
    t))

(defvar scilit-growing nil "Progress tokens of the corpora being grown, for `scilit-cancel-growth'.")

(defun scilit--note-growth (token value)
  "Remember TOKEN while VALUE, its progress, is that of a growing corpus."
  (pcase (scilit-get value :kind)
    ("begin" (when (string-search "corpus" (or (scilit-get value :title) ""))
               (push token scilit-growing)))
    ("end" (setq scilit-growing (delete token scilit-growing)))))

(cl-defgeneric scilit-server-document (server)
  "Send SERVER unsent text; return the current buffer's :uri and :version.")

(cl-defgeneric scilit-server-position (server)
  "Return the position of point in the encoding of SERVER.")

(cl-defgeneric scilit-server-apply (server edit)
  "Apply EDIT, a workspace edit from SERVER.")

(cl-defgeneric scilit-server-forget (_server)
  "Revert `scilit-server-document' for the current buffer."
  nil)

(cl-defgeneric scilit-server-restart (server)
  "Restart SERVER with the current settings.")

(defun scilit-server ()
  "Return the server of the current buffer; start it if necessary."
  (unless buffer-file-name
    (user-error "The server works on files: save this buffer first"))
  (unless (scilit-language)
    (user-error "SciLit does not support this mode: switch to a LaTeX, Markdown, Org or Typst buffer"))
  (run-hook-with-args-until-success 'scilit-server-functions))

;; Clients decode JSON objects into different types.

(defun scilit-get (object &rest keys)
  "Return the value at the path KEYS, such as :textDocument, in OBJECT.
OBJECT is a property list or a hash table, depending on the client."
  (dolist (key keys object)
    (setq object (if (hash-table-p object)
                     (gethash (substring (symbol-name key) 1) object)
                   (plist-get object key)))))

(defun scilit-list (array)
  "Return ARRAY as a list, empty for null."
  (append (unless (eq array :json-null) array) nil))

(defun scilit-path (uri)
  "Return the file name of URI."
  (let ((path (decode-coding-string (url-unhex-string (string-remove-prefix "file://" uri)) 'utf-8)))
    (if (eq system-type 'windows-nt) (string-remove-prefix "/" path) path)))

(defun scilit-uri (path)
  "Return the URI of the file PATH."
  (let ((path (expand-file-name path)))
    (concat "file://" (if (eq system-type 'windows-nt) "/" "")
            (url-hexify-string path (append '(?/) url-unreserved-chars nil)))))

(defun scilit-edited-files (edit)
  "Return the files in the workspace edit EDIT."
  (delq nil (mapcar (lambda (change)
                      (when-let ((uri (scilit-get change :textDocument :uri)))
                        (scilit-path uri)))
                    (scilit-list (scilit-get edit :documentChanges)))))

;; Requests.

(cl-defstruct scilit-place
  "The position of a command in one version of a buffer.
TICK is the version, or nil to accept any."
  server buffer tick document position)

(defun scilit-place ()
  "Return the place at point."
  (let ((server (scilit-server)))
    (make-scilit-place :server server :buffer (current-buffer)
                       :tick (buffer-chars-modified-tick)
                       :document (scilit-server-document server)
                       :position (scilit-server-position server))))

(defun scilit-place-spot (place)
  "Return the request parameters of PLACE."
  (list :textDocument (scilit-place-document place) :position (scilit-place-position place)))

(defun scilit-place-check (place)
  "Signal an error if the text has changed since PLACE."
  (unless (memq (scilit-place-tick place)
                (list nil (buffer-chars-modified-tick (scilit-place-buffer place))))
    (user-error "The text has changed: repeat the command")))

(defun scilit-request (place method params done &optional failed)
  "Send the server of PLACE a request, asynchronously.
METHOD is a string; PARAMS follow the parameters of PLACE.  DONE is
called in its buffer with the result, unless the text has changed.
FAILED is called with an error message; if nil, the message is shown."
  (scilit-server-request
   (scilit-place-server place) method (append (scilit-place-spot place) params)
   (lambda (answer) (scilit--later place done answer))
   (lambda (message) (scilit--later place (or failed #'scilit-complain) message))))

(defun scilit--later (place do answer)
  "Call DO with ANSWER at PLACE after pending input is processed.
Responses may arrive at any time, even inside other commands."
  (run-at-time (if (input-pending-p) 0.05 0) nil
               (if (input-pending-p) #'scilit--later #'scilit--now) place do answer))

(defun scilit--now (place do answer)
  "Call DO with ANSWER at PLACE, unless its buffer was killed.
Allow quitting, which timers inhibit, since DO may prompt the user."
  (when (buffer-live-p (scilit-place-buffer place))
    (with-local-quit
      (condition-case err
          (with-current-buffer (scilit-place-buffer place)
            (scilit-place-check place)
            (funcall do answer))
        (error (scilit-complain (error-message-string err)))))))

(defun scilit-complain (text)
  "Show TEXT, an error message."
  (message "SciLit: %s" (string-remove-prefix "SciLit: " text)))

(defvar scilit-asking nil
  "Non-nil while a prompt is shown that a message would hide.")

(defun scilit-told (text)
  "Show TEXT, an unsolicited message from the server.
During a prompt, only log it to the *Messages* buffer."
  (let ((inhibit-message (or scilit-asking (active-minibuffer-window))))
    (message "%s" text)))

(defun scilit-restart ()
  "Restart the server of this buffer with the current settings."
  (interactive)
  (scilit-server-restart (scilit-server)))

(provide 'scilit-server)
;;; scilit-server.el ends here
