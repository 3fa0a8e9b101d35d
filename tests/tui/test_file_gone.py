"""The file under review is taken away while it is open, and comes back."""

from support.builders import TEXT


async def test_a_file_that_is_gone_is_said_to_be_gone_until_it_is_back(bench):
    async with bench(read=True, size=(120, 30)) as b:
        files = b.review.desk.files
        files.write(TEXT + "\nMore.\n")
        await b.review._watch()
        assert "changed on disk: R shows it" in b.bar("artifact")
        files.text = None
        await b.review._watch()
        assert "there is no file any more" in b.bar("artifact")
        assert "changed on disk" not in b.bar("artifact")
        await b.press("v")
        assert b.said.startswith("There is no file any more: put it back")
        for key in ("z", "r"):
            await b.press(key)
            assert b.app.screen is b.review and "is gone: put it back" in b.said
        files.write(TEXT)
        await b.review._watch()
        assert "there is no file" not in b.bar("artifact") and "changed on disk" not in b.bar("artifact")
        assert b.said == "The file is back."
