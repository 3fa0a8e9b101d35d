"""Names of common programs, by which a sentence says that it speaks of another one than the project's."""

TOOLS = frozenset(
    {"ack", "adb", "ag", "ansible", "apk", "apt", "awk", "aws", "az", "babel", "bash", "bazel"}
    | {"brew", "bundle", "bundler", "cargo", "cat", "cc", "chmod", "chown", "chrome", "chromium"}
    | {"clang", "cmake", "compiler", "composer", "conda", "cp", "cron", "crontab", "curl", "cut"}
    | {"date", "dd", "deno", "df", "diff", "dig", "dnf", "docker", "docker-compose", "dot", "du"}
    | {"echo", "emacs", "env", "esbuild", "eslint", "exiftool", "expect", "fd", "ffmpeg", "ffprobe"}
    | {"find", "firefox", "fish", "flake8", "flask", "fzf", "g++", "gcc", "gdb", "gem", "gh", "git"}
    | {"go", "gofmt", "gpg", "gradle", "gradlew", "grep", "groff", "gulp", "gunicorn", "gzip", "head"}
    | {"helm", "hg", "htop", "iconv", "inkscape", "install", "ip", "iptables", "isort", "java", "javac"}
    | {"jest", "journalctl", "jq", "jvm", "k9s", "kind", "kubectl", "latex", "ld", "less", "linker"}
    | {"ln", "locust", "ls", "lsof", "make", "man", "mkdir", "mocha", "mount", "mv", "mvn", "mypy"}
    | {"mysql", "nano", "nc", "ncat", "neovim", "netcat", "nginx", "nmap", "node", "nodemon", "nohup"}
    | {"npm", "npx", "nvim", "openssl", "pandoc", "parallel", "paste", "patch", "perl", "php", "pip"}
    | {"pip3", "pipx", "pkg-config", "podman", "poetry", "postgres", "prettier", "ps", "psql", "py"}
    | {"pytest", "python", "python3", "rails", "rake", "rg", "rm", "rsync", "ruby", "ruff", "rustc"}
    | {"rustup", "scp", "screen", "sed", "sh", "shellcheck", "snap", "sort", "sqlite3", "ssh", "strace"}
    | {"sudo", "svn", "systemctl", "tac", "tail", "tar", "tcpdump", "tee", "terraform", "tmux", "top"}
    | {"touch", "tox", "tr", "tsc", "typescript", "uglifyjs", "uniq", "unzip", "uv", "uvicorn"}
    | {"valgrind", "vi", "vim", "virtualenv", "vite", "wc", "webpack", "wget", "xargs", "xclip", "xz"}
    | {"yarn", "yum", "zip", "zsh", "zstd"}
)
"""Programs that a reader is likely to have."""

WORDS = frozenset(
    {"cat", "cut", "date", "diff", "dot", "echo", "env", "expect", "find", "go", "head", "install"}
    | {"ip", "java", "kind", "less", "make", "man", "mount", "node", "parallel", "paste", "patch"}
    | {"perl", "ps", "py", "python", "ruby", "screen", "sh", "snap", "sort", "tail", "top", "touch"}
    | {"which"}
)
"""Those whose names are words of the language too: they count in code only."""
