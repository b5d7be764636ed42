;;; scilit-own.el --- A server of SciLit's own, beside any other -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Eglot gives a buffer one server.  Where that is texlab, or where no client
;; runs at all, the commands talk to a server that this file starts.  It is told
;; what was typed when it is asked something, not at each key.

;;; Code:

(require 'jsonrpc)
(require 'scilit-server)
(require 'scilit-edit)

(defclass scilit-own-connection (jsonrpc-process-connection)
  ((root :initarg :root)
   (ticks :initform (make-hash-table :test #'equal)))
  "A server for the files below ROOT.
TICKS says which version of each URI it knows.")

(defvar scilit-own--connections nil
  "The servers that were started, by their roots.")

(defun scilit-own-server ()
  "The server for the current buffer, started where it does not run."
  (let* ((root (scilit-own--root))
         (running (cdr (assoc root scilit-own--connections))))
    (if (and running (jsonrpc-running-p running))
        running
      (setf (alist-get root scilit-own--connections nil nil #'equal)
            (scilit-own--start root)))))

(defun scilit-own--root ()
  "The folder that the current buffer's settings and manuscripts are in."
  (expand-file-name
   (or (locate-dominating-file default-directory "scilit.toml")
       (locate-dominating-file default-directory ".git")
       default-directory)))

(defun scilit-own--start (root)
  "Start a server for the files below ROOT.
The name of its buffer of errors is the one that jsonrpc looks for."
  (let* ((name (concat "scilit " root))
         (connection
          (make-instance
           'scilit-own-connection
           :name name :root root
           :notification-dispatcher #'scilit-own--told
           :request-dispatcher #'scilit-own--asked
           :process (let ((default-directory root))
                      (make-process :name name :command (list (scilit-program))
                                    :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                                    :stderr (get-buffer-create (format "*%s stderr*" name)))))))
    (jsonrpc-request connection :initialize (scilit-own--initialization root))
    (jsonrpc-notify connection :initialized #s(hash-table))
    connection))

(defun scilit-own--initialization (root)
  "What a server for ROOT is told first.
A position's column is a number of characters."
  (list :processId (emacs-pid) :rootUri (scilit-uri root)
        :initializationOptions (or (scilit-server-settings) #s(hash-table))
        :capabilities '(:general (:positionEncodings ["utf-32"])
                        :workspace (:applyEdit t :workspaceEdit (:documentChanges t))
                        :textDocument (:hover (:contentFormat ["plaintext"])))))

(defun scilit-own--told (_connection method params)
  "Show PARAMS of the notification METHOD: a message, or a part of an answer."
  (pcase method
    ('window/showMessage (scilit-told (plist-get params :message)))
    ('$/progress (scilit-heard (plist-get params :token) (plist-get params :value)))))

(defun scilit-own--asked (connection method params)
  "Answer what the server of CONNECTION asks by METHOD with PARAMS."
  (pcase method
    ('workspace/applyEdit (scilit-edit-answer connection (scilit-get params :edit)))
    ('window/showMessageRequest
     (scilit-own--choose (plist-get params :message) (plist-get params :actions)))))

(defun scilit-own--choose (question actions)
  "Ask QUESTION; return the one of ACTIONS that is chosen, nil for none."
  (let ((titles (mapcar (lambda (action) (plist-get action :title)) actions))
        (scilit-asking t))
    (condition-case nil
        (when-let ((chosen (car (member (completing-read (concat question " ") titles nil t) titles))))
          (list :title chosen))
      (quit nil))))

(cl-defmethod scilit-server-document ((server scilit-own-connection))
  "Tell SERVER of all manuscripts and bibliographies that changed."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and buffer-file-name (scilit-language)
                 (file-in-directory-p buffer-file-name (oref server root)))
        (scilit-own--sync server))))
  (list :uri (scilit-uri buffer-file-name) :version (buffer-chars-modified-tick)))

(defun scilit-own--sync (server)
  "Tell SERVER the current buffer's text, unless it knows it."
  (let* ((uri (scilit-uri buffer-file-name)) (tick (buffer-chars-modified-tick))
         (known (gethash uri (oref server ticks))))
    (cond
     ((null known)
      (jsonrpc-notify server :textDocument/didOpen
                      (list :textDocument (list :uri uri :version tick :languageId (scilit-language)
                                                :text (scilit-own--text))))
      (add-hook 'kill-buffer-hook #'scilit-own--close nil t))
     ((/= known tick)
      (jsonrpc-notify server :textDocument/didChange
                      (list :textDocument (list :uri uri :version tick)
                            :contentChanges (vector (list :text (scilit-own--text)))))))
    (puthash uri tick (oref server ticks))))

(defun scilit-own--text ()
  "The whole text of the current buffer."
  (save-restriction
    (widen)
    (buffer-substring-no-properties (point-min) (point-max))))

(defun scilit-own--close ()
  "Tell the servers that the current buffer is no more."
  (let ((uri (scilit-uri buffer-file-name)))
    (pcase-dolist (`(,_ . ,server) scilit-own--connections)
      (when (and (jsonrpc-running-p server) (gethash uri (oref server ticks)))
        (remhash uri (oref server ticks))
        (jsonrpc-notify server :textDocument/didClose (list :textDocument (list :uri uri)))))))

(cl-defmethod scilit-server-position ((_server scilit-own-connection))
  "The position of point, in characters."
  (save-restriction
    (widen)
    (list :line (1- (line-number-at-pos)) :character (- (point) (line-beginning-position)))))

(cl-defmethod scilit-server-apply ((_server scilit-own-connection) edit)
  "Apply EDIT."
  (dolist (change (scilit-list (scilit-get edit :documentChanges)))
    (with-current-buffer (find-file-noselect (scilit-path (scilit-get change :textDocument :uri)))
      (save-excursion
        (save-restriction
          (widen)
          (atomic-change-group
            (mapc #'scilit-own--replace
                  (mapcar #'scilit-own--located (scilit-list (scilit-get change :edits))))))))))

(defun scilit-own--located (edit)
  "EDIT as (BEGIN END TEXT), with markers, which stay true while others are made."
  (list (copy-marker (scilit-own--point (scilit-get edit :range :start)))
        (copy-marker (scilit-own--point (scilit-get edit :range :end)))
        (scilit-get edit :newText)))

(defun scilit-own--point (position)
  "Where POSITION is in the current buffer."
  (goto-char (point-min))
  (forward-line (scilit-get position :line))
  (min (+ (point) (scilit-get position :character)) (line-end-position)))

(defun scilit-own--replace (edit)
  "Make EDIT, which is (BEGIN END TEXT)."
  (pcase-let ((`(,begin ,end ,text) edit))
    (goto-char begin)
    (delete-region begin end)
    (insert text)
    (set-marker begin nil)
    (set-marker end nil)))

(cl-defmethod scilit-server-forget ((_server scilit-own-connection))
  "Tell no more of the current buffer."
  (scilit-own--close))

(cl-defmethod scilit-server-restart ((server scilit-own-connection))
  "End SERVER; another one comes with the next command."
  (jsonrpc-shutdown server)
  (message "SciLit: the server starts again with the next command"))

(provide 'scilit-own)
;;; scilit-own.el ends here
