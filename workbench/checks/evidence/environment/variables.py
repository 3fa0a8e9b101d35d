"""Which environment variables the code reads, and what it takes where one is not set."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from workbench.checks.evidence.code_files import CodeFiles, windows
from workbench.checks.evidence.environment.models import Models, models
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

MOST_NAMES = 80
"""Variables of one beginning that are looked up."""

_NAME = regex(r"_?[A-Z][A-Z0-9]*(?:_+[A-Z0-9]+)*")
_READS = (
    *(
        "environ",
        "getenv",
        "process.env",
        "import.meta.env",
        "env::var",
        "var_os",
        "option_env!",
        "env!",
        "ENV[",
        "ENV.",
    ),
    *(
        "Getenv",
        "LookupEnv",
        "get_env",
        "GetEnvironmentVariable",
        "getEnv",
        "Deno.env",
        "Bun.env",
        "envconfig",
        "viper",
    ),
    *(
        "$_ENV",
        "$ENV{",
        "envvar",
        "env(",
        "EnvVar",
        'env:"',
        "BaseSettings",
        "decouple",
        "Env(",
        "env = ",
        "env=",
    ),
)
"""What stands in code that reads the environment."""
_STEMS = ("env", "Env", "ENV", "var_os", "viper", "BaseSettings", "decouple")
"""One of these is a part of each of them: most code has none, and is soon passed over."""
_BEFORE = regex(
    r"(?:[\[({,=:]|=>|\|\||\breturn\b|\bor\b|^)\s*(?:[a-z]{0,2})[\"'`]\Z"
    r"|(?:process\.env|import\.meta\.env|Bun\.env|\b(?:env|ENV|environ|config|environment))(?:\?)?\.\Z|"
    r"\$\{?\(?\Z|\$\{#\Z|\$env:\Z|\$ENV\{\Z|%\Z|\{\{\s*\.?(?:env|Env)\.?\s*\Z|env:\"\Z|\benv\s*=\s*\"\Z"
    r"|secrets\.\Z|vars\.\Z"
)
_WRITES = regex(
    r"(?:set_?env\w*|setdefault|putenv|Setenv|exportVariable|set_var|delenv|unset_?env\w*|remove_var"
    r"|Unsetenv)\s*\(\s*[\"']\Z"
    r"|\bexport\s+\Z|\bunset\s+\Z"
)
_UPPERED = regex(
    r"\.upper\(\)|toUpperCase|ToUpper|to_uppercase|to_ascii_uppercase|\.upcase|\^\^\}|AutomaticEnv|\btr\s+a-z"
)
_PREFIXING = regex(
    r"""(?:auto_envvar_prefix|env_?prefix|envvar_prefix|envPrefix|SetEnvPrefix"""
    r"""|envconfig\.(?:Must)?Process|with_prefix|"""
    r"""prefixed|Env::prefixed|environment_prefix|prefix)\s*[=:(]{1,2}\s*\(?["'`]([\w-]+)["'`]"""
)
_OPEN = regex(
    r"viper\.AutomaticEnv|envy::from_env|Env::raw|config::Environment|Environment::default|"
    r"\bfor\s+\w+(?:\s*,\s*\w+)?\s+in\s+(?:os\.)?environ|environ\.items\(\)|Object\.(?:keys"
    r"|entries)\(process\.env\)|"
    r"environ\.copy\(\)\s*\.items|\*\*(?:os\.)?environ|\.\.\.process\.env|ENV\.(?:each|select|to_h)"
    r"|os\.Environ\(\)|env::vars\(\)|"
    r"\benv\s*,\s*(?:default_value|long|short|value_name|help)|#\[(?:arg|clap)\([^)\]]*\benv\s*[,)]"
    r"|@environ\.config|environ\.config\("
)
_PLAIN_VALUE = (
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$\n]*`|"""
    r"""[+-]?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?|true|false|True|False)"""
)
_FALLBACKS = (
    # getenv("X", default), env.int("X", default=3), helper("X", 25)
    regex(
        rf"""([\w.:!]+)\s*(?:<[^<>()]*>)?\(\s*["'`]NAME["'`]\s*,\s*(?:default(?:_value)?\s*[=:]\s*)?{_PLAIN_VALUE}\s*[,)]"""
    ),
    # process.env.X || 3, ENV["X"] ?? 3, Number(env.X) || 3, os.environ.get("X") or "a"
    regex(
        rf"""()(?:(?:env|environ)\??\.NAME|(?:env|environ|ENV)\[["'`]NAME["'`]\]|\(\s*["']NAME["']\s*\))"""
        rf"""(?:,\s*10)?\)*\s*(?:\|\||\?\?|\bor\b)\s*{_PLAIN_VALUE}\s*(?=[;,)}}\]\n]|$)"""
    ),
    # ${X:-d}, ${X-d}, ${X:=d}
    regex(r"()\$\{NAME:?[-=]([^}$]*)\}"),
    # env::var("X").unwrap_or_else(|_| "d".to_string()), ENV.fetch("X") { "d" }
    regex(
        rf"""()\(\s*["']NAME["']\s*\)(?:\s*\.ok\(\))?\s*(?:\.unwrap_or(?:_else)?\(\s*(?:\|_?\w*\|\s*)?"""
        rf"""|\{{\s*){_PLAIN_VALUE}"""
    ),
    # env:"X" envDefault:"d"
    regex(r"""()`[^`\n]*\benv(?:config)?:"NAME[^"]*"[^`\n]*\b(?:envDefault|default):("[^"\n]*")"""),
    # const { X = 3 } = process.env
    regex(rf"""()[{{,]\s*NAME\s*=\s*{_PLAIN_VALUE}\s*[,}}][^;{{}}]*=\s*process\.env"""),
    # X ?= d of a Makefile, ENV X=d of a Dockerfile
    regex(r"""(?m)()^NAME\s*\?=\s*(\S+)\s*$"""),
    regex(r"""(?m)()^(?:ENV|ARG)\s+NAME[= ]("[^"\n]*"|\S+)\s*$"""),
    # ${X:d} of Spring
    regex(r"()\$\{NAME:([^}\-=?$][^}$]*)\}"),
)
_GETTERS = regex(
    r"(?:^|[.:])(?:get|getenv|get_env|getEnv\w*|env|fetch|getOrDefault|config|envOr\w*|EnvOr\w*"
    r"|LookupEnv\w*|getenv\w*|"
    r"str|int|bool|float|list|url|env_\w+|\w+_env|GetEnv\w*|getString|getInt|pop)$"
)
_DEFINES = regex(r"(?:(def|function|func|fn|sub)|const|let|var)\s+\Z")
_TAKES = regex(r"\s*[(<]")
_IS_SET = regex(r"\s*=")
_BODY = regex(r"\s*\(\)\s*\{")
_NO_FALLBACK = regex(r"set_?env|setdefault|putenv|replace|add_argument|print|log", re.I)
_NEXT = regex(r"\n(?:def|class|function|func|fn|const|export)\b")


class Fallback(NamedTuple):
    """What the code takes where a variable is not set."""

    value: str
    """As it is written, quotes included."""
    evidence: Evidence
    sure: bool
    """Whether it is surely a fallback, not another argument of some call."""


@dataclass
class Environment:
    """The variables that the code of a repository reads, worked out when they are first asked for."""

    code: CodeFiles
    _reads: dict[str, Evidence | None] = field(default_factory=dict, init=False, repr=False)
    _helpers: dict[tuple[str, int], bool] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def named(self) -> frozenset[str]:
        """Every word of the code that may be the name of a variable."""
        return frozenset(word for word in self.code.words if _NAME.fullmatch(word))

    @cached_property
    def models(self) -> Models:
        """The variables that settings classes read."""
        return models(self.code)

    def read_names(self, beginning: str) -> tuple[str, ...]:
        """The names with a beginning that the code surely reads, up to a limit."""
        words = sorted(name for name in self.candidates if name.startswith(beginning))
        return tuple(name for name in words[:MOST_NAMES] if self.read(name) is not None)

    @cached_property
    def candidates(self) -> frozenset[str]:
        """Words of the code and of settings classes that may be variables of the project."""
        return frozenset({name for name in self.named if "_" in name} | set(self.models.variables))

    def read(self, name: str) -> Evidence | None:
        """The line that reads a variable; None where none surely does."""
        if name not in self._reads:
            self._reads[name] = self._read(name)
        return self._reads[name]

    def is_named(self, name: str) -> bool:
        """Whether the code names it at all, be it in a message or a test."""
        return name in self.named or self.code.is_in_tests(name)

    def may_compose(self, name: str) -> bool:
        """Whether the code may put the name together from parts, or reads whatever is set."""
        if any(name.startswith(prefix) for prefix in self.models.prefixes):
            return True
        return any(name.startswith(beginning) for beginning in self._beginnings)

    def fallbacks(self, name: str) -> list[Fallback]:
        """What the code takes where a variable is not set, each place once."""
        found: dict[tuple[str, int], Fallback] = {}
        for path in dict.fromkeys(path for path, _ in self.code.places(name)):
            for fallback in self._fallbacks_in(path, name):
                found.setdefault((path, fallback.evidence.line), fallback)
        return list(found.values())

    def composed(self, name: str) -> Evidence | None:
        """The line that names the last part of a variable whose first part another one puts before it."""
        part = self.last_part(name)
        return part[1] if part else None

    def last_part(self, name: str) -> tuple[str, Evidence] | None:
        """The word that is completed to a variable, and its line; None where none is."""
        for beginning in sorted(self._beginnings - {""}, key=len, reverse=True):
            rest = name.removeprefix(beginning).strip("_").lower()
            if name.startswith(beginning) and rest:
                for word in dict.fromkeys((rest, rest.replace("_", "-"), rest.upper())):
                    for path, at in self.code.places(word):
                        if self.code.texts[path][at - 1 : at] in ("'", '"', "`"):
                            return word, self.code.evidence(path, at)
        return None

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        """Beginnings of names that the code may complete; an empty one stands for every name."""
        found: set[str] = set()
        for path, text in self.code.texts.items():
            if path.startswith(".github/") or not reads_environment(text):
                continue
            found.update(self._beginnings_in(text))
        return frozenset(found)

    def _beginnings_in(self, text: str) -> Iterator[str]:
        for given in _PREFIXING.finditer(text):
            if given[0].startswith(("env_prefix", "envPrefix")) and "BaseSettings" in text:
                continue
            yield given[1].upper().replace("-", "_")
        for literal in re.finditer(r"""["'`]([A-Z][A-Z0-9_]*_)(?:["'`]|\$?\{|%s|\#\{)""", text):
            yield literal[1]
        if _OPEN.search(text) and not _PREFIXING.search(text):
            yield ""
        if _UPPERED.search(text) and _reads_computed(text):
            words = re.findall(r"""["'`]([A-Z][A-Z0-9_]+)["'`]""", text)
            yield from words or [""]

    def _read(self, name: str) -> Evidence | None:
        if not _NAME.fullmatch(name):
            known = self.models.variables.get(name)
            return known.evidence if known else None
        for path, at in self.code.places(name):
            text = self.code.texts[path]
            before = text[max(0, at - 60) : at]
            before = before[before.rfind("\n") + 1 :]
            if not path.startswith(".github/") and self._reads_here(
                path, text, before, text[at + len(name) : at + len(name) + 40]
            ):
                return self.code.evidence(path, at)
        known = self.models.variables.get(name)
        return known.evidence if known else None

    def _reads_here(self, path: str, text: str, before: str, after: str) -> bool:
        if _WRITES.search(before):
            return False
        if re.search(r"(?:env|ENV|environ)(?:\.|\[[\"'])\Z", before) and re.match(
            r"[\"']?\]?\s*=[^=]", after
        ):
            return False
        if _BEFORE.search(before):
            return reads_environment(text) or before.endswith(("$", "{", "(", "%", ".")) or _is_shell(path)
        destructured = "process.env" in text and re.match(r"\s*(?:=[^=]|[,}:])", after)
        return bool(destructured) or bool(re.match(r"\s*\?=", after))

    def _fallbacks_in(self, path: str, name: str) -> Iterator[Fallback]:
        text = self.code.texts[path]
        patterns = [re.compile(p.pattern.replace("NAME", re.escape(name)), p.flags) for p in _FALLBACKS]
        for start, end in windows(text, name):
            for pattern in patterns:
                for found in pattern.finditer(text, start, end):
                    callee = found[1]
                    if callee and _NO_FALLBACK.search(callee):
                        continue
                    sure = not callee or bool(_GETTERS.search(callee)) or self._is_helper(callee)
                    yield Fallback(found[2], self.code.evidence(path, found.start(2)), sure)

    def _is_helper(self, callee: str, depth: int = 0) -> bool:
        """Whether a function of the project itself reads the environment, or calls one that does."""
        last = callee.split(".")[-1].split("::")[-1].rstrip("!")
        if (last, depth) not in self._helpers:
            self._helpers[last, depth] = any(self._helps(body, last, depth) for body in self._bodies(last))
        return self._helpers[last, depth]

    def _helps(self, body: str, name: str, depth: int) -> bool:
        if reads_environment(body):
            return True
        called = set(re.findall(r"\b([A-Za-z_]\w*)\(", body)) - {name}
        return depth < 2 and any(self._is_helper(other, depth + 1) for other in sorted(called)[:6])

    def _bodies(self, name: str) -> Iterator[str]:
        """The beginning of what each function of a name does."""
        for path in self.code.files_with(name):
            text, at = self.code.texts[path], 0
            while (at := text.find(name, at)) >= 0:
                start, at = at, at + len(name)
                if end := _defined(text, start, at):
                    yield _NEXT.split(text[end : end + 600])[0]


def _defined(text: str, start: int, end: int) -> int:
    """The offset after the head of a function whose name stands there; 0 where none does."""
    defines = _DEFINES.search(text, max(0, start - 40), start)
    found = defines and (_TAKES if defines[1] else _IS_SET).match(text, end)
    if found is None and not (start and (text[start - 1].isalnum() or text[start - 1] == "_")):
        found = _BODY.match(text, end)
    return found.end() if found else 0


def reads_environment(text: str) -> bool:
    """Whether code may read the environment."""
    return any(stem in text for stem in _STEMS) and any(sign in text for sign in _READS)


def _reads_computed(text: str) -> bool:
    """Whether a file asks the environment for a name that is no plain word."""
    return bool(
        re.search(
            r"(?:environ(?:\.get)?|process\.env|ENV(?:\.fetch)?|[gG]et_?[eE]nv|LookupEnv"
            r"|env::var(?:_os)?)\s*[\[(]\s*[^\"'\s\])]"
            r"|process\.env\[`|getenv\(f[\"']|environ(?:\.get)?[\[(]\s*f[\"']|env::var\(&?format!",
            text,
        )
    )


def _is_shell(path: str) -> bool:
    return path.endswith((".sh", ".bash", ".zsh")) or "." not in path.rpartition("/")[2]
