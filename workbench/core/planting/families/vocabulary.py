"""Words by which a finding shows what kind of problem it means; English and Japanese."""

import re

_CLAUSE = re.compile(r"[^\n,;:.!?()“”\"、。，！？（）]+")
_RUN = 4
"""Words in a row that nobody writes by chance."""
_RUN_JAPANESE = 10
"""Characters in a row that nobody writes by chance."""

MISSING = (
    "miss*", "nothing says", "not stated", "without", "never", "nowhere", "not said", "not say*",
    "does not tell", "doesn't", "not told", "not mention*", "unstated", "omit*", "skip*", "no step",
    "no instruction*", "not explain*", "where", "how do", "how to", "assum*", "fail*", "lack*",
    "ない", "欠け", "抜け", "不明", "説明", "書かれ", "どこ",
)  # fmt: skip
UNEXPLAINED = (
    "explain*", "not been said", "undefin*", "defin*", "what it is", "what this is", "what is", "unknown",
    "introduc*", "meaning", "mean*", "no idea", "don't know", "do not know", "what sort", "what kind",
    "sort of thing", "kind of thing", "what the thing",
    "説明", "定義", "不明", "分から", "わから", "何か",
)  # fmt: skip
OVERSTATED = (
    "support*", "evidence", "absolut*", "overclaim*", "overstat*", "exaggerat*", "unproven", "proof",
    "prove*", "claim*", "not true", "universal*", "every", "exception*", "believab*", "unbeliev*",
    "not believe", "don't believe", "hard to believe", "credib*", "implausib*",
    "根拠", "誇張", "断定", "言い過ぎ", "例外", "信じ", "裏付け",
)  # fmt: skip
PRAISED = (
    "hype", "marketing", "promotion*", "superlative*", "boast*", "advert*", "praise*", "sales*", "puff*",
    *OVERSTATED, "宣伝", "広告", "最上級", "大げさ", "売り文句",
)  # fmt: skip
OPPOSED = (
    "contradict*", "contrary", "conflict*", "inconsisten*", "disagree*", "mismatch*", "differ*", "elsewhere",
    "opposite", "both", "other place", "incompatib*", "矛盾", "食い違", "一致し", "不整合", "逆", "異なる",
)  # fmt: skip
ORDERED = (
    "order*", "before", "after", "earlier", "later", "above", "below", "first", "comes", "yet", "previous*",
    "preced*", "順", "前", "後", "上の", "先に", "まだ",
)  # fmt: skip
BROKEN = (
    "broken", "bracket*", "malformed", "markup", "render*", "syntax", "not a link", "no link",
    "not clickable", "dead link", "壊れ", "括弧", "記法", "リンクになって", "リンク切れ",
)  # fmt: skip


def runs(text: str) -> tuple[str, ...]:
    """The stretches of a sentence that somebody who writes them has from it."""
    found: list[str] = []
    for clause in _CLAUSE.findall(text):
        words = clause.split()
        if clause.isascii() or len(words) > _RUN:
            found += (" ".join(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))
        else:
            said = clause.strip()
            found += (said[at : at + _RUN_JAPANESE] for at in range(len(said) - _RUN_JAPANESE + 1))
    return tuple(dict.fromkeys(found))
