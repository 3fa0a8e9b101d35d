"""How long texts are, before any service has counted them."""


def estimated_tokens(text: str) -> int:
    """About how many tokens a text is, before any service has counted it.

    Four characters a token for Latin text, one and a half for CJK and everything else beyond Latin-1.
    """
    wide = len(text) - len(text.encode("latin-1", "ignore"))
    return round((len(text) - wide) / 4 + wide / 1.5)
