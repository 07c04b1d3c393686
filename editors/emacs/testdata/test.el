;;; test.el --- Uses luaflow.el with a real server  -*- lexical-binding: t -*-

;; emacs -Q --batch -l test.el, with LUAFLOW_PLUGIN, the folder of luaflow.el, and LUAFLOW_BINARY, the server.

(dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
  (add-to-list 'load-path folder)) ; of Debian, which -Q leaves out
(add-to-list 'load-path (getenv "LUAFLOW_PLUGIN"))
(setq debug-on-error t
      eglot-sync-connect 30
      eglot-autoshutdown t
      eglot-send-changes-idle-time 0
      project-vc-ignores nil)
(require 'lua-mode)
(require 'luaflow)
(setq luaflow-command (list (getenv "LUAFLOW_BINARY") "lsp"))

(defun equals (got want what)
  "Fail if GOT is not WANT, of WHAT."
  (unless (equal got want)
    (error "%s: got %S, want %S" what got want)))

(defun wait-for (what holds)
  "Wait until HOLDS, a function, returns something, and return that; WHAT says what it is."
  (with-timeout (60 (error "Waited in vain: %s" what))
    (let (value)
      (while (not (setq value (funcall holds)))
        (accept-process-output nil 0.02))
      value)))

(defun open-served (name &rest lines)
  "Visit a new file NAME with LINES, and have it served."
  (let ((folder (make-temp-file "luaflow" t)))
    (with-temp-file (expand-file-name name folder)
      (insert (mapconcat #'identity lines "\n") "\n"))
    (find-file (expand-file-name name folder))
    (lua-mode)
    (apply #'eglot (eglot--guess-contact))
    (wait-for "a server" #'luaflow--server)))

(defun reported ()
  "Return the lines and texts of what is reported of this buffer."
  (flymake-start)
  (sort (mapcar (lambda (d)
                  (format "%d: %s" (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-text d)))
                (flymake-diagnostics))
        #'string<))

(defun wait-reported (regexp)
  "Wait until something is reported that matches REGEXP."
  (wait-for regexp (lambda () (cl-find-if (lambda (d) (string-match-p regexp d)) (reported)))))

(defun text ()
  "Return the lines of this buffer."
  (split-string (buffer-string) "\n" t))

;; What is reported, and what can be done about it.
(open-served "a.lua" "local function f(g)" "  local a = 1" "  a = g()" "  return a" "end" "return f")
(wait-reported "^2: .*value assigned to `a` is never read")
(goto-char (point-min))
(search-forward "local a")
(let* ((actions (eglot-code-actions (point) (point) "quickfix" nil))
       (titles (mapcar (lambda (a) (plist-get (if (stringp (car-safe a)) (cdr a) a) :title)) (append actions nil))))
  (unless (cl-some (lambda (title) (string-match-p "(verified)" title)) titles)
    (error "No verified fix among %S" titles)))
(let ((hover (luaflow--ask :textDocument/hover (eglot--TextDocumentPositionParams))))
  (unless (string-match-p "local variable" (plist-get (plist-get hover :contents) :value))
    (error "The hover is %S" hover)))

;; A function is typed, with a save after each line: nothing of it vanishes, and what the file had is fixed.
(equals luaflow-fix-on-save nil "by default")
(save-buffer)
(setq luaflow-fix-on-save t)
(let ((typed '("local function new(n)" "  local sum = 0" "  for i = 1, n do" "    sum = sum + i" "  end" "end"))
      (so-far nil))
  (goto-char (point-min))
  (dolist (line typed)
    (insert line "\n")
    (setq so-far (append so-far (list line)))
    (save-buffer)
    (equals (cl-subseq (text) 0 (length so-far)) so-far "what was typed"))
  (equals (cl-subseq (text) (length typed)) '("local function f(g)" "  local a = g()" "  return a" "end" "return f") "what the file had"))
;; Asked for by name everything is fixed.
(setq luaflow-fix-on-save nil)
(luaflow-fix-all)
(equals (member "local function new(n)" (text)) nil "the function that nobody calls")

;; A value, back and forth.
(open-served "flow.lua" "local a = f()" "local b = a + 1" "local c = b" "print(c)")
(goto-char (point-min))
(search-forward "local ")
(search-forward "local ")
(let ((source (current-buffer)))
  (luaflow-flow)
  (equals (with-current-buffer "*luaflow flow*"
            (mapcar (lambda (line) (replace-regexp-in-string "^.*flow\\.lua:" "" line)) (text)))
          '("1:11:     <- f(): local a = f()" "1:7:   <- a: local a = f()" "2:7: b: local b = a + 1"
            "3:7:   -> c: local c = b" "4:1:     -> print(c): print(c)")
          "the list")
  (cl-flet ((at () (with-current-buffer source (list (line-number-at-pos) (current-column)))))
    (previous-error)
    (equals (at) '(1 6) "back")
    (previous-error)
    (equals (at) '(1 10) "back to the beginning")
    (next-error 3)
    (equals (at) '(3 6) "forth")))
(goto-char (point-max))
(equals (condition-case err (progn (luaflow-flow) nil) (user-error (car err))) 'user-error "where there is no value")

;; What other servers answer too is answered if it is asked for.
(equals (eglot--server-capable :renameProvider) nil "by default")
(setq luaflow-features "all")
(open-served "all.lua" "local a = 1" "return a")
(goto-char (point-min))
(search-forward "local ")
(eglot-rename "b")
(equals (text) '("local b = 1" "return b") "after a rename")
;; Eglot answers a server that has ended by then, which is an error that is none of ours.
(setq debug-on-error nil)
(eglot-shutdown-all)
(message "all is as it should be")
