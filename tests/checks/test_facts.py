def test_counts_say_what_resolves_and_what_does_not(checked):
    text = "# T\n\n[a](ok.md) [b](gone.md) [c](../../issues) ![d](gone.png) [e](#t)\n\n## Next\n"
    assert checked(text, "ok.md").facts == (
        "4 lines before the first second-level heading.",
        'Figure, not seen: "d".',
        "Relative links: 1 resolve, 1 do not, 1 not decided.",
        "Relative images: 0 resolve, 1 do not, 0 not decided.",
        "Links to a section: 1 resolve, 0 do not, 0 not decided.",
    )


def test_a_text_without_sections_says_how_long_it_is(checked):
    assert checked("Only words.\n").facts == ("No second-level heading; 1 line in all.",)


def test_figures_are_named_by_their_alt_text(checked):
    text = '![](a.png) <img src="a.png" alt="the &lt;main&gt;\n screen">\n'
    assert checked(text, "a.png").facts[1:3] == (
        "Figure, not seen: no alt text.",
        'Figure, not seen: "the <main> screen".',
    )


def test_many_figures_are_counted_and_long_alt_text_is_cut(checked):
    facts = checked("\n\n".join(f"![{'long ' * 100}](a.png)" for _ in range(23)) + "\n", "a.png").facts
    assert sum(line.startswith("Figure, ") for line in facts) == 20
    assert "3 more figures, not seen." in facts
    assert max(map(len, facts)) < 150


def test_a_text_that_is_no_markdown_is_said_not_to_be_checked(checked):
    report = checked("`a <gone.md>`_ [b](gone.md)\n\n```\n", name="README.rst")
    assert report.faults == ()
    assert report.facts == (
        "Not Markdown by its name: links, images, anchors and code fences were not checked.",
    )
