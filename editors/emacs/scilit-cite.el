;;; scilit-cite.el --- The commands that cite and tell of citations -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Each asks the server and returns; what comes back is shown, or written, when
;; it is there and unless the text changed meanwhile.

;;; Code:

(require 'compile)
(require 'scilit-server)
(require 'scilit-choose)
(require 'scilit-corpus)
(require 'scilit-edit)

(defcustom scilit-papers 20
  "How many papers there are to choose from."
  :type 'natnum
  :group 'scilit)

;;;###autoload
(defun scilit-suggest-citation (&optional keywords)
  "Choose a paper, write a sentence that cites it, and add its .bib entry.
The text before point and the scilit comment beside it are the query;
with a region the last sentence of that is the claim.  With a prefix
argument ask for KEYWORDS, which count instead of the comment's."
  (interactive (list (and current-prefix-arg t)))
  (scilit--cite "sentence" keywords))

;;;###autoload
(defun scilit-insert-mark (&optional keywords)
  "Choose a paper, and write the citation alone, with its .bib entry.
With a prefix argument ask for KEYWORDS first."
  (interactive (list (and current-prefix-arg t)))
  (scilit--cite "mark" keywords))

;;;###autoload
(defun scilit-cite-by-name (name)
  "Cite the paper that NAME is of, with its .bib entry.
NAME is a DOI, an arXiv or PubMed identifier, an address, or words of
authors and title."
  (interactive "sCite which paper (DOI, arXiv, PubMed, title or authors): ")
  (let ((place (scilit-place)))
    (message "SciLit: searching ...")
    (scilit-request place "scilit/discover" (list :offset 0 :limit scilit-papers :named name)
                (lambda (found) (scilit--choose place "mark" nil found)))))

(defun scilit--cite (mode keywords)
  "Cite a paper in MODE, a sentence or a mark.
KEYWORDS are a string, t to ask for them, or nil for the comment's."
  (let* ((place (scilit-place))
         (claim (when (use-region-p)
                  (list :selection (scilit--range place (region-beginning) (region-end)))))
         (search (lambda (given) (scilit--discover place mode (append (when given (list :keywords given)) claim)))))
    (if (eq keywords t)
        (scilit--with-keywords place search)
      (funcall search keywords))))

;;;###autoload
(defun scilit-suggest-by-text ()
  "Change the text that papers are searched with, and cite one of those found.
The document stays as it is."
  (interactive)
  (let ((place (scilit-place)))
    (scilit-request place "scilit/discover" '(:offset 0 :limit 1)
                (lambda (found)
                  (scilit--discover
                   place "sentence"
                   (list :text (read-string "Search with the text: "
                                            (string-join (scilit-list (scilit-get found :context)) " "))))))))

(defun scilit--discover (place mode given)
  "Search at PLACE, and cite in MODE what is chosen.
GIVEN may have :keywords and :text of the user, which count instead of
the comment's and the document's, and the :selection that is the claim."
  (message "SciLit: searching ...")
  (scilit-request place "scilit/discover" (append (list :offset 0 :limit scilit-papers) given)
              (lambda (found) (scilit--found place mode given found))
              (lambda (message)
                (scilit-first-use place message
                                  (lambda () (scilit--discover place mode given))))))

(defun scilit--found (place mode given found)
  "Go on with what was FOUND at PLACE for MODE and keywords GIVEN.
Where it is of the user's own files alone, a corpus may be missing."
  (let ((choose (lambda () (scilit--choose place mode given found))))
    (if (cl-every (lambda (paper) (equal "library" (scilit-get paper :corpus)))
                  (scilit-list (scilit-get found :papers)))
        (scilit-unless-bare place choose)
      (funcall choose))))

(defun scilit--choose (place mode given found)
  "Let the user choose of what was FOUND at PLACE, and cite it in MODE.
GIVEN are the keywords, as parameters."
  (unless (and (eq (window-buffer) (current-buffer)) (not (active-minibuffer-window)))
    (user-error "The papers came when you were elsewhere: ask again"))
  (let ((papers (scilit-list (scilit-get found :papers))))
    (unless papers
      (user-error "No paper was found: try other keywords"))
    (pcase-let ((`(,words . ,chosen)
                 (scilit-choose papers (scilit--prompt mode found)
                                (lambda (paper show) (scilit--preview place mode given paper show)))))
      (when chosen
        (scilit--draft place (append (scilit--chosen mode chosen words) given))))))

(defun scilit--chosen (mode papers words)
  "The parameters of a draft in MODE about PAPERS, with WORDS around it if wanted."
  (if (or words (cdr papers))
      (append (list :mode "mark" :papers (vconcat (mapcar #'scilit--ref papers)))
              (when words
                (list :prefix (read-string "Before the citation (see): ")
                      :locator (read-string "Behind it (p. 3): "))))
    (append (list :mode mode) (scilit--ref (car papers)))))

(defun scilit--ref (paper)
  "What names PAPER in a request."
  (list :paper (scilit-get paper :id) :corpus (scilit-get paper :corpus)))

(defun scilit--preview (place mode given paper show)
  "Ask what would be written at PLACE in MODE about PAPER.
GIVEN are the keywords and the text, as parameters; SHOW is called with
a text."
  (scilit-server-request
   (scilit-place-server place) "scilit/draft"
   (append (scilit-place-spot place) (list :mode mode) (scilit--ref paper) given)
   (lambda (draft) (funcall show (scilit--preview-text draft)))
   (lambda (message) (funcall show (concat "Cannot be written: " message)))))

(defun scilit--preview-text (draft)
  "What DRAFT would write, and on what evidence, in a few lines."
  (let ((evidence (scilit-get draft :evidence)) (note (scilit-get draft :note)))
    (string-join
     (delq nil (list (concat "Would be written: "
                             (propertize (string-join (split-string (scilit-get draft :text)) " ") 'face 'italic))
                     (when (and evidence (not (eq evidence :json-null)))
                       (format "Because the paper says (support %.2f of 1): “%s”"
                               (scilit-get draft :support) (scilit-get evidence :text)))
                     (when (stringp note) note)))
     "\n")))

(defun scilit--prompt (mode found)
  "What the user is asked in MODE about what was FOUND."
  (let ((keywords (scilit-get found :keywords)))
    (format "%s (%s%s): "
            (if (equal mode "mark") "Insert mark for" "Cite")
            (if-let ((mistake (car (scilit-list (scilit-get found :mistakes)))))
                (concat (scilit--mistake mistake) "; ")
              "")
            (cond ((scilit--relaxed found))
                  ((string-empty-p keywords) "by the text alone")
                  (t (format "%d match “%s”" (scilit-get found :matching) keywords))))))

(defun scilit--relaxed (found)
  "How the keywords were taken where what was FOUND matches them less closely."
  (let ((relaxation (scilit-get found :relaxation)))
    (when (or (consp relaxation) (hash-table-p relaxation))
      (scilit-get relaxation :text))))

(defun scilit--draft (place params)
  "Ask for the draft that PARAMS describe at PLACE, and write it."
  (message "SciLit: writing ...")
  (scilit-request place "scilit/draft" params (lambda (draft) (scilit--write place draft))))

(defun scilit--write (place draft)
  "Write DRAFT into the buffer of PLACE and its .bib, and say what was written.
Point goes behind what is written at it."
  (let* ((behind (copy-marker (point) t))
         (bibs (scilit-edit-apply (scilit-place-server place) (scilit-get draft :edit))))
    (goto-char behind)
    (set-marker behind nil)
    (message "SciLit: %s%s" (scilit-edit-entries bibs)
             (if-let ((evidence (scilit-get draft :evidence)))
                 (format "; the paper says (support %.2f of 1): “%s”"
                         (scilit-get draft :support) (scilit-get evidence :text))
               (if-let ((note (scilit-get draft :note))) (concat "; " note) "")))))

;;;###autoload
(defun scilit-rewrite ()
  "Write the citing sentence at point again, with other keywords."
  (interactive)
  (let ((place (scilit-place)))
    (scilit--with-keywords
     place (lambda (given) (scilit--draft place (list :mode "rewrite" :keywords given))))))

;;;###autoload
(defun scilit-related-work (begin end &optional topics choose)
  "Write a paragraph of related work, a sentence a paper, with all .bib entries.
The topics are the scilit comments between BEGIN and END or, where there
are none, the keywords there, one topic a line or between semicolons.
Without a region ask for TOPICS; the paragraph then stands below the one
at point.  With CHOOSE, which is the prefix argument, the user takes the
papers of each topic; else the best one counts."
  (interactive (append (if (use-region-p)
                           (list (region-beginning) (region-end) nil)
                         (list (point) (point) (read-string "Write about which topics (a; b | c): ")))
                       (list (and current-prefix-arg t))))
  (let* ((place (scilit-place))
         (asked (list :range (scilit--range place begin end) :keywords (or topics "")))
         (retry (lambda (message)
                  (scilit-first-use place message
                                    (lambda () (scilit-related-work begin end topics choose))))))
    (message "SciLit: writing related work ...")
    (if choose
        (scilit-request place "scilit/related" asked
                    (lambda (offer)
                      (when-let ((papers (scilit--choose-related (scilit-list (scilit-get offer :topics)))))
                        (scilit--write-related place (append asked (list :papers (vconcat papers))) retry)))
                    retry)
      (scilit--write-related place asked retry))))

(defun scilit--write-related (place asked retry)
  "Have a paragraph written at PLACE, as ASKED; call RETRY with what fails."
  (let ((any (copy-scilit-place place)))
    (setf (scilit-place-tick any) nil) ; the edit comes before the answer
    (scilit-place-check place)
    (scilit-request any "workspace/executeCommand"
                (list :command "scilit.relatedWork"
                      :arguments (vector (append (list :textDocument (scilit-place-document place)) asked)))
                #'ignore retry)))

(defun scilit--choose-related (topics)
  "Let the user take papers of TOPICS; return them as the server takes them."
  (cl-loop
   for topic in topics for index from 0
   for papers = (scilit-list (scilit-get topic :papers))
   unless papers do (message "SciLit: no paper was found for “%s”" (scilit-get topic :keywords))
   append (when papers
            (mapcar (lambda (paper) (append (list :topic index) (scilit--ref paper)))
                    (cdr (scilit-choose papers (format "Papers about “%s” (%d of %d; M-m takes several): "
                                                       (scilit-get topic :keywords) (1+ index) (length topics))))))))

(defun scilit--range (place begin end)
  "The range from BEGIN to END, as the server of PLACE counts."
  (cl-flet ((position (at) (save-excursion
                             (goto-char at)
                             (scilit-server-position (scilit-place-server place)))))
    (list :start (position begin) :end (position end))))

;; Keywords are read with the directive's filled in, and judged as they are typed.

(defun scilit--with-keywords (place do)
  "Ask for keywords at PLACE, with the current ones filled in; call DO with them."
  (scilit-request place "scilit/keywords" nil
              (lambda (current)
                (funcall do (scilit--read-keywords place (scilit-get current :keywords))))))

(defun scilit--read-keywords (place current)
  "Read keywords for PLACE, beginning with CURRENT."
  (let (timer)
    (unwind-protect
        (minibuffer-with-setup-hook
            (lambda ()
              (let* ((shown (make-overlay (point-max) (point-max) nil nil t))
                     (judge (lambda (&rest _)
                              (when timer (cancel-timer timer))
                              (setq timer (run-with-idle-timer 0.2 nil #'scilit--judge place shown)))))
                (add-hook 'after-change-functions judge nil t)
                (funcall judge)))
          (read-string "Keywords (; and, | or, - not, 2010..2022, author: title: venue:): " current))
      (when timer (cancel-timer timer)))))

(defun scilit--judge (place shown)
  "Show by the overlay SHOWN how the keywords of the minibuffer are read at PLACE."
  (when-let ((buffer (overlay-buffer shown)))
    (let ((typed (with-current-buffer buffer (minibuffer-contents-no-properties))))
      (scilit-server-request
       (scilit-place-server place) "scilit/keywords" (list :keywords typed)
       (lambda (read)
         (when (overlay-buffer shown)
           (overlay-put shown 'after-string (propertize (scilit--judgement read) 'face 'shadow 'cursor t))))
       #'ignore))))

(defun scilit--judgement (read)
  "How keywords were READ, in one line."
  (let ((mistake (car (scilit-list (scilit-get read :mistakes))))
        (matching (scilit-get read :matching)))
    (cond (mistake (format "  [%s]" (scilit--mistake mistake)))
          ((numberp matching) (format "  [%d papers]" matching))
          (t ""))))

(defun scilit--mistake (mistake)
  "What is wrong with the keywords, where a MISTAKE was found."
  (format "column %d: %s" (1+ (scilit-get mistake :start)) (scilit-get mistake :message)))

;;;###autoload
(defun scilit-show-highlights ()
  "Show what is known of the citation at point.
On a scilit comment, how it is read and what it finds."
  (interactive)
  (scilit-request (scilit-place) "textDocument/hover" nil
              (lambda (hover)
                (let ((contents (and hover (scilit-get hover :contents))))
                  (unless contents
                    (user-error "There is nothing to show here: go to a citation or a scilit comment"))
                  (scilit-show "*SciLit highlights*" (scilit-get contents :value)
                               (equal (scilit-get contents :kind) "markdown"))))))

;;;###autoload
(defun scilit-explain ()
  "Show the passages of the paper cited at point that are closest to the sentence.
Each has a score from 0 to 1 and its reason; above them is whether the paper
supports the sentence."
  (interactive)
  (scilit-request (scilit-place) "scilit/explain" nil
              (lambda (explained)
                (scilit-show "*SciLit evidence*" (scilit--explained explained)))))

(defconst scilit--relations
  '(("supports" . "supports the sentence") ("refutes" . "says the contrary of the sentence")
    ("related" . "only related to the sentence") ("not_found" . "the sentence is not found in its text"))
  "How a paper relates to a sentence.")

(defun scilit--explained (explained)
  "The text of EXPLAINED, the answer to scilit/explain."
  (concat
   (format "%s. %s\n\n" (scilit-get explained :byline) (scilit-get explained :title))
   (format "%s (%.2f): %s\n" (cdr (assoc (scilit-get explained :relation) scilit--relations))
           (scilit-get explained :score) (scilit-get explained :reason))
   (mapconcat #'scilit--passage (scilit-list (scilit-get explained :passages)) "")
   (format "\n%s\n" (scilit-get explained :use :text))))

(defun scilit--passage (passage)
  "The text of PASSAGE of a paper: score, place, words and reason."
  (let ((index (scilit-get passage :index)))
    (format "\n%.2f  %s%s\n%s\n%s\n" (scilit-get passage :score) (scilit-get passage :section)
            (if (zerop index) "" (format ", paragraph %d" index))
            (scilit-get passage :text) (scilit-get passage :reason))))

(defconst scilit-reference-formats
  '("apa" "ieee" "chicago-author-date" "mla" "bibtex" "biblatex" "csl-json" "ris")
  "The formats of references.")

;;;###autoload
(defun scilit-uncited ()
  "Show the keys of the entries that nothing cites."
  (interactive)
  (let ((place (scilit-place)))
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.uncited" :arguments (vector (list :textDocument (scilit-place-document place))))
                #'ignore)))

;;;###autoload
(defun scilit-check ()
  "List what the records of the indexes say against the entries."
  (interactive)
  (let ((place (scilit-place)))
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.check" :arguments (vector (list :textDocument (scilit-place-document place))))
                (lambda (findings)
                  (when (scilit-list findings)
                    (scilit--show-findings (scilit-list findings)))))))

(defun scilit--show-findings (findings)
  "Show FINDINGS in a buffer whose lines lead to the entries."
  (with-current-buffer (get-buffer-create "*SciLit references*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (dolist (finding findings)
        (insert (scilit--finding-line finding) "\n"))
      (compilation-mode "SciLit references")
      (goto-char (point-min)))
    (display-buffer (current-buffer))))

(defun scilit--finding-line (finding)
  "The line of FINDING, in the form of `compilation-mode'."
  (let ((start (scilit-get finding :range :start)))
    (format "%s:%d:%d: %s: %s: %s [%s]" (scilit-path (scilit-get finding :uri))
            (1+ (scilit-get start :line)) (1+ (scilit-get start :character))
            (if (< (scilit-get finding :severity) 3) "warning" "info")
            (scilit-get finding :key) (scilit-get finding :message) (scilit-get finding :code))))

;;;###autoload
(defun scilit-copy-reference (format)
  "Put the reference of the citation at point into the kill ring, in FORMAT."
  (interactive (list (completing-read (format-prompt "Copy the reference as" "apa") scilit-reference-formats nil t nil nil "apa")))
  (let* ((place (scilit-place)) (position (scilit-place-position place)))
    (scilit-request place "textDocument/codeAction"
                (list :range (list :start position :end position)
                      :context '(:diagnostics [] :only ["refactor.rewrite"] :triggerKind 1))
                (lambda (actions)
                  (scilit--copy place (scilit--errand actions "scilit.reference") format)))))

(defun scilit--errand (actions name)
  "The argument of the command NAME among code ACTIONS."
  (or (cl-loop for action in (scilit-list actions)
               for command = (scilit-get action :command)
               when (and command (not (stringp command)) (equal name (scilit-get command :command)))
               return (car (scilit-list (scilit-get command :arguments))))
      (user-error "There is no citation of your .bib at point: go to one")))

(defun scilit--copy (place errand format)
  "Copy the reference that ERRAND names at PLACE, in FORMAT."
  (let ((argument (list :uri (scilit-get errand :uri) :version (scilit-get errand :version)
                        :at (scilit-get errand :at) :key (scilit-get errand :key) :format format)))
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.reference" :arguments (vector argument))
                (lambda (text)
                  (kill-new text)
                  (message "%s" text)))))

(provide 'scilit-cite)
;;; scilit-cite.el ends here
