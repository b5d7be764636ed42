;;; scilit-choose.el --- Choose one of the papers that were found -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A list in the minibuffer, for whatever completes there, and beside it a
;; buffer with the papers, which follows the candidate and shows what would be
;; written about it.

;;; Code:

(require 'browse-url)
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
    (define-key map (kbd "M-m") #'scilit-choose-mark)
    (define-key map (kbd "M-l") #'scilit-choose-with-words)
    (define-key map (kbd "M-o") #'scilit-choose-open)
    map)
  "Keys while a paper is chosen.")

(defvar scilit-paper-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'scilit-choose-this)
    (define-key map [mouse-1] #'scilit-choose-this)
    (define-key map (kbd "o") #'scilit-choose-open)
    map)
  "Keys on a paper in the buffer of papers.")

(defconst scilit-choose--buffer "*SciLit papers*")

(defvar scilit-choose-history nil "What was chosen.")

;; Lists show them in the server's order; words of the title find them.
(add-to-list 'completion-category-defaults '(scilit-paper (styles basic substring)))

(defvar scilit-choose--papers nil "The table of the papers that are chosen from.")
(defvar scilit-choose--marked nil "Candidates that are taken together, in order.")
(defvar scilit-choose--words nil "Whether words are wanted around the citation.")
(defvar scilit-choose--draft nil "A function that drafts for `scilit-choose'.")
(defvar scilit-choose--drafted nil "Candidates that were drafted for.")
(defvar scilit-choose--followed nil "The candidate that was shown last.")

(defun scilit-choose (papers prompt &optional draft)
  "Let the user choose among PAPERS behind PROMPT.
Return a list of papers, in the user's order, behind whether words are
wanted around their citation.  All are defaults, best first, so that
\\`M-n' steps through them.  DRAFT is called with a paper and a
function that takes the text to show of what would be written."
  (let* ((scilit-choose--papers (scilit-choose--table papers))
         (scilit-choose--draft draft)
         scilit-choose--marked scilit-choose--words scilit-choose--drafted scilit-choose--followed
         (table scilit-choose--papers)
         (chosen (save-window-excursion
                   (minibuffer-with-setup-hook (lambda () (scilit-choose--begin table))
                     (completing-read prompt (scilit-choose--collection table) nil t nil
                                      'scilit-choose-history (mapcar #'car table)))))
         (names (or scilit-choose--marked (list chosen))))
    (cons scilit-choose--words
          (delq nil (mapcar (lambda (name) (cdr (assoc name table))) names)))))

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
              (list name (scilit-choose--sign name)
                    (concat (make-string (- width (string-width name)) ?\s)
                            (scilit-choose--annotation table name))))
            names)))

(defun scilit-choose--sign (name)
  "What stands before the candidate NAME: its number among those taken together."
  (if-let ((at (cl-position name scilit-choose--marked :test #'equal)))
      (format "[%d] " (1+ at))
    ""))

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
    (setq header-line-format "RET takes it  M-n next  M-m several  M-l with words, page  M-o opens  C-o hides this  C-g leaves")
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
  "Show the candidate in the buffer of papers, and soon what would be written."
  (let ((name (scilit-choose--current)))
    (unless (equal name scilit-choose--followed)
      (setq scilit-choose--followed name)
      (run-at-time 0.15 nil #'scilit-choose--draft-soon name))
    (with-current-buffer scilit-choose--buffer
      (goto-char (point-min))
      (when-let ((paper (and name (text-property-search-forward 'scilit-candidate name t))))
        (move-overlay scilit-choose--overlay (prop-match-beginning paper) (prop-match-end paper))
        (when-let ((window (get-buffer-window)))
          (set-window-point window (prop-match-beginning paper))
          (set-window-start window (prop-match-beginning paper)))))))

(defun scilit-choose--draft-soon (name)
  "Ask what would be written about the candidate NAME, if it is current still."
  (when (and scilit-choose--draft name (equal name scilit-choose--followed)
             (not (member name scilit-choose--drafted)))
    (push name scilit-choose--drafted)
    (funcall scilit-choose--draft (cdr (assoc name scilit-choose--papers))
             (lambda (text) (scilit-choose--show-draft name text)))))

(defun scilit-choose--show-draft (name text)
  "Show TEXT, which would be written, below the head of the candidate NAME."
  (when (member name scilit-choose--drafted) ; else the choice is over
    (with-current-buffer scilit-choose--buffer
      (save-excursion
        (goto-char (point-min))
        (when (text-property-search-forward 'scilit-candidate name t)
          (goto-char (previous-single-property-change (point) 'scilit-candidate nil (point-min)))
          (forward-line 2)
          (let ((inhibit-read-only t)
                (same (get-text-property (point) 'scilit-candidate))) ; properties join where they are eq
            (insert (propertize (concat text "\n") 'scilit-candidate same 'keymap scilit-paper-map))))))
    (scilit-choose--follow)))

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

(defun scilit-choose--here ()
  "The candidate at point among the papers, else the current one."
  (if (equal (buffer-name) scilit-choose--buffer)
      (get-text-property (if (mouse-event-p last-input-event)
                             (posn-point (event-start last-input-event))
                           (point))
                         'scilit-candidate)
    (scilit-choose--current)))

(defun scilit-choose--take (name)
  "Leave the minibuffer with NAME."
  (unless (active-minibuffer-window)
    (user-error "The choice is over: ask again"))
  (select-window (active-minibuffer-window))
  (delete-minibuffer-contents)
  (insert name)
  (exit-minibuffer))

(defun scilit-choose-this ()
  "Choose the paper at point, in the buffer of papers."
  (interactive)
  (scilit-choose--take (scilit-choose--here)))

(defun scilit-choose-mark ()
  "Take the candidate together with others, or leave it again.
RET then takes all, in the order in which they were marked."
  (interactive)
  (when-let ((name (scilit-choose--current)))
    (setq scilit-choose--marked
          (if (member name scilit-choose--marked)
              (remove name scilit-choose--marked)
            (append scilit-choose--marked (list name))))
    (scilit-choose--number)
    (minibuffer-message "%d taken" (length scilit-choose--marked))))

(defun scilit-choose--number ()
  "Number the papers that are taken together, in their buffer."
  (with-current-buffer scilit-choose--buffer
    (remove-overlays nil nil 'scilit-mark t)
    (dolist (name scilit-choose--marked)
      (save-excursion
        (goto-char (point-min))
        (when-let ((paper (text-property-search-forward 'scilit-candidate name t)))
          (let ((overlay (make-overlay (prop-match-beginning paper) (1+ (prop-match-beginning paper)))))
            (overlay-put overlay 'scilit-mark t)
            (overlay-put overlay 'before-string (scilit-choose--sign name))))))))

(defun scilit-choose-with-words ()
  "Choose the candidate, or what is marked, with words around the citation."
  (interactive)
  (when-let ((name (scilit-choose--current)))
    (setq scilit-choose--words t)
    (scilit-choose--take name)))

(defun scilit-choose-open ()
  "Open the PDF in your library of the candidate, or its page in a browser."
  (interactive)
  (scilit-choose-open-paper (cdr (assoc (scilit-choose--here) scilit-choose--papers))))

(defun scilit-choose-open-paper (paper)
  "Open the PDF of PAPER in your library, or its page in a browser."
  (let ((pdf (scilit-get paper :file)) (address (scilit-get paper :link)))
    (cond ((scilit-choose--pdf-p pdf) (browse-url-of-file pdf))
          ((and (stringp address) (string-match-p "\\`https?://" address)) (browse-url address))
          (t (user-error "The record of this paper has no address to open")))))

(defun scilit-choose--pdf-p (path)
  "Whether PATH is a PDF of this machine, and no name that a handler takes."
  (and (stringp path)
       (file-name-absolute-p path)
       (not (find-file-name-handler path 'file-regular-p))
       (let ((case-fold-search t)) (string-match-p "\\.pdf\\'" path))
       (file-regular-p path)))

(declare-function vertico--candidate "ext:vertico")

(provide 'scilit-choose)
;;; scilit-choose.el ends here
