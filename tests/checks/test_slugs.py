import pytest

from workbench.checks.text.slugs import slug, slugs


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("Getting Started", "getting-started"),
        ("Don’t panic", "dont-panic"),
        ("Read & write", "read--write"),
        ("--dry-run mode", "--dry-run-mode"),
        ("C++ bindings", "c-bindings"),
        ("snake_case stays", "snake_case-stays"),
        ("Tips — and tricks", "tips--and-tricks"),
        ("v1.2 (beta)?", "v12-beta"),
        ("🚀 Launch", "-launch"),
        ("Done 🎉", "done-"),
        ("⚙️ Settings", "️-settings"),
        (":tada: Party", "tada-party"),
        ("À propos d’été", "à-propos-dété"),
        ("よくある質問・回答（一）", "よくある質問回答一"),
        ("Привет мир", "привет-мир"),
        ("हिन्दी", "हिन्दी"),
        ("x² and Ⅷ and 五", "x-and-ⅷ-and-五"),
        ("Ⓐ plan", "ⓐ-plan"),
        ("two\nlines", "twolines"),
        (" led by a picture", "-led-by-a-picture"),
        ("!!!", ""),
    ],
)
def test_a_heading_gets_githubs_anchor(text, anchor):
    assert slug(text) == anchor


@pytest.mark.parametrize(
    ("headings", "anchors"),
    [
        (["Linux", "Linux", "Linux"], ["linux", "linux-1", "linux-2"]),
        (["Echo", "Echo", "Echo 1", "Echo-1", "Echo"], ["echo", "echo-1", "echo-1-1", "echo-1-2", "echo-2"]),
        (["Echo 1", "Echo", "Echo"], ["echo-1", "echo", "echo-2"]),
        (["!", "?"], ["", "-1"]),
    ],
)
def test_repeats_are_numbered_past_what_is_taken(headings, anchors):
    assert slugs(headings) == anchors
