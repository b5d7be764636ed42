;;; scilit-edit.el --- Edits from the server -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Applies workspace edits.  The server sends them in a response, or as a request
;; while it runs a command.

;;; Code:

(require 'scilit-server)
(require 'scilit-undo)

(defcustom scilit-save-bib t
  "Non-nil means save a .bib file after an entry is added to it.
A file with other unsaved changes is not saved."
  :type 'boolean
  :group 'scilit)

(defun scilit-edit-apply (server edit)
  "Apply EDIT from SERVER, and save the .bib files that were unmodified before.
Return the changed .bib files."
  (let* ((bibs (scilit-edit--bibs edit))
         (clean (cl-remove-if #'scilit-edit--unsaved-p bibs)))
    (mapc #'scilit-edit--prepare bibs)
    (scilit-undo-during (scilit-edited-files edit) (lambda () (scilit-server-apply server edit)))
    (when scilit-save-bib
      (mapc #'scilit-edit--save clean))
    bibs))

(defun scilit-edit--bibs (edit)
  "Return the .bib files in the workspace edit EDIT."
  (mapcar #'file-truename
          (cl-remove-if-not (lambda (path) (string-suffix-p ".bib" path t))
                            (scilit-edited-files edit))))

(defun scilit-edit--prepare (path)
  "Create the folder of PATH; signal an error if its buffer is read-only."
  (make-directory (file-name-directory path) t)
  (with-current-buffer (find-file-noselect path)
    (when buffer-read-only
      (user-error "%s is read-only: make it writable, or name another .bib file in the document"
                  (file-name-nondirectory path)))))

(defun scilit-edit--unsaved-p (path)
  "Return non-nil if PATH is visited in a modified buffer."
  (when-let ((buffer (find-buffer-visiting path)))
    (buffer-modified-p buffer)))

(defun scilit-edit--save (path)
  "Save the buffer that visits PATH."
  (when-let ((buffer (find-buffer-visiting path)))
    (with-current-buffer buffer
      (save-buffer))))

(defun scilit-edit-entries (bibs)
  "Return a message about the entries that an edit added to BIBS."
  (if bibs
      (mapconcat (lambda (bib)
                   (format "%s contains the entry%s" (file-name-nondirectory bib)
                           (if (scilit-edit--unsaved-p bib) " (not saved yet)" "")))
                 bibs ", ")
    "the .bib file already contains the entry"))

;; Requests from the server.

(defun scilit-edit-answer (server edit)
  "Apply EDIT, requested by SERVER, and return the response.
The user called the command that made it, so no confirmation is needed."
  (condition-case err
      (progn
        (scilit-edit--check server edit)
        (scilit-edit-apply server edit)
        (message "SciLit: wrote to %s"
                 (mapconcat #'file-name-nondirectory (scilit-edited-files edit) " and "))
        '(:applied t))
    (error (list :applied :json-false :failureReason (error-message-string err)))))

(defun scilit-edit--check (server edit)
  "Signal an error if SERVER made EDIT for an older version of the text."
  (dolist (change (scilit-list (scilit-get edit :documentChanges)))
    (let ((version (scilit-get change :textDocument :version))
          (buffer (find-buffer-visiting (scilit-path (scilit-get change :textDocument :uri)))))
      (when (and buffer (numberp version))
        (with-current-buffer buffer
          (unless (= version (scilit-get (scilit-server-document server) :version))
            (user-error "The text has changed: repeat the command")))))))

(provide 'scilit-edit)
;;; scilit-edit.el ends here
