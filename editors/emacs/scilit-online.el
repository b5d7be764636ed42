;;; scilit-online.el --- Search online repositories -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Searches online repositories, after showing the words and hosts of each query.
;; The :online setting in `scilit-settings' lists the repositories.

;;; Code:

(require 'scilit-server)
(require 'scilit-cite)

;;;###autoload
(defun scilit-search-online (&optional keywords)
  "Search online repositories, and cite one of the papers found.
Propose keywords for the text before point, or for the region; the user
can edit them.  Show the queries with their hosts before sending them.
KEYWORDS, separated by commas, replace the proposed ones; a prefix
argument asks for them."
  (interactive (list (when current-prefix-arg
                       (read-string "Keywords to send (a, b): "))))
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
  "Return the parts of TEXT between commas and semicolons, nil if it has none."
  (split-string (or text "") "[,;]" t "[ \t\n]+"))

(defun scilit-online--plan (place claim words do)
  "Request the queries for CLAIM at PLACE; call DO with the plan.
WORDS, if any, replace the keywords of the text."
  (scilit-request place "scilit/online/plan"
              (append claim (when words (list :keywords (vconcat words))))
              do))

(defun scilit-online--edit (place claim plan)
  "Let the user edit the keywords of PLAN, for CLAIM at PLACE."
  (let* ((proposed (string-join (scilit-list (scilit-get plan :keywords)) ", "))
         (words (scilit-online--words (read-string "Keywords to send: " proposed))))
    (cond ((null words) (message "SciLit: nothing was sent"))
          ((equal words (scilit-online--words proposed)) (scilit-online--confirm place claim plan))
          (t (scilit-online--plan place claim words
                                  (lambda (again) (scilit-online--confirm place claim again)))))))

(defun scilit-online--confirm (place claim plan)
  "Send PLAN, for CLAIM at PLACE, after the user confirms it if required."
  (if (or (not (eq t (scilit-get plan :ask)))
          (equal "send" (completing-read (concat (scilit-online--queries plan) ".  Send? (send or not): ")
                                         '("send" "not") nil t nil nil "not")))
      (scilit-online--send place claim plan)
    (message "SciLit: nothing was sent")))

(defun scilit-online--queries (plan)
  "Return the queries of PLAN, each with its host."
  (let ((confirm (scilit-list (scilit-get plan :confirm))))
    (string-join
     (append (mapcar (lambda (query)
                       (format "%s%s receives “%s”"
                               (if (eq t (scilit-get query :secondary)) "only if the others find nothing, " "")
                               (scilit-get query :host) (scilit-get query :query)))
                     (scilit-list (scilit-get plan :queries)))
             (when confirm
               (list (concat "the papers are confirmed by " (string-join confirm ", ")))))
     "; ")))

(defun scilit-online--send (place claim plan)
  "Search for CLAIM at PLACE with the keywords of PLAN."
  (message "SciLit: searching online ...")
  (scilit-request place "scilit/online/search"
              (append claim (list :keywords (vconcat (scilit-list (scilit-get plan :keywords)))))
              (lambda (answer) (scilit-online--choose place claim answer))))

(defun scilit-online--choose (place claim answer)
  "Let the user cite a confirmed paper from ANSWER, for CLAIM at PLACE."
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
  "Return the reason why none of PAPERS from ANSWER can be cited."
  (if papers
      (format "None of the %d papers found can be cited: %s" (length papers) (scilit-get (car papers) :reason))
    (concat "No paper was found online: " (scilit-online--steps answer))))

(defun scilit-online--steps (answer)
  "Return the outcome of each source in ANSWER.
Failures are distinguished from empty results."
  (mapconcat (lambda (step)
               (let ((source (scilit-get step :source)) (text (scilit-get step :text)))
                 (pcase (scilit-get step :state)
                   ("failed" (if (string-prefix-p source text) text (format "%s: %s" source text)))
                   ("none" (concat source ": nothing found"))
                   (_ (format "%s: %d found" source (scilit-get step :records))))))
             (scilit-list (scilit-get answer :steps)) "; "))

;;;###autoload
(defun scilit-add-identifier (name)
  "Cite the work called NAME at point; in a .bib, add only its entry.
NAME is a DOI, an arXiv, PubMed or PMC identifier, an ISBN, a URL or a
title.  If no corpus contains the work, the server asks whether to send
the name to online repositories."
  (interactive "sAdd which work (DOI, arXiv, PubMed, ISBN, URL or title): ")
  (let* ((place (scilit-place)) (document (scilit-place-document place)))
    (setf (scilit-place-tick place) nil) ; the edit arrives before the response
    (message "SciLit: looking it up ...")
    (scilit-request place "workspace/executeCommand"
                (list :command "scilit.addIdentifier"
                      :arguments (vector (list :uri (scilit-get document :uri) :version (scilit-get document :version)
                                               :at (scilit-place-position place) :mode "mark" :named name)))
                #'ignore)))

(provide 'scilit-online)
;;; scilit-online.el ends here
