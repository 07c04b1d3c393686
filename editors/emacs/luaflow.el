;;; luaflow.el --- Data-flow analysis for Lua, by Eglot  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "26.3") (eglot "1.9"))
;; Keywords: languages, tools

;;; Commentary:

;; Has Eglot start the luaflow language server for Lua, and adds what Eglot does not ask by
;; itself: fixes when a buffer is saved, and where a value comes from and goes to.
;;
;;     (add-to-list 'load-path "/path/to/luaflow/editors/emacs")
;;     (require 'luaflow)
;;     (add-hook 'lua-mode-hook #'eglot-ensure)

;;; Code:

(require 'cl-lib)
(require 'compile)
(require 'eglot)
(require 'jsonrpc)

(defvar eglot-confirm-server-edits) ; of newer versions of Eglot

(defgroup luaflow nil
  "Data-flow analysis for Lua."
  :group 'tools)

(defcustom luaflow-command '("luaflow" "lsp")
  "The command that starts the server."
  :type '(repeat string))

(defcustom luaflow-features nil
  "What luaflow answers although other Lua servers do too: names, or \"all\".
Eglot starts one server for a mode, so that there is no other by default."
  :type '(choice (const :tag "Everything" "all") (repeat string)))

(defcustom luaflow-options nil
  "More options of the server, as a property list: `(:references \"flow\")'."
  :type 'plist)

(defcustom luaflow-fix-on-save nil
  "Whether verified fixes are applied when a buffer is saved.
What was typed since it was opened is spared."
  :type 'boolean)

(defun luaflow--contact (&rest _)
  "Return how Eglot starts the server."
  (append luaflow-command
          (list :initializationOptions
                (append luaflow-options
                        (list :features (if (listp luaflow-features)
                                            (vconcat luaflow-features)
                                          luaflow-features))))))

(dolist (mode '(lua-mode lua-ts-mode))
  (setq eglot-server-programs (assq-delete-all mode eglot-server-programs))
  (push (cons mode #'luaflow--contact) eglot-server-programs))

(defun luaflow--server ()
  "Return the server of this buffer, nil if there is none or it is another one."
  (let ((server (eglot-current-server)))
    (and server
         (plist-get (plist-get (eglot--capabilities server) :experimental) :luaflow)
         server)))

(defun luaflow--ask (method params)
  "Ask the server of this buffer METHOD with PARAMS, about the text as it is now."
  (let ((server (or (luaflow--server)
                    (user-error "No luaflow server is attached to this buffer"))))
    (eglot--signal-textDocument/didChange)
    (jsonrpc-request server method params)))

;;; Fixes

(defun luaflow--fix (trigger)
  "Apply the verified fixes that a code action of kind TRIGGER may have.
That is 1 for one that somebody asks for by name, 2 for one that Emacs does by
itself.  Return whether there were some."
  (let* ((nowhere '(:line 0 :character 0))
         (actions (luaflow--ask
                   :textDocument/codeAction
                   (list :textDocument (eglot--TextDocumentIdentifier)
                         :range (list :start nowhere :end nowhere)
                         :context (list :diagnostics []
                                        :only ["source.fixAll.luaflow"]
                                        :triggerKind trigger))))
         (edit (and (> (length actions) 0) (plist-get (elt actions 0) :edit)))
         ;; Newer versions of Eglot ask before they apply what they were not asked for.
         (eglot-confirm-server-edits nil))
    (when edit
      (if (and (consp (func-arity #'eglot--apply-workspace-edit))
               (= (car (func-arity #'eglot--apply-workspace-edit)) 2))
          (with-no-warnings (eglot--apply-workspace-edit edit this-command))
        (eglot--apply-workspace-edit edit))
      t)))

(defun luaflow-fix-all ()
  "Apply all verified fixes to this buffer."
  (interactive)
  (unless (luaflow--fix 1)
    (message "luaflow: nothing to fix")))

(defun luaflow--before-save ()
  "Apply fixes before this buffer is saved, if that is wanted."
  (when (and luaflow-fix-on-save (luaflow--server) (not buffer-read-only))
    (with-demoted-errors "luaflow: %S" (luaflow--fix 2))))

(defun luaflow--managed ()
  "Look after a buffer that Eglot manages, or does not any more."
  (if (and (eglot-managed-p) (luaflow--server))
      (add-hook 'before-save-hook #'luaflow--before-save nil t)
    (remove-hook 'before-save-hook #'luaflow--before-save t)))

(add-hook 'eglot-managed-mode-hook #'luaflow--managed)

;;; Flow

(defconst luaflow--most 200 "How many places are listed in each direction.")
(defconst luaflow--deepest 8 "How far a value is followed.")

(defun luaflow--follow (method item)
  "Return what METHOD lists below ITEM: (ITEM . DEPTH), each before those below it."
  (let (found)
    (cl-labels ((expand (of depth)
                  (when (<= depth luaflow--deepest)
                    (cl-loop for call across (or (luaflow--ask method (list :item of)) [])
                             for to = (or (plist-get call :from) (plist-get call :to))
                             while (< (length found) luaflow--most)
                             do (push (cons to depth) found)
                             (expand to (1+ depth))))))
      (expand item 1))
    (nreverse found)))

(defun luaflow--line (item depth arrow)
  "Return the line of a list for ITEM, indented by DEPTH after ARROW.
This buffer has its text."
  (let* ((start (plist-get (plist-get item :selectionRange) :start))
         (point (eglot--lsp-position-to-point start))
         (detail (replace-regexp-in-string "line [0-9]+: " "" (or (plist-get item :detail) ""))))
    (save-excursion
      (save-restriction
        (widen)
        (goto-char point)
        (format "%s:%d:%d: %s%s%s: %s\n" (buffer-file-name) (line-number-at-pos)
                (1+ (- (point) (line-beginning-position)))
                (make-string (* 2 depth) ?\s) arrow (plist-get item :name) detail)))))

(define-compilation-mode luaflow-flow-mode "Flow"
  "Where a value comes from and goes to."
  (setq-local compilation-error-regexp-alist '(gnu))
  (setq-local compilation-error-screen-columns nil))

(defun luaflow-flow ()
  "List where the value at point comes from and where it goes.
It is followed through assignments, arguments, results, captured variables and
fields.  `previous-error' goes back from the place of point, `next-error' forth."
  (interactive)
  (let* ((items (luaflow--ask :textDocument/prepareCallHierarchy (eglot--TextDocumentPositionParams)))
         (item (if (> (length items) 0) (elt items 0)
                 (user-error "No value is followed from here: there is none, or it is a function")))
         (sources (luaflow--follow :callHierarchy/incomingCalls item))
         (targets (luaflow--follow :callHierarchy/outgoingCalls item))
         (before (mapconcat (lambda (s) (luaflow--line (car s) (cdr s) "<- ")) (reverse sources) ""))
         (here (luaflow--line item 0 ""))
         (after (mapconcat (lambda (s) (luaflow--line (car s) (cdr s) "-> ")) targets ""))
         (buffer (get-buffer-create "*luaflow flow*")))
    (with-current-buffer buffer
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert before)
        (let ((at (point)))
          (insert here after)
          (luaflow-flow-mode)
          (compilation--ensure-parse (point-max))
          (goto-char at)
          (setq-local compilation-current-error (copy-marker at))
          (setq-local overlay-arrow-position nil))))
    (setq next-error-last-buffer buffer)
    (let ((window (display-buffer buffer)))
      (when window
        (set-window-point window (with-current-buffer buffer compilation-current-error))))))

(provide 'luaflow)
;;; luaflow.el ends here
