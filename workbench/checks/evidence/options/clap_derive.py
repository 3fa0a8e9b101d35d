"""clap's derive (and structopt): options from the fields of structs, commands from the variants of enums."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.rust_items import Attributes, Field, Item, Variant, cased
from workbench.checks.evidence.options.source_tokens import Token
from workbench.checks.evidence.program import Option
from workbench.core.readings import Evidence

_DEEPEST = 8
_OPEN = ("allow_external_subcommands", "infer_subcommands", "external_subcommand")
_WRAPPERS = frozenset({"Option", "Vec", "Box", "Arc", "HashSet", "BTreeSet"})


@dataclass
class Derived:
    """Reads programs out of the items of a crate."""

    items: Mapping[str, Item]

    def draft(self, root: Item) -> Draft:
        """The program that a struct or an enum describes."""
        name = root.attributes.text("name") or cased(root.name, None) or root.name
        made = Draft(name, root.source.evidence(root.line))
        self._settings(made, root.attributes, root, top=True)
        self._fill(made, root, _DEEPEST)
        _framework(made)
        return made

    def _settings(self, made: Draft, said: Attributes, item: Item, top: bool) -> None:
        place = item.source.evidence(item.line)
        if said.hidden:
            made.whole = False
        if not said.is_true("disable_help_flag"):
            made.add(Option(("-h", "--help"), place, False, by_framework=True))
        versioned = "version" in said.given or (top and "StructOpt" in said.derives)
        if versioned and not said.is_true("disable_version_flag"):
            made.add(Option(("-V", "--version"), place, False, by_framework=True))
        made.abbreviates = said.is_true("infer_long_args")
        made.open_commands |= any(said.is_true(key) for key in _OPEN)
        made.intermixed = not said.is_true("trailing_var_arg")
        settings = {
            t.text for key in ("setting", "settings", "global_setting") for t in said.given.get(key, [])
        }
        made.open_commands |= bool({"AllowExternalSubcommands", "InferSubcommands"} & settings)
        if {"TrailingVarArg", "AllowLeadingHyphen", "InferLongArgs"} & settings:
            made.intermixed, made.whole = False, False
        if said.is_true("arg_required_else_help") or said.is_true("subcommand_required"):
            made.closed = True
        if {"disable_help_subcommand"} & set(said.given) or "DisableHelpSubcommand" in settings:
            made.dests["no-help"] = ()

    def _fill(self, made: Draft, item: Item, deep: int) -> None:
        if item.is_enum:
            made.closed = True
            self._commands(made, item, deep)
            return
        self._fields(made, item.fields, item, deep)

    def _fields(self, made: Draft, fields: Sequence[Field], item: Item, deep: int) -> None:
        way = item.attributes.text("rename_all")
        for each in fields:
            said = each.attributes
            made.whole &= not said.hidden
            if "flatten" in said.given:
                self._flatten(made, each, deep)
            elif "subcommand" in said.given:
                self._subcommand(made, each, deep)
            elif "skip" not in said.given:
                self._field(made, each, item, way)

    def _flatten(self, made: Draft, each: Field, deep: int) -> None:
        inner = self._item_of(each.kind)
        if inner is None or not deep:
            made.whole = False
            return
        self._fill(made, inner, deep - 1)

    def _subcommand(self, made: Draft, each: Field, deep: int) -> None:
        inner = self._item_of(each.kind)
        if inner is None or not deep:
            made.open_commands = True
            return
        made.closed = True
        self._commands(made, inner, deep - 1)

    def _item_of(self, kind: Sequence[Token]) -> Item | None:
        names = [token.text for token in kind if token.kind == "name" and token.text not in _WRAPPERS]
        return self.items.get(names[-1]) if names else None

    def _commands(self, made: Draft, item: Item, deep: int) -> None:
        way = item.attributes.text("rename_all")
        if not item.is_enum:
            self._fill(made, item, deep)
            return
        for variant in item.variants:
            said = variant.attributes
            if "flatten" in said.given:
                inner = self._item_of(variant.fields[0].kind) if variant.fields else None
                if inner is not None and deep:
                    self._commands(made, inner, deep - 1)
                else:
                    made.open_commands = True
            elif "external_subcommand" in said.given or said.hidden:
                made.open_commands = True
            elif "skip" not in said.given:
                self._command(made, variant, item, way, deep)

    def _command(self, made: Draft, variant: Variant, item: Item, way: str | None, deep: int) -> None:
        said = variant.attributes
        name = said.text("name") or cased(variant.name, way)
        if name is None or ("name" in said.given and said.text("name") is None):
            made.open_commands = True
            return
        command = Draft(name, item.source.evidence(variant.line))
        self._settings(command, said, item, top=False)
        if variant.fields and not variant.fields[0].name:
            inner = self._item_of(variant.fields[0].kind)
            if inner is None or not deep:
                command.whole = False
            else:
                self._settings(command, inner.attributes, inner, top=False)
                self._fill(command, inner, deep - 1)
        else:
            self._fields(command, variant.fields, item, deep)
        _framework(command)
        spelled = (name, *said.texts("alias", "aliases", "visible_alias", "visible_aliases"))
        for spelling in spelled:
            made.commands[spelling] = command
        short = said.text("short_flag"), said.text("long_flag")
        names = tuple(f"{'-' * n}{text}" for n, text in enumerate(short, 1) if text)
        if names:
            made.add(Option(names, item.source.evidence(variant.line)))

    def _field(self, made: Draft, each: Field, item: Item, way: str | None) -> None:
        said = each.attributes
        names = _names(each, way)
        if names is None:
            made.whole = False
            return
        if not names:
            if said.is_true("trailing_var_arg") or said.is_true("allow_hyphen_values") or said.is_true("raw"):
                made.intermixed = False
            return
        kinds = [token.text for token in each.kind if token.kind == "name"]
        made.add(
            Option(
                names,
                item.source.evidence(each.line) if not said.given else _place(item, each),
                takes_value=_takes_value(said, kinds),
                default=self._default(said, kinds),
                choices=self._choices(said, kinds),
                reaches=said.is_true("global"),
                passes_on="num_args" in said.given and "allow_hyphen_values" in said.given,
            )
        )

    def _default(self, said: Attributes, kinds: Sequence[str]) -> str | None:
        tokens = said.given.get("default_value") or said.given.get("default_value_t")
        if tokens is None or not tokens:
            plain = kinds == ["bool"] and not {"default_value", "default_value_t", "default_values"} & set(
                said.given
            )
            return "False" if plain and "action" not in said.given else None
        if len(tokens) == 1 and tokens[0].kind in ("text", "number"):
            return tokens[0].text.rstrip("_") if tokens[0].kind == "text" else _number(tokens[0].text)
        if len(tokens) == 1 and tokens[0].text in ("true", "false"):
            return tokens[0].text.capitalize()
        if len(tokens) == 2 and tokens[0].text == "-":
            return f"-{_number(tokens[1].text)}"
        return self._variant_default(tokens)

    def _variant_default(self, tokens: Sequence[Token]) -> str | None:
        """The word for `Kind::Variant`; a `String::from("x")` or `"x".into()` is its string."""
        texts = [token.text for token in tokens if token.kind == "text"]
        names = [token.text for token in tokens if token.kind == "name"]
        if len(texts) == 1 and set(names) <= {
            "String",
            "from",
            "into",
            "to_string",
            "to_owned",
            "PathBuf",
            "new",
        }:
            return texts[0]
        enum = self.items.get(names[0]) if len(names) == 2 and tokens[1].text == "::" else None
        found = next((v for v in enum.variants if v.name == names[1]), None) if enum else None
        return _value_name(found, enum) if found and enum else None

    def _choices(self, said: Attributes, kinds: Sequence[str]) -> tuple[str, ...]:
        parser = said.given.get("value_parser") or said.given.get("possible_values") or []
        listed = tuple(token.text for token in parser if token.kind == "text")
        if listed and all(token.kind in ("text", "sign") for token in parser):
            return listed
        enum = self.items.get(kinds[-1]) if kinds else None
        if enum is None or not enum.is_enum or not {"ValueEnum", "ArgEnum"} & enum.attributes.derives:
            return ()
        shown = [v for v in enum.variants if not v.attributes.is_true("skip")]
        names = [_value_name(variant, enum) for variant in shown]
        aliases = [a for v in shown for a in v.attributes.texts("alias", "aliases")]
        return tuple(name for name in (*names, *aliases) if name) if all(names) else ()


def _place(item: Item, each: Field) -> Evidence:
    """The line of a field's attributes where they hold the default, else its own."""
    return item.source.evidence(
        next(
            (t[0].line for k, t in each.attributes.given.items() if k.startswith("default_value") and t),
            each.line,
        )
    )


def _number(text: str) -> str:
    return text.replace("_", "").rstrip("iufsz") if not text.startswith("0x") else text


def _value_name(variant: Variant, enum: Item) -> str | None:
    return variant.attributes.text("name") or cased(variant.name, enum.attributes.text("rename_all"))


def _names(each: Field, way: str | None) -> tuple[str, ...] | None:
    """The spellings of a field's option; none for an argument, None where one cannot be told."""
    said, found = each.attributes, list[str]()
    base = cased(each.name, way)
    if "long" in said.given:
        long = said.text("long") if said.given["long"] else base
        if not long:
            return None
        # structopt's clap takes names with their hyphens too.
        found.append(f"--{long.lstrip('-')}")
    if "short" in said.given:
        short = said.text("short") if said.given["short"] else (base or "")[:1]
        if not short:
            return None
        found.append(f"-{short.lstrip('-')}")
    if not found:
        return ()
    found += [f"--{name}" for name in said.texts("alias", "aliases", "visible_alias", "visible_aliases")]
    found += [f"-{name}" for name in said.texts("short_alias", "short_aliases", "visible_short_alias")]
    return tuple(found)


def _takes_value(said: Attributes, kinds: Sequence[str]) -> bool | None:
    action = {token.text for token in said.given.get("action", [])}
    if action & {"SetTrue", "SetFalse", "Count", "Help", "Version"} or "parse" in said.given:
        return False if action else None
    if kinds == ["bool"]:
        return None if action or "num_args" in said.given else False
    unsure = {"num_args", "default_missing_value", "min_values", "require_equals", "from_occurrences"}
    return None if unsure & set(said.given) or kinds[:2] == ["Option", "Option"] else True


def _framework(made: Draft) -> None:
    """The `help` command that clap adds to a program with commands."""
    if made.commands and "no-help" not in made.dests and "help" not in made.commands:
        made.commands["help"] = Draft("help", made.evidence, whole=False)
    if not made.commands:
        made.closed = False
