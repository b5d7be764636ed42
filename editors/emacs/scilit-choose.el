;;; scilit-choose.el --- Choose one of the papers found -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Lists papers in the minibuffer, for any completion style.  A buffer below
;; follows the candidate and shows its highlights and the citing sentence.

;;; Code:

(require 'browse-url)
(require 'scilit-server)
(require 'text-property-search)

(defcustom scilit-preview t
  "Non-nil means show the highlights while you choose a paper.
\\<scilit-choose-map>\\[scilit-choose-preview] shows and hides them."
  :type 'boolean
  :group 'scilit)

(defface scilit-paper '((t :inherit bold))
  "The name of a paper."
  :group 'scilit)

(defface scilit-current '((t :inherit highlight :extend t))
  "The paper of the current candidate."
  :group 'scilit)

(defvar scilit-choose-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-o") #'scilit-choose-preview)
    (define-key map (kbd "M-m") #'scilit-choose-mark)
    (define-key map (kbd "M-l") #'scilit-choose-with-words)
    (define-key map (kbd "M-o") #'scilit-choose-open)
    map)
  "Keymap for the minibuffer while the user chooses a paper.")

(defvar scilit-paper-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'scilit-choose-this)
    (define-key map [mouse-1] #'scilit-choose-this)
    (define-key map (kbd "o") #'scilit-choose-open)
    map)
  "Keymap for a paper in the buffer of papers.")

(defconst scilit-choose--buffer "*SciLit papers*")

(defvar scilit-choose-history nil "History of chosen papers.")

;; The list keeps the server's order.  Any part of a candidate matches.
(add-to-list 'completion-category-defaults '(scilit-paper (styles basic substring)))

(defvar scilit-choose--papers nil "An alist from candidates to papers.")
(defvar scilit-choose--marked nil "The marked candidates, in order.")
(defvar scilit-choose--words nil "Non-nil if the citation gets a prefix and a locator.")
(defvar scilit-choose--draft nil "The argument DRAFT of `scilit-choose'.")
(defvar scilit-choose--drafted nil "Candidates whose drafts were requested.")
(defvar scilit-choose--followed nil "The candidate shown last.")

(defun scilit-choose (papers prompt &optional draft)
  "Let the user choose among PAPERS with PROMPT.
Return a cons (WORDS . CHOSEN).  WORDS is non-nil if the citation gets a
prefix and a locator; CHOSEN lists papers in the user's order.  All
papers are defaults, best first, so that \\`M-n' steps through them.
DRAFT is called with a paper and a function that shows a draft's text."
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
  "Return an alist from unique candidates to PAPERS, in order.
A candidate is a byline and a title."
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
  "Return a completion table for the alist TABLE."
  (lambda (string predicate action)
    (if (eq action 'metadata)
        `(metadata (category . scilit-paper)
                   (display-sort-function . identity)
                   (cycle-sort-function . identity)
                   (annotation-function . ,(lambda (name) (scilit-choose--annotation table name)))
                   (affixation-function . ,(lambda (names) (scilit-choose--affixed table names))))
      (complete-with-action action table string predicate))))

(defun scilit-choose--affixed (table names)
  "Return NAMES from TABLE with prefixes and aligned annotations."
  (let ((width (apply #'max 0 (mapcar #'string-width names))))
    (mapcar (lambda (name)
              (list name (scilit-choose--sign name)
                    (concat (make-string (- width (string-width name)) ?\s)
                            (scilit-choose--annotation table name))))
            names)))

(defun scilit-choose--sign (name)
  "Return the prefix of the candidate NAME: its number if it is marked."
  (if-let ((at (cl-position name scilit-choose--marked :test #'equal)))
      (format "[%d] " (1+ at))
    ""))

(defun scilit-choose--annotation (table name)
  "Return the annotation of the candidate NAME in TABLE.
NAME already contains authors, year and title."
  (let ((paper (cdr (assoc name table))))
    (propertize (concat "  " (scilit-choose--origin paper (scilit-get paper :fit)
                                                    (truncate-string-to-width
                                                     (or (scilit-get paper :venue) "") 30 nil nil "…")))
                'face 'completions-annotations)))

(defun scilit-choose--origin (paper fit &rest more)
  "Return MORE followed by the corpus of PAPER and its FIT, nil if unknown."
  (string-join (append (remove "" more)
                       (list (scilit-get paper :corpus))
                       (and fit (list fit)))
               " · "))

(defun scilit-choose--fit (paper)
  "Return the fit of PAPER in words with its relevance, nil if it is unknown.
The relevance is the probability that the author of the text would cite
exactly this paper here, calibrated on real citations."
  (when-let ((fit (scilit-get paper :fit)))
    (let ((relevance (scilit-get paper :relevance)))
      (format "%s (relevance %s)" fit
              (if (< relevance 0.01) "below 0.01" (format "%.2f" relevance))))))

;; The buffer of papers, with their highlights.

(defvar scilit-choose--overlay nil "The overlay on the candidate in the buffer of papers.")

(defun scilit-choose--begin (table)
  "Prepare the minibuffer to choose from TABLE."
  (use-local-map (make-composed-keymap scilit-choose-map (current-local-map)))
  (scilit-choose--write table)
  (when scilit-preview
    (scilit-choose-preview))
  (add-hook 'post-command-hook #'scilit-choose--follow 90 t))

(defun scilit-choose--write (table)
  "Fill the buffer of papers from TABLE."
  (with-current-buffer (get-buffer-create scilit-choose--buffer)
    (special-mode)
    (visual-line-mode)
    (setq header-line-format "RET chooses  M-n next  M-m marks several  M-l adds words, page  M-o opens  C-o hides this  C-g quits")
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
  "Insert PAPER with its most relevant sentences."
  (insert (propertize (concat (scilit-get paper :byline) ", " (scilit-get paper :title)) 'face 'scilit-paper)
          "\n" (propertize (scilit-choose--origin paper (scilit-choose--fit paper)
                                               (string-join (scilit-list (scilit-get paper :authors)) ", ")
                                               (format "%s" (or (scilit-get paper :year) ""))
                                               (or (scilit-get paper :venue) ""))
                      'face 'shadow)
          "\n")
  (dolist (quoted (scilit-list (scilit-get paper :highlights)))
    (insert "  – " (scilit-get quoted :text) " (" (scilit-get quoted :section) ")\n"))
  (insert "\n"))

(defun scilit-choose-preview ()
  "Show or hide the buffer of papers."
  (interactive)
  (if-let ((window (get-buffer-window scilit-choose--buffer)))
      (delete-window window)
    (display-buffer scilit-choose--buffer
                    `((display-buffer-in-direction display-buffer-pop-up-window)
                      (direction . below) (window . ,(minibuffer-selected-window)) (window-height . 0.6)))
    (scilit-choose--follow)))

(defun scilit-choose--follow ()
  "Show the candidate in the buffer of papers, and request its draft soon."
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
  "Request the draft about the candidate NAME if it is still current."
  (when (and scilit-choose--draft name (equal name scilit-choose--followed)
             (not (member name scilit-choose--drafted)))
    (push name scilit-choose--drafted)
    (funcall scilit-choose--draft (cdr (assoc name scilit-choose--papers))
             (lambda (text) (scilit-choose--show-draft name text)))))

(defun scilit-choose--show-draft (name text)
  "Show the draft TEXT below the heading of the candidate NAME."
  (when (member name scilit-choose--drafted) ; nil after the choice
    (with-current-buffer scilit-choose--buffer
      (save-excursion
        (goto-char (point-min))
        (when (text-property-search-forward 'scilit-candidate name t)
          (goto-char (previous-single-property-change (point) 'scilit-candidate nil (point-min)))
          (forward-line 2)
          (let ((inhibit-read-only t)
                (same (get-text-property (point) 'scilit-candidate))) ; adjacent text joins if it is `eq'
            (insert (propertize (concat text "\n") 'scilit-candidate same 'keymap scilit-paper-map))))))
    (scilit-choose--follow)))

(defun scilit-choose--current ()
  "Return the candidate that RET would choose.
Vertico stores it.  In Icomplete, Fido and the default completion it is
the first match."
  (if (bound-and-true-p vertico--input)
      (substring-no-properties (vertico--candidate))
    (let ((typed (minibuffer-contents-no-properties))
          (matching (completion-all-sorted-completions)))
      (cond ((and (string-empty-p typed) (not (bound-and-true-p icomplete-mode)))
             (car minibuffer-default))
            ((consp matching) (substring-no-properties (car matching)))))))

(defun scilit-choose--here ()
  "Return the candidate at point in the buffer of papers, else the current one."
  (if (equal (buffer-name) scilit-choose--buffer)
      (get-text-property (if (mouse-event-p last-input-event)
                             (posn-point (event-start last-input-event))
                           (point))
                         'scilit-candidate)
    (scilit-choose--current)))

(defun scilit-choose--take (name)
  "Exit the minibuffer with NAME."
  (unless (active-minibuffer-window)
    (user-error "The choice has ended: repeat the command"))
  (select-window (active-minibuffer-window))
  (delete-minibuffer-contents)
  (insert name)
  (exit-minibuffer))

(defun scilit-choose-this ()
  "Choose the paper at point, in the buffer of papers."
  (interactive)
  (scilit-choose--take (scilit-choose--here)))

(defun scilit-choose-mark ()
  "Mark or unmark the candidate.
RET then chooses all marked papers, in the order of their marks."
  (interactive)
  (when-let ((name (scilit-choose--current)))
    (setq scilit-choose--marked
          (if (member name scilit-choose--marked)
              (remove name scilit-choose--marked)
            (append scilit-choose--marked (list name))))
    (scilit-choose--number)
    (minibuffer-message "%d marked" (length scilit-choose--marked))))

(defun scilit-choose--number ()
  "Number the marked papers in their buffer."
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
  "Choose the marked papers or the candidate, with words around the citation."
  (interactive)
  (when-let ((name (scilit-choose--current)))
    (setq scilit-choose--words t)
    (scilit-choose--take name)))

(defun scilit-choose-open ()
  "Open the PDF of the candidate from your library, or its web page."
  (interactive)
  (scilit-choose-open-paper (cdr (assoc (scilit-choose--here) scilit-choose--papers))))

(defun scilit-choose-open-paper (paper)
  "Open the PDF of PAPER from your library, or its web page."
  (let ((pdf (scilit-get paper :file)) (address (scilit-get paper :link)))
    (cond ((scilit-choose--pdf-p pdf) (browse-url-of-file pdf))
          ((and (stringp address) (string-match-p "\\`https?://" address)) (browse-url address))
          (t (user-error "The record of this paper has no link to open")))))

(defun scilit-choose--pdf-p (path)
  "Return non-nil if PATH is a local PDF without a file name handler."
  (and (stringp path)
       (file-name-absolute-p path)
       (not (find-file-name-handler path 'file-regular-p))
       (let ((case-fold-search t)) (string-match-p "\\.pdf\\'" path))
       (file-regular-p path)))

(declare-function vertico--candidate "ext:vertico")

(provide 'scilit-choose)
;;; scilit-choose.el ends here
