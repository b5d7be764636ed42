;;; scilit-online.el --- Search the repositories of the literature -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What would be sent is shown with its hosts before it is.  Which repositories
;; may be asked is a setting of the server, `online' in `scilit-settings'.

;;; Code:

(require 'scilit-server)
(require 'scilit-cite)

;;;###autoload
(defun scilit-search-online (&optional keywords)
  "Search the repositories of the literature, and cite a paper of what is found.
The keywords of the text before point, or of the region, are yours to
change, and the queries are shown with their hosts before they are sent.
KEYWORDS, with commas between them, count instead; the prefix argument
asks for them."
  (interactive (list (when current-prefix-arg
                       (read-string "Keywords that are sent (a, b): "))))
  (let* ((place (scilit-place))
         (claim (when (use-region-p)
                  (list :selection (scilit--range place (region-beginning) (region-end)))))
         (given (scilit-online--words keywords)))
    (scilit-online--plan place claim given
                         (lambda (plan)
                           (if given
                               (scilit-online--confirm place claim plan)
                             (scilit-online--edit place claim plan))))))

(defun scilit-online--words (text)
  "The words of TEXT between commas and semicolons, nil where there are none."
  (split-string (or text "") "[,;]" t "[ \t\n]+"))

(defun scilit-online--plan (place claim words do)
  "Ask what a search for CLAIM at PLACE would send; call DO with it.
WORDS are asked for instead of those of the text, where there are any."
  (scilit-request place "scilit/online/plan"
              (append claim (when words (list :keywords (vconcat words))))
              do))

(defun scilit-online--edit (place claim plan)
  "Let the user change the keywords of PLAN, for CLAIM at PLACE."
  (let* ((proposed (string-join (scilit-list (scilit-get plan :keywords)) ", "))
         (words (scilit-online--words (read-string "Keywords that are sent: " proposed))))
    (cond ((null words) (message "SciLit: nothing was sent"))
          ((equal words (scilit-online--words proposed)) (scilit-online--confirm place claim plan))
          (t (scilit-online--plan place claim words
                                  (lambda (again) (scilit-online--confirm place claim again)))))))

(defun scilit-online--confirm (place claim plan)
  "Send PLAN, for CLAIM at PLACE, once the user has seen it."
  (if (or (not (eq t (scilit-get plan :ask)))
          (equal "send" (completing-read (concat (scilit-online--queries plan) ".  Send? (send or not): ")
                                         '("send" "not") nil t nil nil "not")))
      (scilit-online--send place claim plan)
    (message "SciLit: nothing was sent")))

(defun scilit-online--queries (plan)
  "The queries of PLAN, each with its host."
  (let ((confirm (scilit-list (scilit-get plan :confirm))))
    (string-join
     (append (mapcar (lambda (query)
                       (format "%s%s gets “%s”"
                               (if (eq t (scilit-get query :secondary)) "only where the others have nothing, " "")
                               (scilit-get query :host) (scilit-get query :query)))
                     (scilit-list (scilit-get plan :queries)))
             (when confirm
               (list (concat "the papers are confirmed at " (string-join confirm ", ")))))
     "; ")))

(defun scilit-online--send (place claim plan)
  "Search for CLAIM at PLACE by the keywords of PLAN."
  (message "SciLit: searching online ...")
  (scilit-request place "scilit/online/search"
              (append claim (list :keywords (vconcat (scilit-list (scilit-get plan :keywords)))))
              (lambda (answer) (scilit-online--choose place claim answer))))

(defun scilit-online--choose (place claim answer)
  "Let the user cite one of the papers of ANSWER, for CLAIM at PLACE."
  (let* ((papers (scilit-list (scilit-get answer :papers)))
         (confirmed (seq-filter (lambda (paper) (eq t (scilit-get paper :confirmed))) papers)))
    (unless confirmed
      (user-error "%s" (scilit-online--nothing papers answer)))
    (pcase-let ((`(,words . ,chosen)
                 (scilit-choose confirmed
                                (format "Cite (%s%s): " (scilit-online--steps answer)
                                        (let ((left (- (length papers) (length confirmed))))
                                          (if (> left 0) (format "; %d not confirmed" left) "")))
                                (lambda (paper show) (scilit--preview place "sentence" claim paper show)))))
      (when chosen
        (scilit--draft place (append (scilit--chosen "sentence" chosen words) claim))))))

(defun scilit-online--nothing (papers answer)
  "Why none of PAPERS, which are those of ANSWER, can be cited."
  (if papers
      (format "None of %d papers can be cited: %s" (length papers) (scilit-get (car papers) :reason))
    (concat "No paper was found online: " (scilit-online--steps answer))))

(defun scilit-online--steps (answer)
  "How the sources of ANSWER did; one that failed is not one that has nothing."
  (mapconcat (lambda (step)
               (let ((source (scilit-get step :source)) (text (scilit-get step :text)))
                 (pcase (scilit-get step :state)
                   ("failed" (if (string-prefix-p source text) text (format "%s: %s" source text)))
                   ("none" (concat source ": nothing found"))
                   (_ (format "%s: %d found" source (scilit-get step :records))))))
             (scilit-list (scilit-get answer :steps)) "; "))

;;;###autoload
(defun scilit-add-identifier (name)
  "Cite the work of NAME at point; a .bib gets its entry alone.
NAME is a DOI, an arXiv, PubMed or PMC identifier, an ISBN, an address
or a title.  Where no corpus has the work, the server asks whether the
name may be sent to the repositories."
  (interactive "sAdd which work (DOI, arXiv, PubMed, ISBN, address or title): ")
  (let* ((place (scilit-place)) (document (scilit-place-document place)))
    (setf (scilit-place-tick place) nil) ; the edit comes before the answer
    (message "SciLit: looking it up ...")
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.addIdentifier"
                      :arguments (vector (list :uri (scilit-get document :uri) :version (scilit-get document :version)
                                               :at (scilit-place-position place) :mode "mark" :named name)))
                #'ignore)))

(provide 'scilit-online)
;;; scilit-online.el ends here
