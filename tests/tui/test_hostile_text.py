"""Text that tries to be markup or to command the terminal."""

from pathlib import Path

from support.builders import reader_answer

HOSTILE = (
    "[/not a tag] [bold]x[/] [@click=app.quit]y[/] "
    "\x1b[2J\x1b]52;c;aGk=\x07 \x9b31m \u202egnp \u2028 \x7f end"
)


async def test_hostile_text_findings_notes_and_names_are_drawn_as_they_stand_and_command_nothing(bench):
    text = f"# Kettle\n\nIt boils water. {HOSTILE}\n\n![{HOSTILE}](x.png)\n"
    finding = {
        "quote": "boils water. [/not a tag]",
        "problem": HOSTILE,
        "consequence": HOSTILE,
        "change": HOSTILE,
    }
    answer = reader_answer(finding, about=HOSTILE, for_whom=HOSTILE)
    path = Path(f"/texts/README[bold]{chr(27)}[2J.md")
    async with bench(text=text, answers={"skeptic": answer, "engineer": answer}, path=path, read=True) as b:
        shown = [b.text()]
        await b.go("not a tag")
        await b.press("c")
        await b.answer(HOSTILE)
        for keys in (
            ["c"],
            ["escape", "enter", "down"],
            ["escape", "home"],
            ["s"],
            ["escape", "o"],
            ["escape", "f"],
        ):
            await b.press(*keys)
            shown.append(b.text())
            drawn = "".join(s.text for strip in b.strips() for s in strip)
            assert not [c for c in drawn if (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160]
            assert not set(drawn) & set("\u202e\u2028")
        everything = "\n".join(shown)
        assert "[/not a tag]" in everything and "[@click=app.quit]" in everything
        assert "README[bold]␛[2J.md" in everything
