;;; scilit-edit.el --- Edits that the server makes -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Edits come with an answer, or as a request of the server's while it runs a
;; command.  Either way they are applied here.

;;; Code:

(require 'scilit-server)
(require 'scilit-undo)

(defcustom scilit-save-bib t
  "Whether a .bib is saved after an entry was added to it.
One with other unsaved changes is left to the user."
  :type 'boolean
  :group 'scilit)

(defun scilit-edit-apply (server edit)
  "Apply EDIT of SERVER, and save a .bib that was saved before.
Return the .bib files that it wrote into."
  (let* ((bibs (scilit-edit--bibs edit))
         (clean (cl-remove-if #'scilit-edit--unsaved-p bibs)))
    (mapc #'scilit-edit--prepare bibs)
    (scilit-undo-during (scilit-edited-files edit) (lambda () (scilit-server-apply server edit)))
    (when scilit-save-bib
      (mapc #'scilit-edit--save clean))
    bibs))

(defun scilit-edit--bibs (edit)
  "The .bib files that EDIT, a workspace edit, writes into."
  (mapcar #'file-truename
          (cl-remove-if-not (lambda (path) (string-suffix-p ".bib" path t))
                            (scilit-edited-files edit))))

(defun scilit-edit--prepare (path)
  "Make the folder of PATH, or signal an error if it cannot be written."
  (make-directory (file-name-directory path) t)
  (with-current-buffer (find-file-noselect path)
    (when buffer-read-only
      (user-error "%s is read-only: make it writable, or name another .bib in the text"
                  (file-name-nondirectory path)))))

(defun scilit-edit--unsaved-p (path)
  "Non-nil if PATH is visited and not saved."
  (when-let ((buffer (find-buffer-visiting path)))
    (buffer-modified-p buffer)))

(defun scilit-edit--save (path)
  "Save the buffer that visits PATH."
  (when-let ((buffer (find-buffer-visiting path)))
    (with-current-buffer buffer
      (save-buffer))))

(defun scilit-edit-entries (bibs)
  "Say what became of the entries of an edit that wrote into BIBS."
  (if bibs
      (mapconcat (lambda (bib)
                   (format "%s has the entry%s" (file-name-nondirectory bib)
                           (if (scilit-edit--unsaved-p bib) ", not saved yet" "")))
                 bibs ", ")
    "the .bib has the entry already"))

;; What the server asks for.

(defun scilit-edit-answer (server edit)
  "Apply EDIT, which SERVER asks for, and return what it is answered.
The user asked for the command that makes it, so there is no question."
  (condition-case err
      (progn
        (scilit-edit--check server edit)
        (scilit-edit-apply server edit)
        (message "SciLit: wrote into %s"
                 (mapconcat #'file-name-nondirectory (scilit-edited-files edit) " and "))
        '(:applied t))
    (error (list :applied :json-false :failureReason (error-message-string err)))))

(defun scilit-edit--check (server edit)
  "Signal an error if SERVER made EDIT of a text that is another by now."
  (dolist (change (scilit-list (scilit-get edit :documentChanges)))
    (let ((version (scilit-get change :textDocument :version))
          (buffer (find-buffer-visiting (scilit-path (scilit-get change :textDocument :uri)))))
      (when (and buffer (numberp version))
        (with-current-buffer buffer
          (unless (= version (scilit-get (scilit-server-document server) :version))
            (user-error "The text changed meanwhile: ask again")))))))

(provide 'scilit-edit)
;;; scilit-edit.el ends here
