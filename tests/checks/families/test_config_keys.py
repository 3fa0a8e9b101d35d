import pytest

CODE = {"lark.py": "def read(data):\n    return data['width'], data.get('length'), data['colour']\n"}


def table(*names):
    return "| Key | Is |\n|---|---|\n" + "".join(f"| `{name}` | x |\n" for name in names)


@pytest.fixture
def said(checked):
    """The faults and the confirmed keys of a text beside some code."""

    def say(text, files=CODE):
        report = checked(text, files=files)
        faults = [(fault.quote, fault.expected) for fault in report.faults if fault.asks == "config-keys"]
        return faults, [claim.quote for claim in report.confirmed if claim.check == "config-keys"]

    return say


def test_keys_that_the_code_asks_for_are_confirmed(said):
    assert said(table("width", "length", "colour")) == ([], ["width", "length", "colour"])


def test_a_key_that_no_code_has_is_a_fault(said):
    assert said(table("width", "length", "colour", "scent"))[0] == [("scent", None)]


def test_a_near_key_that_the_list_lacks_is_suggested(said):
    assert said(table("width", "length", "color"))[0] == [("color", "colour")]


def test_a_key_of_a_sample_is_compared_with_the_fields(said):
    files = {
        "a.rs": "#[derive(Deserialize)]\npub struct Bed {\n    pub width: f64,\n    pub length: f64,\n}\n"
    }
    assert said("```toml\nwidth = 1\nlength = 2\nscent = 3\n```\n", files)[0] == [("scent", None)]


@pytest.mark.parametrize(
    "code",
    [
        "def read(data):\n    return data['width'], data.get('length'), Other(**data)\n",
        "def read(config):\n    config['width'], config['length']\n    for key in config:\n"
        "        set(key)\n",
        "def read(data):\n    return data['width'], data['length'], 'scent'\n",
        "def read(data):\n    return data['width']\n",
    ],
)
def test_a_key_that_some_code_may_take_is_no_fault(said, code):
    assert said(table("width", "length", "scent"), {"a.py": code})[0] == []


def test_a_sample_of_another_programs_file_is_passed_over(said):
    assert said("```yaml\nservices:\n  width: 1\nlength: 2\ncolour: 3\nscent: 4\n```\n")[0] == []
