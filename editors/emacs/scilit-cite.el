;;; scilit-cite.el --- Commands that insert and explain citations -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Each command sends a request and returns.  The response is shown or inserted when
;; it arrives, unless the text has changed meanwhile.

;;; Code:

(require 'compile)
(require 'scilit-server)
(require 'scilit-choose)
(require 'scilit-corpus)
(require 'scilit-edit)

(defcustom scilit-papers 20
  "The maximum number of papers in a list."
  :type 'natnum
  :group 'scilit)

;;;###autoload
(defun scilit-suggest-citation (&optional keywords)
  "Choose a paper, write a sentence that cites it, and add its .bib entry.
The query is the text before point and the scilit comment next to it.
With a region, the claim is its last sentence.  With a prefix argument,
ask for KEYWORDS, which replace those in the comment."
  (interactive (list (and current-prefix-arg t)))
  (scilit--cite "sentence" keywords))

;;;###autoload
(defun scilit-insert-mark (&optional keywords)
  "Choose a paper, insert only its citation, and add its .bib entry.
With a prefix argument ask for KEYWORDS first."
  (interactive (list (and current-prefix-arg t)))
  (scilit--cite "mark" keywords))

;;;###autoload
(defun scilit-cite-by-name (name)
  "Cite the paper called NAME, and add its .bib entry.
NAME is a DOI, an arXiv or PubMed identifier, a URL, or words from the
authors' names and the title."
  (interactive "sCite which paper (DOI, arXiv, PubMed, title or authors): ")
  (let ((place (scilit-place)))
    (message "SciLit: searching ...")
    (scilit-request place "scilit/discover" (list :offset 0 :limit scilit-papers :named name)
                (lambda (found) (scilit--choose place "mark" nil found)))))

(defun scilit--cite (mode keywords)
  "Cite a paper in MODE, \"sentence\" or \"mark\".
KEYWORDS is a string, t to ask for them, or nil to use the comment's."
  (let* ((place (scilit-place))
         (claim (when (use-region-p)
                  (list :selection (scilit--range place (region-beginning) (region-end)))))
         (search (lambda (given) (scilit--discover place mode (append (when given (list :keywords given)) claim)))))
    (if (eq keywords t)
        (scilit--with-keywords place search)
      (funcall search keywords))))

;;;###autoload
(defun scilit-suggest-by-text ()
  "Edit the text of the query, search with it, and cite a paper.
The document does not change."
  (interactive)
  (let ((place (scilit-place)))
    (scilit-request place "scilit/discover" '(:offset 0 :limit 1)
                (lambda (found)
                  (scilit--discover
                   place "sentence"
                   (list :text (read-string "Search with the text: "
                                            (string-join (scilit-list (scilit-get found :context)) " "))))))))

(defun scilit--discover (place mode given)
  "Search at PLACE, and cite the chosen paper in MODE.
GIVEN is a property list of request parameters.  Its :keywords and :text
replace those of the document; its :selection is the claim."
  (message "SciLit: searching ...")
  (scilit-request place "scilit/discover" (append (list :offset 0 :limit scilit-papers) given)
              (lambda (found) (scilit--found place mode given found))
              (lambda (message)
                (scilit-first-use place message
                                  (lambda () (scilit--discover place mode given))))))

(defun scilit--found (place mode given found)
  "Let the user cite a paper from the result FOUND at PLACE in MODE.
If all papers are from the user's library, first offer to add a corpus.
GIVEN is as in `scilit--discover'."
  (let ((choose (lambda () (scilit--choose place mode given found))))
    (if (cl-every (lambda (paper) (equal "library" (scilit-get paper :corpus)))
                  (scilit-list (scilit-get found :papers)))
        (scilit-unless-bare place choose)
      (funcall choose))))

(defun scilit--choose (place mode given found)
  "Let the user choose a paper from FOUND at PLACE, and cite it in MODE.
GIVEN is as in `scilit--discover'."
  (unless (and (eq (window-buffer) (current-buffer)) (not (active-minibuffer-window)))
    (user-error "The papers arrived after you moved: repeat the command"))
  (let ((papers (scilit-list (scilit-get found :papers))))
    (unless papers
      (user-error "No paper was found: try other keywords"))
    (pcase-let ((`(,words . ,chosen)
                 (scilit-choose papers (scilit--prompt mode found)
                                (lambda (paper show) (scilit--preview place mode given paper show)))))
      (when chosen
        (scilit--draft place (append (scilit--chosen mode chosen words) given))))))

(defun scilit--chosen (mode papers words)
  "Return the parameters of a draft in MODE about PAPERS.
If WORDS is non-nil, ask for a prefix and a locator."
  (if (or words (cdr papers))
      (append (list :mode "mark" :papers (vconcat (mapcar #'scilit--ref papers)))
              (when words
                (list :prefix (read-string "Before the citation (see): ")
                      :locator (read-string "Page (p. 3): "))))
    (append (list :mode mode) (scilit--ref (car papers)))))

(defun scilit--ref (paper)
  "Return the parameters that identify PAPER in a request."
  (list :paper (scilit-get paper :id) :corpus (scilit-get paper :corpus)))

(defun scilit--preview (place mode given paper show)
  "Request a draft at PLACE in MODE about PAPER, and call SHOW with its text.
GIVEN is as in `scilit--discover'."
  (scilit-server-request
   (scilit-place-server place) "scilit/draft"
   (append (scilit-place-spot place) (list :mode mode) (scilit--ref paper) given)
   (lambda (draft) (funcall show (scilit--preview-text draft)))
   (lambda (message) (funcall show (concat "No sentence can be written: " message)))))

(defun scilit--preview-text (draft)
  "Return the text of DRAFT and its evidence, in a few lines."
  (let ((evidence (scilit-get draft :evidence)) (note (scilit-get draft :note)))
    (string-join
     (delq nil (list (concat "Suggested sentence: "
                             (propertize (string-join (split-string (scilit-get draft :text)) " ") 'face 'italic))
                     (when (and evidence (not (eq evidence :json-null)))
                       (format "Evidence in the paper (support %.2f out of 1): “%s”"
                               (scilit-get draft :support) (scilit-get evidence :text)))
                     (when (stringp note) note)))
     "\n")))

(defun scilit--prompt (mode found)
  "Return the prompt for the papers in the result FOUND, in MODE."
  (let ((keywords (scilit-get found :keywords)))
    (format "%s (%s%s): "
            (if (equal mode "mark") "Insert mark for" "Cite")
            (if-let ((mistake (car (scilit-list (scilit-get found :mistakes)))))
                (concat (scilit--mistake mistake) "; ")
              "")
            (cond ((scilit--relaxed found))
                  ((string-empty-p keywords) "by the text only")
                  (t (format "%d match “%s”" (scilit-get found :matching) keywords))))))

(defun scilit--relaxed (found)
  "Return how the keywords were relaxed for the result FOUND, or nil."
  (let ((relaxation (scilit-get found :relaxation)))
    (when (or (consp relaxation) (hash-table-p relaxation))
      (scilit-get relaxation :text))))

(defun scilit--draft (place params)
  "Request a draft at PLACE with PARAMS, and insert it."
  (message "SciLit: writing ...")
  (scilit-request place "scilit/draft" params (lambda (draft) (scilit--write place draft))))

(defun scilit--write (place draft)
  "Insert DRAFT into the buffer of PLACE and its .bib, and report the result.
Point moves to the end of the inserted text."
  (let* ((after (copy-marker (point) t))
         (bibs (scilit-edit-apply (scilit-place-server place) (scilit-get draft :edit))))
    (goto-char after)
    (set-marker after nil)
    (message "SciLit: %s%s" (scilit-edit-entries bibs)
             (if-let ((evidence (scilit-get draft :evidence)))
                 (format "; evidence in the paper (support %.2f out of 1): “%s”"
                         (scilit-get draft :support) (scilit-get evidence :text))
               (if-let ((note (scilit-get draft :note))) (concat "; " note) "")))))

;;;###autoload
(defun scilit-rewrite ()
  "Rewrite the citing sentence at point with other keywords."
  (interactive)
  (let ((place (scilit-place)))
    (scilit--with-keywords
     place (lambda (given) (scilit--draft place (list :mode "rewrite" :keywords given))))))

;;;###autoload
(defun scilit-related-work (begin end &optional topics choose)
  "Write a related-work paragraph, one sentence per paper, and add .bib entries.
The topics are the scilit comments between BEGIN and END.  Without
comments they are the keywords there, one topic per line or separated by
semicolons.  Without a region, ask for TOPICS, and insert the paragraph
below the current one.  With CHOOSE, the prefix argument, the user
chooses the papers for each topic; otherwise, the best one is cited."
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
  "Request a paragraph at PLACE with parameters ASKED; call RETRY with an error."
  (let ((any (copy-scilit-place place)))
    (setf (scilit-place-tick any) nil) ; the edit arrives before the response
    (scilit-place-check place)
    (scilit-request any "workspace/executeCommand"
                (list :command "scilit.relatedWork"
                      :arguments (vector (append (list :textDocument (scilit-place-document place)) asked)))
                #'ignore retry)))

(defun scilit--choose-related (topics)
  "Let the user choose papers for TOPICS; return them as request parameters."
  (cl-loop
   for topic in topics for index from 0
   for papers = (scilit-list (scilit-get topic :papers))
   unless papers do (message "SciLit: no paper was found for “%s”" (scilit-get topic :keywords))
   append (when papers
            (mapcar (lambda (paper) (append (list :topic index) (scilit--ref paper)))
                    (cdr (scilit-choose papers (format "Papers about “%s” (%d of %d; M-m marks several): "
                                                       (scilit-get topic :keywords) (1+ index) (length topics))))))))

(defun scilit--range (place begin end)
  "Return the LSP range from BEGIN to END for the server of PLACE."
  (cl-flet ((position (at) (save-excursion
                             (goto-char at)
                             (scilit-server-position (scilit-place-server place)))))
    (list :start (position begin) :end (position end))))

;; The prompt for keywords starts with those of the comment and checks them as the
;; user types.

(defun scilit--with-keywords (place do)
  "Read keywords for PLACE, with the comment's as initial input; call DO with them."
  (scilit-request place "scilit/keywords" nil
              (lambda (current)
                (funcall do (scilit--read-keywords place (scilit-get current :keywords))))))

(defun scilit--read-keywords (place current)
  "Read keywords for PLACE, with CURRENT as initial input."
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
  "Check the keywords in the minibuffer at PLACE; show the result in overlay SHOWN."
  (when-let ((buffer (overlay-buffer shown)))
    (let ((typed (with-current-buffer buffer (minibuffer-contents-no-properties))))
      (scilit-server-request
       (scilit-place-server place) "scilit/keywords" (list :keywords typed)
       (lambda (read)
         (when (overlay-buffer shown)
           (overlay-put shown 'after-string (propertize (scilit--judgement read) 'face 'shadow 'cursor t))))
       #'ignore))))

(defun scilit--judgement (read)
  "Return one line about READ, the parsed keywords."
  (let ((mistake (car (scilit-list (scilit-get read :mistakes))))
        (matching (scilit-get read :matching)))
    (cond (mistake (format "  [%s]" (scilit--mistake mistake)))
          ((numberp matching) (format "  [%d papers]" matching))
          (t ""))))

(defun scilit--mistake (mistake)
  "Return the column and message of MISTAKE, a syntax error in keywords."
  (format "column %d: %s" (1+ (scilit-get mistake :start)) (scilit-get mistake :message)))

;;;###autoload
(defun scilit-show-highlights ()
  "Show the most relevant sentences of the paper cited at point.
On a scilit comment, show its meaning and its results."
  (interactive)
  (scilit-request (scilit-place) "textDocument/hover" nil
              (lambda (hover)
                (let ((contents (and hover (scilit-get hover :contents))))
                  (unless contents
                    (user-error "Nothing to show here: move point to a citation or a scilit comment"))
                  (scilit-show "*SciLit highlights*" (scilit-get contents :value)
                               (equal (scilit-get contents :kind) "markdown"))))))

;;;###autoload
(defun scilit-explain ()
  "Show whether the paper cited at point supports the sentence.
Also show the passages of the paper that are closest to the sentence,
each with a score from 0 to 1 and its reason."
  (interactive)
  (scilit-request (scilit-place) "scilit/explain" nil
              (lambda (explained)
                (scilit-show "*SciLit evidence*" (scilit--explained explained)))))

(defconst scilit--relations
  '(("supports" . "supports the sentence") ("refutes" . "contradicts the sentence")
    ("related" . "is only related to the sentence") ("not_found" . "does not mention this in the available text"))
  "The relations of a paper to a sentence, with their descriptions.")

(defun scilit--explained (explained)
  "Return the text of EXPLAINED, the result of scilit/explain."
  (concat
   (format "%s. %s\n\n" (scilit-get explained :byline) (scilit-get explained :title))
   (format "%s (support %.2f out of 1): %s\n" (cdr (assoc (scilit-get explained :relation) scilit--relations))
           (scilit-get explained :support) (scilit-get explained :reason))
   (mapconcat #'scilit--passage (scilit-list (scilit-get explained :passages)) "")
   (format "\n%s\n" (scilit-get explained :use :text))))

(defun scilit--passage (passage)
  "Return the score, location, text and reason of PASSAGE."
  (let ((index (scilit-get passage :index)))
    (format "\n%.2f  %s%s\n%s\n%s\n" (scilit-get passage :score) (scilit-get passage :section)
            (if (zerop index) "" (format ", paragraph %d" index))
            (scilit-get passage :text) (scilit-get passage :reason))))

(defconst scilit-reference-formats
  '("apa" "ieee" "chicago-author-date" "mla" "vancouver" "bibtex" "biblatex" "csl-json" "ris")
  "The formats that `scilit-copy-reference' offers.")

;;;###autoload
(defun scilit-uncited ()
  "Show the keys of uncited .bib entries."
  (interactive)
  (let ((place (scilit-place)))
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.uncited" :arguments (vector (list :textDocument (scilit-place-document place))))
                #'ignore)))

;;;###autoload
(defun scilit-check ()
  "List the differences between .bib entries and the records in your indexes."
  (interactive)
  (let ((place (scilit-place)))
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.check" :arguments (vector (list :textDocument (scilit-place-document place))))
                (lambda (findings)
                  (when (scilit-list findings)
                    (scilit--show-findings (scilit-list findings)))))))

;;;###autoload
(defun scilit-published-since ()
  "List the sentences related to papers published since the last update.
These papers were found by updates of a grown corpus; nothing is sent."
  (interactive)
  (let ((place (scilit-place)))
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.publishedSince"
                      :arguments (vector (list :textDocument (scilit-place-document place))))
                (lambda (places)
                  (when (scilit-list places)
                    (scilit--show-lines "*SciLit new papers*"
                                        (mapcar #'scilit--recent-line (scilit-list places))))))))

(defun scilit--recent-line (place)
  "Return a line about a paper at PLACE that `compilation-mode' can parse."
  (let ((start (scilit-get place :range :start))
        (cites (scilit-get place :cites)))
    (format "%s:%d:%d: info: %s%s" (scilit-path (scilit-get place :uri))
            (1+ (scilit-get start :line)) (1+ (scilit-get start :character))
            (scilit-get place :title) (if cites (format " [also cites %s]" cites) ""))))

(defun scilit--show-findings (findings)
  "Show FINDINGS in a buffer whose lines link to the entries."
  (scilit--show-lines "*SciLit references*" (mapcar #'scilit--finding-line findings)))

(defun scilit--show-lines (name lines)
  "Show LINES, which `compilation-mode' can parse, in the buffer NAME."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (dolist (line lines)
        (insert line "\n"))
      (compilation-mode "SciLit")
      (goto-char (point-min)))
    (display-buffer (current-buffer))))

(defun scilit--finding-line (finding)
  "Return a line about FINDING that `compilation-mode' can parse."
  (let ((start (scilit-get finding :range :start)))
    (format "%s:%d:%d: %s: %s: %s [%s]" (scilit-path (scilit-get finding :uri))
            (1+ (scilit-get start :line)) (1+ (scilit-get start :character))
            (if (< (scilit-get finding :severity) 3) "warning" "info")
            (scilit-get finding :key) (scilit-get finding :message) (scilit-get finding :code))))

;;;###autoload
(defun scilit-copy-reference (format)
  "Copy the reference of the citation at point to the kill ring, in FORMAT."
  (interactive (list (completing-read (format-prompt "Copy the reference as" "apa") scilit-reference-formats nil t nil nil "apa")))
  (let* ((place (scilit-place)) (position (scilit-place-position place)))
    (scilit-request place "textDocument/codeAction"
                (list :range (list :start position :end position)
                      :context '(:diagnostics [] :only ["refactor.rewrite"] :triggerKind 1))
                (lambda (actions)
                  (scilit--copy place (scilit--errand actions "scilit.reference") format)))))

(defun scilit--errand (actions name)
  "Return the argument of the command NAME in the code ACTIONS."
  (or (cl-loop for action in (scilit-list actions)
               for command = (scilit-get action :command)
               when (and command (not (stringp command)) (equal name (scilit-get command :command)))
               return (car (scilit-list (scilit-get command :arguments))))
      (user-error "Point is not on a citation of an entry in your .bib: move it to one")))

(defun scilit--copy (place errand format)
  "Copy the reference named by the command argument ERRAND at PLACE, in FORMAT."
  (let ((argument (list :uri (scilit-get errand :uri) :version (scilit-get errand :version)
                        :at (scilit-get errand :at) :key (scilit-get errand :key) :format format)))
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.reference" :arguments (vector argument))
                (lambda (text)
                  (kill-new text)
                  (message "%s" text)))))

(provide 'scilit-cite)
;;; scilit-cite.el ends here
