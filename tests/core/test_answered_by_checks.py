"""Questions that people would write, and the check that has answered them already."""

import pytest

from workbench.checks.registry import RULES
from workbench.core.answered_by_checks import _WORDS, answering_check, owned_by_check
from workbench.core.ownership import OWNED_BY_CHECKS

ANSWERED = {
    "Does every link resolve?": "links",
    "Are there no dead links?": "links",
    "リンク切れはないか。": "links",
    "Do all anchors exist?": "anchors",
    "Are all images there?": "images",
    "画像はすべて表示されるか。": "images",
    "Is the install command right?": "installs",
    "Is the package name correct?": "installs",
    "インストールのコマンドは正しいか。": "installs",
    "Do all the command line options exist?": "options",
    "書かれているオプションは実在するか。": "options",
    "Are the defaults of the options correct?": "option-defaults",
    "Are the stated defaults still true?": "defaults",
    "既定値は正しいか。": "defaults",
    "Is every environment variable really used?": "environment",
    "環境変数はすべて使われているか。": "environment",
    "Is the version number up to date?": "versions",
    "バージョンは最新か。": "versions",
    "Is the Python version correct?": "runtimes",
    "Does the licence match the LICENSE file?": "licences",
    "ライセンスはファイルと一致しているか。": "licences",
    "Is the text free of API keys?": "secrets",
    "パスワードや認証情報が残っていないか。": "secrets",
    "Are all placeholders replaced?": "placeholders",
    "Do all paths exist?": "paths",
    "ファイルのパスはすべて存在するか。": "paths",
    "Is the syntax of the code examples valid?": "code-blocks",
    "コード例の構文は正しいか。": "code-blocks",
    "Is every code block closed?": "fences",
    "Is no section empty?": "empty-sections",
    "見出しの下が空になっていないか。": "empty-sections",
    "Does any heading stand twice?": "duplicate-sections",
    "Is the project's name spelt consistently?": "own-name",
    "Is the translation in sync with the English page?": "siblings",
    "翻訳は英語版と食い違っていないか。": "siblings",
    "Do the make targets exist?": "make-targets",
    "Do the npm scripts exist?": "npm-scripts",
    "Are the imports in the examples valid?": "imports",
    "Do the settings keys exist?": "config-keys",
    "Does the directory tree match the repository?": "trees",
    "Is the number of checks accurate?": "counts",
    "Do all subcommands exist?": "subcommands",
    "Do the scripts it runs exist?": "scripts",
    "Does the help text match the program?": "usage-blocks",
    "Is there hidden text?": "hidden",
    "Does every badge work?": "badges",
}
LEFT_TO_A_READER = (
    "Can a reader tell which link to follow?",
    "Is it clear what each option is for?",
    "Does the image add something that the words do not say?",
    "Can a reader tell that this is about the harness?",
    "Is the version that a reader needs named before the first command?",
    "Does the install section say what it changes?",
    "Would somebody want to use it after the first screen?",
    "Are the examples interesting?",
    "どのオプションを使えばよいか分かるか。",
    "画像がなくても要点が伝わるか。",
    "文体は読み手に合っているか。",
)


@pytest.mark.parametrize(("ask", "check"), ANSWERED.items())
def test_a_question_that_a_check_answers_is_known_by_its_words(ask, check):
    found = answering_check(ask, RULES)
    assert found is not None and found.check == check
    assert found.asks.endswith("?") and check in found.sentence()


@pytest.mark.parametrize("ask", LEFT_TO_A_READER)
def test_what_only_a_reader_can_decide_is_no_checks(ask):
    assert owned_by_check(ask) is None


def test_a_check_that_does_not_run_here_answers_nothing():
    assert answering_check("Does every link resolve?", ()) is None


def test_the_terms_are_of_what_checks_own_each_once():
    known = [owned for owned, _, _ in _WORDS]
    assert len(set(known)) == len(known) and set(known) <= OWNED_BY_CHECKS
