import random
import string

import pytest

from workbench.checks.families.credentials import credentials

LETTERS = string.ascii_letters
ALNUM = LETTERS + string.digits
WEB = ALNUM + "-_"
BASE32 = string.ascii_uppercase + "234567"
HEX = "0123456789abcdef"
BASE64 = ALNUM + "+/"


def made(*parts, seed=7):
    """A credential from fixed parts and (length, alphabet) parts, so that none stands in this file."""
    chance = random.Random(seed)
    return "".join(
        part if isinstance(part, str) else "".join(chance.choice(part[1]) for _ in range(part[0]))
        for part in parts
    )


SHAPES = {
    "AWS access key id": ("AKIA", (16, BASE32)),
    "GitHub token": ("ghp_", (36, ALNUM)),
    "fine-grained GitHub token": ("github_pat_", (22, ALNUM), "_", (59, ALNUM)),
    "GitLab token": ("glpat-", (20, WEB)),
    "Anthropic key": ("sk-ant-", "api03-", (93, WEB), "AA"),
    "OpenAI project key": ("sk-proj-", (74, WEB), "T3Blbk", "FJ", (74, WEB)),
    "OpenAI key": ("sk-", (20, ALNUM), "T3Blbk", "FJ", (20, ALNUM)),
    "Slack token": ("xoxb-", (12, string.digits), "-", (12, string.digits), "-", (24, ALNUM)),
    "Google key": ("AIza", (35, WEB)),
    "Stripe key": ("sk_live_", (24, ALNUM)),
    "npm token": ("npm_", (36, ALNUM)),
    "Hugging Face token": ("hf_", (34, LETTERS)),
    "SendGrid key": ("SG.", (22, WEB), ".", (43, WEB)),
    "Telegram bot token": ("4839201756", ":AA", (33, WEB)),
    "JSON web token": ("ey", "JhbGciOiJIUzI1NiJ9.ey", "Jpc3MiOiJhY21lIn0.", (43, WEB)),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "around", ["{}", "`{}`", "key: {}\n", '"{}",', "```\nexport K={}\n```", "<!-- {} -->", "?k={}&x=1"]
)
def test_a_known_shape_is_found_wherever_it_stands(shape, around):
    for seed in range(5):
        secret = made(*SHAPES[shape], seed=seed)
        text = around.format(secret)
        assert [text[found.start : found.end] for found in credentials(text)] == [secret]


@pytest.mark.parametrize(
    "line",
    [
        'password = "{}"',
        "DB_PASSWORD={}",
        "api_key: '{}'",
        '{{"client_secret": "{}"}}',
        "Authorization: Bearer {}",
        "curl https://h/x?access_token={}",
        "secret_key => `{}`",
        "amqp://app:{}@mq.acme.io:5672/v",
        "aws_secret_access_key = {}",
    ],
)
def test_a_value_that_looks_made_by_a_machine_is_found_by_its_name(line):
    for seed in (1, 2, 4):
        secret = made((40, ALNUM), seed=seed)
        text = line.format(secret)
        assert [text[found.start : found.end] for found in credentials(text)] == [secret]


def test_a_value_with_a_single_digit_is_found_by_its_mixed_letters():
    text = f"password: '{'NxbmsMNMK7' + 'LaUaPrpEkQz'}'"
    assert len(credentials(text)) == 1


@pytest.mark.parametrize(
    "kind", ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]
)
@pytest.mark.parametrize("newline", ["\n", "\\n", "\n> "])
def test_a_private_key_is_found_whole(kind, newline):
    body = newline.join(made((64, BASE64), seed=seed) for seed in range(3))
    block = f"-----BEGIN {kind}-----{newline}{body}{newline}-----END {kind}-----"
    text = f"> {block}\n"
    (found,) = credentials(text)
    assert text[found.start : found.end] == block


def test_the_runs_of_one_letter_in_a_real_private_key_make_no_sample_of_it():
    body = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtz"
    text = f"-----BEGIN OPENSSH PRIVATE KEY-----\n{body}\n"
    assert len(credentials(text)) == 1


PLACEHOLDERS = [
    "AKIA" + "IOSFODNN7EXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
    "sk-...",
    "OPENAI_API_KEY=sk-your-key-here",
    'ANTHROPIC_API_KEY="sk-ant-..."',
    "sk-ant-" + "api03-" + "x" * 90,
    "ghp_" + "x" * 36,
    "ghp_" + "0123456789" * 3 + "abcdef",
    "ghp_" + "YourPersonalAccessTokenGoesHere12345",
    "sk-" + "1234567890abcdef" * 2,
    "hf_" + "a" * 34,
    "token: <your-token>",
    "password: hunter2hunter2hunter2",
    'password = "changeme"',
    'password: "correct-horse-battery-staple"',
    '"password": "Passw0rd!2024xyz"',
    'api_key = os.environ["API_KEY_2024_PROD"]',
    "apiKey: process.env.MY_SERVICE_API_KEY",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "SECRET_KEY=$(openssl rand -hex 32)",
    "secretName: my-prod-db-credentials-2",
    "max_tokens = 1234567890123456",
    "tokenizer: Acme/gpt-4-tokenizer-2024-v3b7",
    "postgres://postgres:postgres@localhost:5432/db",
    "postgres://user:password@db.acme.io/x",
    "Authorization: Bearer YOUR_ACCESS_TOKEN_HERE_123",
    "secret: 7c9e6679-7425-40de-944b-e07fc1f90ae7",
    "ghp_" + "A8f3kQ00000000zR7wLmP2vX9bN4cT6hJ1dY",
    "ghp_" + "ab1" * 12,
    "token_url = https://auth.acme.io/oauth2/v2.0/token",
    "auth_token = settings.AUTH_TOKEN_V2_X9_PROD",
    "private_key: ~/.ssh/id_ed25519_prod_2024",
    "secret = make_key32bytes_v2(length=32)",
    "api_key: sk_test_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PUBLIC KEY-----\n" + "MIGeMA0GCSqGSIb3DQEBAQUAA4GMADCBiAKBgFz7Wq4kdXw2pLx9" + "\n",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
]


@pytest.mark.parametrize("text", PLACEHOLDERS)
def test_a_placeholder_is_no_secret(text):
    assert credentials(text) == []


def test_a_database_on_this_machine_has_no_secret_worth_asking_about():
    assert credentials(f"postgres://app:{made((16, ALNUM))}@localhost/x") == []


def test_a_longer_word_that_holds_a_shape_is_no_secret():
    assert credentials("x" + made("ghp_", (36, ALNUM))) == []


def test_only_the_quote_of_a_fault_holds_the_whole_secret(checked):
    secret = made("ghp_", (36, ALNUM))
    (fault,) = checked(f"Use `{secret}` here.\n").secrets
    assert (fault.quote, fault.asks, fault.on_fail) == (secret, "secrets", "fix")
    assert fault.problem == "This looks like a live GitHub token: `ghp_` and 36 more characters."
    others = (fault.problem, fault.consequence, fault.change, fault.expected, fault.evidence)
    assert not any(secret[4:] in str(part) for part in others)


def test_each_place_of_a_secret_is_a_fault(checked):
    secret = made("ghp_", (36, ALNUM))
    assert len(checked(f"{secret}\n\n{secret}\n").secrets) == 2


def test_a_text_that_is_no_markdown_is_searched_too(checked):
    assert len(checked(f"{made('npm_', (36, ALNUM))}\n", name="README.rst").secrets) == 1
