;;; scilit-eglot.el --- SciLit with Eglot -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Registers the server with Eglot, and sends it the commands' requests.

;;; Code:

(require 'eglot)
(require 'scilit-server)
(require 'scilit-edit)

(defclass scilit-eglot-connection (eglot-lsp-server) ()
  "The connection to SciLit; its class distinguishes it from other servers.")

(cl-defmethod eglot-initialization-options ((_server scilit-eglot-connection))
  "Return the user's settings."
  (or (scilit-server-settings) (cl-call-next-method)))

;; The server recognizes Eglot by its client name, which 1.9 and older do not send.
(cl-defmethod eglot-client-capabilities ((_server scilit-eglot-connection))
  "Return Eglot's capabilities, and state that texlab does not run."
  (plist-put (copy-sequence (cl-call-next-method)) :experimental '(:texlab :json-false)))

;; Eglot 1.9 and older send one language for all buffers of a server, but SciLit
;; handles LaTeX, Markdown and BibTeX at once.
(cl-defmethod eglot--language-id ((_server scilit-eglot-connection))
  "Return the language of the current buffer."
  (or (scilit-language) "latex"))

(defun scilit-eglot-contact (&rest _)
  "Return the class and command of the server for Eglot."
  (list 'scilit-eglot-connection (scilit-program)))

(defun scilit-eglot-setup ()
  "Register SciLit with Eglot for all modes of `scilit-languages'."
  (add-to-list 'eglot-server-programs
               (cons (mapcar #'car scilit-languages) #'scilit-eglot-contact)))

(defun scilit-eglot-server ()
  "Return the SciLit server that Eglot manages for the current buffer, or nil."
  (let ((server (eglot-current-server)))
    (when (cl-typep server 'scilit-eglot-connection)
      server)))

(add-hook 'scilit-server-functions #'scilit-eglot-server)

(cl-defmethod scilit-server-document ((_server scilit-eglot-connection))
  "Send unsent text; return Eglot's identifier of the current buffer."
  (eglot--signal-textDocument/didChange)
  (eglot--VersionedTextDocumentIdentifier))

(cl-defmethod scilit-server-position ((_server scilit-eglot-connection))
  "Return the position of point in the negotiated encoding."
  (scilit-get (eglot--TextDocumentPositionParams) :position))

(cl-defmethod scilit-server-apply ((_server scilit-eglot-connection) edit)
  "Apply EDIT.  Visit its files first, or else Eglot asks for confirmation."
  (mapc #'find-file-noselect (scilit-edited-files edit))
  (eglot--apply-workspace-edit edit nil))

(cl-defmethod eglot-handle-request
  ((server scilit-eglot-connection) (_method (eql workspace/applyEdit)) &key edit &allow-other-keys)
  "Apply EDIT, requested by SERVER, without Eglot's confirmation."
  (scilit-edit-answer server edit))

;; Eglot would also accept settings from an untrusted project's .dir-locals.el.
(cl-defmethod eglot-handle-request
  ((_server scilit-eglot-connection) (_method (eql workspace/configuration)) &key items)
  "Return the user's settings for each of ITEMS."
  (vconcat (mapcar (lambda (_item) (or (scilit-server-settings) #s(hash-table))) items)))

(cl-defmethod eglot-handle-notification
  ((_server scilit-eglot-connection) (_method (eql window/showMessage)) &key message &allow-other-keys)
  "Show MESSAGE, but unlike Eglot, not over a prompt."
  (scilit-told message))

;; Eglot 1.9 and older ignore progress, so a next method may be missing.
(cl-defmethod eglot-handle-notification
  ((_server scilit-eglot-connection) (_method (eql $/progress)) &key token value &allow-other-keys)
  "Pass VALUE to the command that waits for TOKEN, else to Eglot."
  (unless (scilit-heard token value)
    (ignore-errors (cl-call-next-method))))

;; Our completions add their entries to the .bib file with a command, but Eglot does
;; not run the commands of completions.
(defun scilit-eglot--completion (found)
  "Make completions FOUND by `eglot-completion-at-point' run their commands."
  (when (and (consp found) (scilit-eglot-server))
    (let ((done (plist-get (nthcdr 3 found) :exit-function)) (table (nth 2 found)))
      (setf (nth 2 found) (scilit-eglot--table table)
            (nthcdr 3 found)
            (plist-put (copy-sequence (nthcdr 3 found)) :exit-function
                       (lambda (chosen status)
                         (let ((item (scilit-eglot--item chosen table)))
                           (funcall done chosen status)
                           (when (memq status '(finished exact))
                             (scilit-eglot--run (scilit-get item :command)))))))))
  found)
(advice-add 'eglot-completion-at-point :filter-return #'scilit-eglot--completion)

;; The server matches words of authors and titles.  Inserted keys may lack them, so
;; the completion style must not filter.
(defun scilit-eglot--table (table)
  "Return TABLE with a completion category whose style accepts all candidates."
  (lambda (string predicate action)
    (let ((answer (funcall table string predicate action)))
      (if (eq action 'metadata)
          `(metadata (category . scilit-key)
                     ,@(cl-remove 'category (cdr answer) :key #'car))
        answer))))

(defun scilit-eglot--try (string table predicate point)
  "Complete STRING to the only candidate of TABLE and PREDICATE, else keep POINT."
  (let ((all (all-completions "" table predicate)))
    (cond ((null all) nil)
          ((equal all (list string)) t)
          ((cdr all) (cons string point))
          (t (cons (car all) (length (car all)))))))

(defun scilit-eglot--all (_string table predicate _point)
  "Return all candidates of TABLE that satisfy PREDICATE."
  (all-completions "" table predicate))

(add-to-list 'completion-styles-alist
             '(scilit-any scilit-eglot--try scilit-eglot--all "All candidates from the server."))
(add-to-list 'completion-category-defaults '(scilit-key (styles scilit-any)))

(defun scilit-eglot--item (chosen table)
  "Return the LSP completion item of the candidate CHOSEN from TABLE."
  (get-text-property 0 'eglot--lsp-item
                     (or (cl-find chosen (all-completions "" table) :test #'string=) chosen)))

(defun scilit-eglot--run (command)
  "Execute COMMAND of a completion item on the server; do nothing for nil."
  (when command
    (scilit-server-request (scilit-eglot-server) "workspace/executeCommand"
                           (list :command (scilit-get command :command)
                                 :arguments (scilit-get command :arguments))
                           #'ignore #'scilit-complain)))

(cl-defmethod scilit-server-restart ((server scilit-eglot-connection))
  "Restart SERVER."
  (eglot-reconnect server))

(provide 'scilit-eglot)
;;; scilit-eglot.el ends here
