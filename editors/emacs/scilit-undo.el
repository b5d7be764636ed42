;;; scilit-undo.el --- Undo citations -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A citation changes two buffers, but undo in Emacs is per buffer.  This file
;; records the changes of an edit, so that one command can undo them all.

;;; Code:

(require 'scilit-server)

(cl-defstruct scilit-undo-part
  "A change to BUFFER: OLD became NEW, between the markers BEGIN and END."
  buffer begin end old new)

(defconst scilit-undo--max 50 "The maximum number of recorded edits.")

(defvar scilit-undo--kept nil
  "The recorded edits, newest first; each is a list of parts.")

(defun scilit-undo-during (files edit)
  "Call EDIT, record the difference in FILES, and return its result."
  (let* ((buffers (mapcar #'find-file-noselect files))
         (before (mapcar (lambda (buffer) (cons buffer (scilit-undo--text buffer))) buffers)))
    (prog1 (funcall edit)
      (when-let ((parts (delq nil (mapcar (lambda (kept) (scilit-undo--part (car kept) (cdr kept))) before))))
        (push parts scilit-undo--kept)
        (setq scilit-undo--kept (seq-take scilit-undo--kept scilit-undo--max))))))

(defun scilit-undo--text (buffer)
  "Return the whole text of BUFFER."
  (with-current-buffer buffer
    (save-restriction
      (widen)
      (buffer-substring-no-properties (point-min) (point-max)))))

(defun scilit-undo--part (buffer old)
  "Return the change to BUFFER since its text was OLD, nil if unchanged."
  (let ((new (scilit-undo--text buffer)))
    (unless (equal old new)
      (pcase-let ((`(,head . ,tail) (scilit-undo--common old new)))
        (with-current-buffer buffer
          (save-restriction
            (widen)
            (make-scilit-undo-part
             :buffer buffer
             :begin (copy-marker (+ (point-min) head) t)
             :end (copy-marker (- (point-max) tail))
             :old (substring old head (- (length old) tail))
             :new (substring new head (- (length new) tail)))))))))

(defun scilit-undo--common (old new)
  "Return the lengths of the common prefix and suffix of OLD and NEW."
  (cl-flet ((shared (a b) (let ((at (compare-strings a nil nil b nil nil)))
                            (if (eq at t) (length a) (1- (abs at))))))
    (let ((head (shared old new)))
      (cons head (min (shared (reverse old) (reverse new))
                      (- (min (length old) (length new)) head))))))

(defun scilit-undo--live-p (part)
  "Return non-nil if the buffer of PART is live."
  (and part (buffer-live-p (scilit-undo-part-buffer part))))

(defun scilit-undo--take-back (part)
  "Revert PART; return nil if its text has changed since."
  (with-current-buffer (scilit-undo-part-buffer part)
    (save-excursion
      (save-restriction
        (widen)
        (let* ((begin (scilit-undo-part-begin part)) (end (max begin (scilit-undo-part-end part)))
               (now (buffer-substring-no-properties begin end)))
          (when (equal now (scilit-undo-part-new part))
            (goto-char begin)
            (delete-region begin end)
            (insert (scilit-undo-part-old part)))
          (or (equal now (scilit-undo-part-new part)) (equal now (scilit-undo-part-old part))))))))

(defun scilit-undo--bib-p (part)
  "Return non-nil if PART belongs to a .bib file."
  (string-suffix-p ".bib" (buffer-file-name (scilit-undo-part-buffer part)) t))

;;;###autoload
(defun scilit-undo ()
  "Undo the last citation, and remove its entry if nothing else cites it."
  (interactive)
  (let* ((parts (cl-remove-if-not #'scilit-undo--live-p (car scilit-undo--kept)))
         (bib (cl-find-if #'scilit-undo--bib-p parts))
         (text (cl-find-if-not #'scilit-undo--bib-p parts)))
    (unless scilit-undo--kept
      (user-error "No inserted citation is left to undo"))
    (when (and text (not (scilit-undo--take-back text)))
      (user-error "The inserted text has changed: remove it yourself, then repeat this command to remove its entry"))
    (if bib
        (with-current-buffer (scilit-undo-part-buffer (or text bib))
          (scilit-undo--ask bib))
      (pop scilit-undo--kept)
      (message "SciLit: removed the citation"))))

(defun scilit-undo--ask (bib)
  "Request the uncited entries, and remove those that the change BIB added."
  (let* ((place (scilit-place)) (server (scilit-place-server place))
         (unsaved (buffer-modified-p (scilit-undo-part-buffer bib))))
    (when unsaved ; the server must see the unsaved text
      (with-current-buffer (scilit-undo-part-buffer bib)
        (ignore-errors (scilit-server-document server))))
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.uncited"
                      :arguments (vector (list :textDocument (list :uri (scilit-uri buffer-file-name)) :quiet t)))
                (lambda (uncited)
                  (pop scilit-undo--kept)
                  (when unsaved
                    (with-current-buffer (scilit-undo-part-buffer bib)
                      (scilit-server-forget server)))
                  (message "SciLit: removed the citation%s"
                           (scilit-undo--entries bib (mapcar (lambda (entry) (scilit-get entry :key))
                                                             (scilit-list uncited))))))))

(defun scilit-undo--entries (bib uncited)
  "Remove the entries added by the change BIB if all their keys are UNCITED.
Return the rest of the message to the user."
  (let ((cited (cl-find-if-not (lambda (key) (member key uncited))
                               (scilit-undo--keys (scilit-undo-part-new bib))))
        (file (file-name-nondirectory (buffer-file-name (scilit-undo-part-buffer bib)))))
    (with-current-buffer (scilit-undo-part-buffer bib)
      (let ((saved (not (buffer-modified-p))))
        (cond (cited (format "; %s is cited elsewhere, so its entry stays" cited))
              ((not (scilit-undo--take-back bib))
               (format "; its entry in %s has changed: remove it yourself" file))
              (t (when saved (save-buffer))
                 (format ", and its entry in %s%s" file (if saved "" ", which is not saved yet"))))))))

(defun scilit-undo--keys (entries)
  "Return the keys of the BibTeX text ENTRIES."
  (let ((start 0) keys)
    (while (string-match "@[[:alpha:]]+[ \t\n]*[{(][ \t\n]*\\([^, \t\n]+\\)" entries start)
      (push (match-string 1 entries) keys)
      (setq start (match-end 0)))
    keys))

(provide 'scilit-undo)
;;; scilit-undo.el ends here
