;;; scilit-choose.el --- Choose one of the papers that were found -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A list in the minibuffer, for whatever completes there, and beside it a
;; buffer with the highlights of the papers, which follows the candidate.

;;; Code:

(require 'scilit-server)
(require 'text-property-search)

(defcustom scilit-preview t
  "Whether the highlights are shown while a paper is chosen.
\\<scilit-choose-map>\\[scilit-choose-preview] shows and hides them."
  :type 'boolean
  :group 'scilit)

(defface scilit-paper '((t :inherit bold))
  "The name of a paper."
  :group 'scilit)

(defface scilit-current '((t :inherit highlight :extend t))
  "The paper that is the candidate now."
  :group 'scilit)

(defvar scilit-choose-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-o") #'scilit-choose-preview)
    map)
  "Keys while a paper is chosen.")

(defvar scilit-paper-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'scilit-choose-this)
    (define-key map [mouse-1] #'scilit-choose-this)
    map)
  "Keys on a paper in the buffer of papers.")

(defconst scilit-choose--buffer "*SciLit papers*")

(defvar scilit-choose-history nil "What was chosen.")

;; Lists show them in the server's order; words of the title find them.
(add-to-list 'completion-category-defaults '(scilit-paper (styles basic substring)))

(defun scilit-choose (papers prompt)
  "Let the user choose one of PAPERS behind PROMPT.
All are defaults, best first, so that \\`M-n' steps through them."
  (let ((table (scilit-choose--table papers)))
    (save-window-excursion
      (minibuffer-with-setup-hook (lambda () (scilit-choose--begin table))
        (cdr (assoc (completing-read prompt (scilit-choose--collection table) nil t nil
                                     'scilit-choose-history (mapcar #'car table))
                    table))))))

(defun scilit-choose--table (papers)
  "PAPERS by candidates, in order.
Candidates are byline and title, and differ."
  (let ((width (max 40 (min 100 (- (frame-width) 50)))) ; annotations take the rest
        table)
    (dolist (paper papers (nreverse table))
      (let* ((name (truncate-string-to-width
                    (concat (scilit-get paper :byline) ", " (scilit-get paper :title)) width nil nil "…"))
             (unique (if (assoc name table)
                         (format "%s (%s)" name (scilit-get paper :id))
                       name)))
        (push (cons unique paper) table)))))

(defun scilit-choose--collection (table)
  "The completion table of TABLE."
  (lambda (string predicate action)
    (if (eq action 'metadata)
        `(metadata (category . scilit-paper)
                   (display-sort-function . identity)
                   (cycle-sort-function . identity)
                   (annotation-function . ,(lambda (name) (scilit-choose--annotation table name)))
                   (affixation-function . ,(lambda (names) (scilit-choose--affixed table names))))
      (complete-with-action action table string predicate))))

(defun scilit-choose--affixed (table names)
  "NAMES of TABLE with their annotations, below each other."
  (let ((width (apply #'max 0 (mapcar #'string-width names))))
    (mapcar (lambda (name)
              (list name ""
                    (concat (make-string (- width (string-width name)) ?\s)
                            (scilit-choose--annotation table name))))
            names)))

(defun scilit-choose--annotation (table name)
  "What is shown beside the candidate NAME of TABLE.
The name has authors, year and title."
  (let ((paper (cdr (assoc name table))))
    (propertize (concat "  " (scilit-choose--origin paper (truncate-string-to-width
                                                           (or (scilit-get paper :venue) "") 30 nil nil "…")))
                'face 'completions-annotations)))

(defun scilit-choose--origin (paper &rest more)
  "Return the text behind MORE for PAPER: its corpus and relevance."
  (string-join (append (remove "" more)
                       (list (scilit-get paper :corpus))
                       (scilit-choose--relevance (scilit-get paper :relevance)))
               " · "))

(defun scilit-choose--relevance (relevance)
  "RELEVANCE as a list of one text; empty where the server does not know it.
It is the probability that the author of such a text cites this very paper
there, calibrated on real citations."
  (cond ((or (null relevance) (zerop relevance)) nil)
        ((< relevance 0.01) (list "relevance below 0.01"))
        (t (list (format "relevance %.2f" relevance)))))

;; The buffer of papers, with their highlights.

(defvar scilit-choose--overlay nil "Marks the candidate in the buffer of papers.")

(defun scilit-choose--begin (table)
  "Prepare the minibuffer to choose from TABLE."
  (use-local-map (make-composed-keymap scilit-choose-map (current-local-map)))
  (scilit-choose--write table)
  (when scilit-preview
    (scilit-choose-preview))
  (add-hook 'post-command-hook #'scilit-choose--follow 90 t))

(defun scilit-choose--write (table)
  "Write the papers of TABLE into their buffer."
  (with-current-buffer (get-buffer-create scilit-choose--buffer)
    (special-mode)
    (visual-line-mode)
    (setq header-line-format "RET takes the first  M-n the next  words find one  C-o hides this  C-g leaves")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (remove-overlays)
      (pcase-dolist (`(,name . ,paper) table)
        (let ((start (point)))
          (scilit-choose--write-paper paper)
          (add-text-properties start (point) (list 'scilit-candidate name 'keymap scilit-paper-map))))
      (goto-char (point-min)))
    (setq scilit-choose--overlay (make-overlay 1 1))
    (overlay-put scilit-choose--overlay 'face 'scilit-current)))

(defun scilit-choose--write-paper (paper)
  "Write PAPER, and sentences of it."
  (insert (propertize (concat (scilit-get paper :byline) ", " (scilit-get paper :title)) 'face 'scilit-paper)
          "\n" (propertize (scilit-choose--origin paper (string-join (scilit-list (scilit-get paper :authors)) ", ")
                                               (format "%s" (or (scilit-get paper :year) ""))
                                               (or (scilit-get paper :venue) ""))
                      'face 'shadow)
          "\n")
  (dolist (quoted (scilit-list (scilit-get paper :highlights)))
    (insert "  – " (scilit-get quoted :text) " (" (scilit-get quoted :section) ")\n"))
  (insert "\n"))

(defun scilit-choose-preview ()
  "Show what the papers say, or hide it."
  (interactive)
  (if-let ((window (get-buffer-window scilit-choose--buffer)))
      (delete-window window)
    (display-buffer scilit-choose--buffer
                    `((display-buffer-in-direction display-buffer-pop-up-window)
                      (direction . below) (window . ,(minibuffer-selected-window)) (window-height . 0.6)))
    (scilit-choose--follow)))

(defun scilit-choose--follow ()
  "Show the candidate in the buffer of papers."
  (let ((name (scilit-choose--current)))
    (with-current-buffer scilit-choose--buffer
      (goto-char (point-min))
      (when-let ((paper (and name (text-property-search-forward 'scilit-candidate name t))))
        (move-overlay scilit-choose--overlay (prop-match-beginning paper) (prop-match-end paper))
        (when-let ((window (get-buffer-window)))
          (set-window-point window (prop-match-beginning paper))
          (set-window-start window (prop-match-beginning paper)))))))

(defun scilit-choose--current ()
  "The candidate that RET would take.
Vertico keeps it; Icomplete, Fido and Emacs itself have it first in their
list of what matches."
  (if (bound-and-true-p vertico--input)
      (substring-no-properties (vertico--candidate))
    (let ((typed (minibuffer-contents-no-properties))
          (matching (completion-all-sorted-completions)))
      (cond ((and (string-empty-p typed) (not (bound-and-true-p icomplete-mode)))
             (car minibuffer-default))
            ((consp matching) (substring-no-properties (car matching)))))))

(defun scilit-choose-this ()
  "Choose the paper at point, in the buffer of papers."
  (interactive)
  (let ((name (get-text-property (if (mouse-event-p last-input-event)
                                     (posn-point (event-start last-input-event))
                                   (point))
                                 'scilit-candidate)))
    (unless (active-minibuffer-window)
      (user-error "The choice is over: ask again"))
    (select-window (active-minibuffer-window))
    (delete-minibuffer-contents)
    (insert name)
    (exit-minibuffer)))

(declare-function vertico--candidate "ext:vertico")

(provide 'scilit-choose)
;;; scilit-choose.el ends here
