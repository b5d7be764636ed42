;;; scilit-eglot.el --- SciLit by Eglot -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Registers the server with Eglot, and asks it where Eglot runs it.

;;; Code:

(require 'eglot)
(require 'scilit-server)
(require 'scilit-edit)

(defclass scilit-eglot-connection (eglot-lsp-server) ()
  "Our server, told from others by its class.")

(cl-defmethod eglot-initialization-options ((_server scilit-eglot-connection))
  "The user's settings."
  (or (scilit-server-settings) (cl-call-next-method)))

;; The server knows Eglot by its name, too, but 1.9 and older send none.
(cl-defmethod eglot-client-capabilities ((_server scilit-eglot-connection))
  "Capabilities of Eglot, and that there is no texlab."
  (plist-put (copy-sequence (cl-call-next-method)) :experimental '(:texlab :json-false)))

;; Eglot 1.9 and older tell a server one language for all its buffers, but ours
;; has LaTeX, Markdown and BibTeX at once.
(cl-defmethod eglot--language-id ((_server scilit-eglot-connection))
  "The language of the current buffer."
  (or (scilit-language) "latex"))

(defun scilit-eglot-contact (&rest _)
  "What Eglot has to start, found out when it does."
  (list 'scilit-eglot-connection (scilit-program)))

(defun scilit-eglot-setup ()
  "Make Eglot start SciLit in LaTeX, Markdown and BibTeX."
  (add-to-list 'eglot-server-programs
               (cons (mapcar #'car scilit-languages) #'scilit-eglot-contact)))

(defun scilit-eglot-server ()
  "Our server, if Eglot has it for the current buffer."
  (let ((server (eglot-current-server)))
    (when (cl-typep server 'scilit-eglot-connection)
      server)))

(add-hook 'scilit-server-functions #'scilit-eglot-server)

(cl-defmethod scilit-server-document ((_server scilit-eglot-connection))
  "Eglot's name of the current buffer, once it sent what was typed."
  (eglot--signal-textDocument/didChange)
  (eglot--VersionedTextDocumentIdentifier))

(cl-defmethod scilit-server-position ((_server scilit-eglot-connection))
  "The position of point in the encoding that was negotiated."
  (scilit-get (eglot--TextDocumentPositionParams) :position))

(cl-defmethod scilit-server-apply ((_server scilit-eglot-connection) edit)
  "Apply EDIT.  Eglot asks before it edits what is not visited."
  (mapc #'find-file-noselect (scilit-edited-files edit))
  (eglot--apply-workspace-edit edit nil))

(cl-defmethod eglot-handle-request
  ((server scilit-eglot-connection) (_method (eql workspace/applyEdit)) &key edit &allow-other-keys)
  "Apply EDIT, which SERVER asks for; Eglot would ask the user first."
  (scilit-edit-answer server edit))

;; Eglot would take them from a project's .dir-locals.el without a word.
(cl-defmethod eglot-handle-request
  ((_server scilit-eglot-connection) (_method (eql workspace/configuration)) &key items)
  "The user's settings, for each of ITEMS."
  (vconcat (mapcar (lambda (_item) (or (scilit-server-settings) #s(hash-table))) items)))

(cl-defmethod eglot-handle-notification
  ((_server scilit-eglot-connection) (_method (eql window/showMessage)) &key message &allow-other-keys)
  "Show MESSAGE; Eglot would let it hide a question."
  (scilit-told message))

;; Eglot 1.9 and older take no progress, so that there may be no next method.
(cl-defmethod eglot-handle-notification
  ((_server scilit-eglot-connection) (_method (eql $/progress)) &key token value &allow-other-keys)
  "Tell VALUE for TOKEN to a command of ours that waits for it."
  (unless (scilit-heard token value)
    (ignore-errors (cl-call-next-method))))

;; A completion of ours brings its entry into the .bib by a command, and Eglot
;; runs no commands of completions.
(defun scilit-eglot--completion (found)
  "Make what was FOUND by `eglot-completion-at-point' run commands, too."
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

;; The server finds by words of authors and titles, which the keys that are
;; inserted need not have.
(defun scilit-eglot--table (table)
  "TABLE, as one of which each candidate fits."
  (lambda (string predicate action)
    (let ((answer (funcall table string predicate action)))
      (if (eq action 'metadata)
          `(metadata (category . scilit-key)
                     ,@(cl-remove 'category (cdr answer) :key #'car))
        answer))))

(defun scilit-eglot--try (string table predicate point)
  "Complete STRING with the one candidate of TABLE and PREDICATE, else leave POINT."
  (let ((all (all-completions "" table predicate)))
    (cond ((null all) nil)
          ((equal all (list string)) t)
          ((cdr all) (cons string point))
          (t (cons (car all) (length (car all)))))))

(defun scilit-eglot--all (_string table predicate _point)
  "All candidates of TABLE and PREDICATE."
  (all-completions "" table predicate))

(add-to-list 'completion-styles-alist
             '(scilit-any scilit-eglot--try scilit-eglot--all "Whatever the server offers."))
(add-to-list 'completion-category-defaults '(scilit-key (styles scilit-any)))

(defun scilit-eglot--item (chosen table)
  "The item of the candidate CHOSEN from TABLE."
  (get-text-property 0 'eglot--lsp-item
                     (or (cl-find chosen (all-completions "" table) :test #'string=) chosen)))

(defun scilit-eglot--run (command)
  "Have our server run COMMAND of a completion, where there is one."
  (when command
    (scilit-server-request (scilit-eglot-server) "workspace/executeCommand"
                           (list :command (scilit-get command :command)
                                 :arguments (scilit-get command :arguments))
                           #'ignore #'scilit-complain)))

(cl-defmethod scilit-server-restart ((server scilit-eglot-connection))
  "Start SERVER again."
  (eglot-reconnect server))

(provide 'scilit-eglot)
;;; scilit-eglot.el ends here
