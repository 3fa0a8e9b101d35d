"""Whether a check answers a question that somebody is about to ask a model.

Terms decide: what the question is about, and what is asked of it, in English and Japanese. A question about
what a reader understands is no check's, whatever it is about.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from workbench.core.ownership import OWNED
from workbench.core.sources import CheckRule

_THERE = (
    r"exist|resolv|\bvalid\b|\bdead\b|broken|\b404\b|\bthere\?|\bworks?\b|working|reachable|"
    r"missing|\breal\b|present\b|存在|実在|切れ|有効|たどれる|開ける|見つかる|使える|あるか"
)
_RIGHT = (
    r"\bright\b|correct|accurate|\btrue\b|match|\bagree\b|\bsame\b|\bactual\b|up.to.date|current|latest|"
    r"in sync|"
    r"正し|一致|合って|同じ|最新|実際の|ずれ|食い違"
)
_EITHER = f"{_THERE}|{_RIGHT}"
_DECLARED = f"{_EITHER}|declar|accept|support|defin|\\btakes?\\b|受け付け|対応|定義|宣言"
_READERS = re.compile(
    r"\b(?:readers?|users?|tell|tells|told|understand|clear|clearly|know|knows|explain\w*|say|says|why|which|learn)\b|"
    r"読み手|分かる|わかる|伝わ|理解|説明|迷わ|なぜ|どれ",
    re.IGNORECASE,
)
_WORDS: tuple[tuple[str, str, str], ...] = (
    ("anchors-resolve", r"\banchors?\b|fragments?\b|アンカー|見出しへのリンク", _THERE),
    ("badges-show-workflows", r"\bbadges?\b|バッジ", f"{_EITHER}|\\bshow"),
    ("references-defined", r"\b(?:link )?(?:labels?|references?)\b|参照ラベル", r"defined|定義"),
    ("siblings-agree", r"translat|other languages?\b|翻訳|英語版|日本語版|他の言語", _RIGHT),
    (
        "images-resolve",
        r"\bimages?\b|pictures?\b|screenshots?\b|画像|スクリーンショット",
        f"{_THERE}|load|display|表示",
    ),
    ("links-resolve", r"\blinks?\b|\burls?\b|リンク", _THERE),
    ("licence-matches-file", r"licen[cs]e|ライセンス", _RIGHT),
    (
        "no-secrets",
        r"secrets?\b|credentials?\b|passwords?\b|api.keys?\b|パスワード|秘密|認証情報|鍵",
        r"free of|leak|expos|contain|\bhold|漏れ|含|残って|書いてな",
    ),
    (
        "nothing-hidden",
        r"hidden|invisible|zero.width|隠れ|見えない|不可視",
        r"\btexts?\b|character|comment|文字|テキスト|コメント",
    ),
    (
        "placeholders-filled",
        r"placeholders?\b|\btodos?\b|lorem|プレースホルダー|ひな形|仮の",
        r"filled|replac|\bleft\b|remain|\bfree of|残って|置き換え|埋ま",
    ),
    (
        "project-name-spelt",
        r"(?:project|product|own|tool)(?:'s)?(?: own)? name|プロジェクト名|製品名|自分の名前",
        r"spel[lt]|typo|consistent|つづり|綴り|表記",
    ),
    (
        "make-targets-exist",
        r"\bmake (?:targets?|rules?)|makefile|make のターゲット|makeターゲット",
        _DECLARED,
    ),
    ("npm-scripts-exist", r"\bnpm (?:run|scripts?)|package\.json|npm スクリプト", _DECLARED),
    ("compose-services-exist", r"compose (?:files?|services?)|compose のサービス", _DECLARED),
    ("python-modules-run", r"python -m", f"{_EITHER}|\\brun"),
    ("requirements-files-exist", r"requirements(?:\.txt)? files?|requirements\.txt", _THERE),
    ("extras-declared", r"\bextras?\b", _DECLARED),
    (
        "installs-name-packages",
        r"install(?:ation)? (?:commands?|lines?)|package names?|インストール(?:の)?コマンド|パッケージ名",
        f"{_EITHER}|publish|公開|動く",
    ),
    (
        "option-defaults-hold",
        r"defaults? of (?:\w+ )*(?:option|flag)s?|(?:option|flag)s?'? defaults?|オプションの(?:既定|初期値)",
        _RIGHT,
    ),
    ("defaults-hold", r"\bdefaults?\b|既定値|デフォルト値|初期値", _RIGHT),
    (
        "variables-are-read",
        r"environment variables?|env vars?|環境変数",
        f"{_DECLARED}|\\bread\\b|\\bused\\b|読まれ|使われ",
    ),
    (
        "keys-are-taken",
        r"(?:settings?|config\w*)(?: file)?(?:'s)? (?:keys?|options?)|設定(?:項目|キー)",
        _DECLARED,
    ),
    ("options-are-declared", r"\boptions?\b|\bflags?\b|オプション|フラグ", _DECLARED),
    (
        "usage-holds",
        r"help (?:text|output)|synopsis|usage (?:text|block|output)|ヘルプの(?:出力|表示)",
        _EITHER,
    ),
    ("subcommands-are-declared", r"\b(?:sub)?commands?\b|コマンド", _DECLARED),
    ("fences-close", r"fences?\b|code blocks?\b|コードブロック|フェンス", r"\bclose|閉じ"),
    (
        "code-parses",
        r"code (?:blocks?|examples?|samples?)|snippets?\b|コード(?:ブロック|例|片)",
        r"pars|syntax|compil|\bvalid\b|構文|文法|コンパイル",
    ),
    ("imports-exist", r"\bimports?\b|インポート", _EITHER),
    ("arguments-exist", r"\barguments?\b|keyword arg|引数", _DECLARED),
    ("attributes-exist", r"\bfunctions?\b|\bmethods?\b|class names?|関数|メソッド", _DECLARED),
    (
        "runtime-versions-match",
        r"(?:python|node|ruby|java|go|rust|runtime|language)(?:\.js)? ?(?:の)?(?:versions?|バージョン)",
        _EITHER,
    ),
    ("versions-match", r"\bversions?(?: numbers?)?\b|バージョン", _RIGHT),
    ("counts-match", r"\bnumber of\b|\bcounts?\b|件数|個数", _RIGHT),
    ("trees-match", r"(?:directory|file|folder|drawn) trees?|ディレクトリツリー|ファイルツリー", _EITHER),
    ("scripts-exist", r"\bscripts?\b|スクリプト", _THERE),
    (
        "sections-once",
        r"\bsections?\b|\bheadings?\b|見出し|節",
        r"\btwice\b|duplicat|\bonce\b|repeat|重複|二度",
    ),
    ("sections-filled", r"\bsections?\b|\bheadings?\b|見出し|節", r"\bempty\b|\bfilled\b|空で|空に|中身"),
    (
        "paths-exist",
        r"\bpaths?\b|\bfiles?\b|folders?\b|director(?:y|ies)\b|パス|ファイル|フォルダ|ディレクトリ",
        _THERE,
    ),
)
_TERMS = tuple(
    (owned, re.compile(about, re.IGNORECASE), re.compile(asked, re.IGNORECASE))
    for owned, about, asked in _WORDS
)
"""The narrower first: what is asked of an anchor is asked of a link too."""


class Answering(NamedTuple):
    """The check that answers a question."""

    check: str
    """Its id."""
    asks: str
    """What it decides, as a question."""

    def sentence(self) -> str:
        """That it does, and what that leaves to be asked."""
        return f"The check {self.check} answers this already: {self.asks}"


def owned_by_check(ask: str) -> str | None:
    """The id of what a check decides that a question asks; None where no check does."""
    if _READERS.search(ask):
        return None
    return next((id for id, about, asked in _TERMS if about.search(ask) and asked.search(ask)), None)


def answering_check(ask: str, rules: Iterable[CheckRule]) -> Answering | None:
    """The check that answers a question; None where none of these does."""
    owned = owned_by_check(ask)
    found = next((rule for rule in rules if rule.owns == owned), None) if owned else None
    return Answering(found.id, OWNED[found.owns]) if found else None
