"""Secrets never get further than the text they were typed in."""

import random
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.redaction import entropy, find_secrets, mark, marks_in, redact

pytestmark = pytest.mark.laws

ALNUM = string.ascii_letters + string.digits
WORD = ALNUM + "_-"
HEX = "0123456789abcdef"


def made(seed: str, alphabet: str, length: int) -> str:
    """Return a value in the shape of a key; no real key stands in these files."""
    return "".join(random.Random(seed).choices(alphabet, k=length))


def key(kind: str) -> str:
    return {
        "aws-access-key": "AKIA" + made(kind, "ABCDEFGHJKLMNPQRSTUVWXYZ234567", 16),
        "github-token": "gh" + "p_" + made(kind, ALNUM, 36),
        "gitlab-token": "gl" + "pat-" + made(kind, WORD, 20),
        "slack-token": "xo" + "xb-" + made(kind, string.digits, 12) + "-" + made(kind, ALNUM, 24),
        "google-api-key": "AI" + "za" + made(kind, WORD, 35),
        "stripe-key": "sk_" + "live_" + made(kind, ALNUM, 24),
        "openai-key": "sk-" + "proj-" + made(kind, WORD, 60),
        "anthropic-key": "sk-" + "ant-api03-" + made(kind, WORD, 93),
        "npm-token": "np" + "m_" + made(kind, ALNUM, 36),
        "pypi-token": "py" + "pi-AgEIcHlwaS5vcmc" + made(kind, WORD, 70),
        "sendgrid-key": "S" + "G." + made(kind, WORD, 22) + "." + made(kind + "2", WORD, 43),
        "huggingface-token": "h" + "f_" + made(kind, string.ascii_letters, 34),
        "digitalocean-token": "do" + "p_v1_" + made(kind, HEX, 64),
        "shopify-token": "sh" + "pat_" + made(kind, HEX, 32),
        "databricks-token": "da" + "pi" + made(kind, HEX, 32),
        "telegram-token": made(kind, string.digits[1:], 9) + ":AA" + made(kind, WORD, 33),
        "vault-token": "hv" + "s." + made(kind, WORD, 90),
        "linear-key": "lin_" + "api_" + made(kind, ALNUM, 40),
        "jwt": "eyJ"
        + made(kind, ALNUM, 30)
        + ".eyJ"
        + made(kind + "b", ALNUM, 60)
        + "."
        + made(kind + "c", WORD, 43),
        "private-key": "-----BEGIN RSA PRIVATE KEY-----\n"
        + made(kind, ALNUM, 64)
        + "\n-----END RSA PRIVATE KEY-----",
    }[kind]


KINDS = [
    "aws-access-key",
    "github-token",
    "gitlab-token",
    "slack-token",
    "google-api-key",
    "stripe-key",
    "openai-key",
    "anthropic-key",
    "npm-token",
    "pypi-token",
    "sendgrid-key",
    "huggingface-token",
    "digitalocean-token",
    "shopify-token",
    "databricks-token",
    "telegram-token",
    "vault-token",
    "linear-key",
    "jwt",
    "private-key",
]
CARRIERS = (
    "{}",
    "the key is {} today",
    "export TOKEN={}\n",
    '{{"auth": "{}"}}',
    "密钥：{}。",
    "`{}`",
    "部署时用{}登录",
)


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_published_key_format_is_replaced_whole_wherever_it_stands(
    kind: str, carrier: str
) -> None:
    secret = key(kind)

    result = redact(carrier.format(secret))

    assert result == carrier.format(mark(secret))
    assert [each.kind for each in find_secrets(carrier.format(secret))] == [kind]


@pytest.mark.parametrize(
    "value",
    [
        "AKIA" + "IOSFODNN7EXAMPLE",
        "gh" + "p_" + string.ascii_lowercase + string.digits,
        "gh" + "p_" + "a8Fk2Lnone9xTz4VbN7cRw1YpE6sHd3JgU5o",
        "sk-" + "ant-api03-" + string.ascii_lowercase + "012345",
        "sk-" + "proj-" + "8aHj3kLtrueP4qRsTuV5wXyZ0123AbCdEfGh",
        "sk-" + "1234567890abcdef1234567890abcdef",
        "xo" + "xb-" + "123456789012-123456789012-" + string.ascii_lowercase[:24],
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_a_published_shape_is_a_secret_whatever_words_stand_in_it(value: str) -> None:
    assert redact(f"the key is {value} today").startswith("the key is [REDACTED:")


@pytest.mark.parametrize(
    "text",
    [
        "password = 'Tr0ub4dor&3x'",
        "password = hunter2Zk9!qP",
        "the password for the courier's sandbox is S3cret!99x",
        "db_password: k7Gq92mZp1",
        "API_KEY=9f8e7d6c5b4a39281706",
        "the client_secret is Zx81-Qw93-Lp27",
        "密码是 Kx92mQz71p",
        "postgres://app:n0tSoPlain9@db.internal:5432/app",
        "curl -H 'Authorization: Bearer 8sd7f6g5h4j3k2l1m0n9'",
        "mysql --password=Gh72kLm9Qx",
        "AccountKey=" + made("azure", ALNUM + "+/", 86) + "==",
        "curl -u ':d9Kw27xLq!t' https://search.internal",
        "curl -u 'd9Kw27xLq!t:' https://search.internal",
        "curl --user kim:'rT6vH2b9LnQk' https://api.internal",
        'curl --user "{b2f0}":"{Wq5kVrX1n8tA}" https://api.internal',
        "curl -H 'Authorization: Api-Token 91ab34cd56ef78aa12bc'",
        "curl -H 'Authorization: sha256~kTLFnzd5@=-.b+/hgdQ'",
        'env_or("api_token", "5b1c7712-a311-41f3-92a7-c81653d587f1")',
        '<add key="Password" value="Winter2041Lake" />',
        "kind: Secret\nmetadata:\n  name: db\ndata:\n  # of the database\n  key: d2ludGVyMjA0MQ==\n",
        "data:\n\tkey: 'd2ludGVyMjA0MQ=='\nkind: 'Secret'\n",
        "stringData:\n  .cfg: |\n    eyJhdXRocyI6InNvbWV0aGluZyJ9\nkind: Secret\n",
        "token " + made("lone", ALNUM, 44),
    ],
)
def test_a_value_that_is_called_or_looks_secret_is_replaced(text: str) -> None:
    assert "[REDACTED:" in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "password = 'changeme'",
        "password = hunter2",
        "kind: Secret\ndata:\n  htpasswd: ''\n",
        "kind: Secret\ndata:\n  password: {{ .Values.Password }}\n",
        "kind: ExternalSecret\nspec:\n  data:\n    - secretKey: api-key\n",
        "curl -u ':' https://search.internal",
        "curl -u '$USER:$PASSWORD' https://search.internal",
        '<add key="Password" value="%FEED_PASSWORD%" />',
        'names = ["token", "password", "secret"]',
        "The token for the mobile app is refreshed every 30m.",
        "API_KEY=<your-key-here>",
        "token: ${GITHUB_TOKEN}",
        "secret = os.environ['APP_SECRET']",
        "The password field is validated on the server.",
        "set max_tokens = 4096 and token_count: 551",
        "commit 7ac4fe0000000000000000000000000000000000 or 0d9f3c1b2a4e5d6f708192a3b4c5d6e7f8091a2b",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "path src/commonplace/storage/journal_records_and_receipts_of_every_commit.py",
        "theQuickBrownFoxJumpsOverTheLazyDogAndRunsAwayAgain",
        "sha256-47DEQpj8HBSa",
        "use port 6001 in staging; 密码在保险库里",
        "-----BEGIN PRIVATE KEY-----\nXXXX\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nXXXXXXXXXXXXXXXXXXXX\n-----END PRIVATE KEY-----",
        "AKIAXXXXXXXXXXXXXXXX and sk-" + "ant-api03-your-key-goes-here-and-nowhere-else",
        "http://localhost:8080/path and user@example.com",
    ],
)
def test_ordinary_text_and_placeholders_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "said",
    [
        "curl -ukim:{} https://api.internal",
        "curl -su kim:{} https://api.internal",
        "curl -U kim:{} -x proxy https://api.internal",
        "curl -b 'session={}' https://api.internal",
        "mysql -uroot -p'{}' shop",
        "redis-cli -h cache --pass {}",
        "jdbc:oracle:thin:scott/{}@db:1521:orcl",
        "smbclient //files/share -U kim%{}",
        "unzip -P {} a.zip",
        "7z x -p{} a.7z",
        "echo {} | sudo -S ls",
        "echo '{}' | docker login -u kim --password-stdin",
        'echo "root:{}" | chpasswd',
        "xfreerdp /u:kim /p:{} /v:host",
        "htpasswd -b users kim {}",
        "keytool -storepass {} -list",
        "wpa_passphrase home {}",
        '{{"user": "kim", "pass": "{}"}}',
        "user=kim pass={}",
        "pw: {}",
        "senha: {}",
        "mot de passe : {}",
        'psk="{}"',
        "<password>{}</password>",
        'password = b"{}"',
        'os.environ["DB_PASSWORD"] = "{}"',
        'pool.setPassword("{}")',
        "CREATE USER kim IDENTIFIED BY '{}'",
        'requests.get(url, auth=("kim", "{}"))',
        "auth=HTTPBasicAuth('kim', '{}')",
        'smtp.login("kim", "{}")',
        "BASIC_AUTH=kim:{}",
    ],
)
@pytest.mark.parametrize("value", ["Tr0ub4dor&3x", "Win" + "ter2041!", "k7Gq92mZp1"])
def test_a_password_is_known_by_the_command_or_the_call_that_takes_it(
    said: str, value: str
) -> None:
    assert value not in redact(said.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "curl -u kim:$PASSWORD -b cookies.txt https://api.internal",
        "curl -sSfL https://api.internal:8443/v1 -o out.zip",
        'unzip -P "$ZIP_PASSWORD" a.zip && 7z x a.7z',
        "echo done | sudo tee /etc/motd",
        "all tests pass: 2041 of 2041; pass: true",
        "first pass = tokenize(text)",
        "auth: oauth2 or basic; auth=(user, password)",
        'raise ValueError("token") from error; get_token("name")',
        'label.setPassword("password")',
        "<token>: the one from the vault",
        "keytool -storepass $STORE_PASS -list",
    ],
)
def test_a_command_or_a_call_that_names_no_password_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "said", ["password={}", "--password {}", "password: {}", "the password is {}"]
)
@pytest.mark.parametrize("value", ["Wom" + "bat77", "Xk" + "29sl2k", "Sum" + "mer2026"])
def test_a_short_password_is_one_though_some_of_its_letters_return(said: str, value: str) -> None:
    assert value not in redact(f"run it with {said.format(value)}")


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("const SONAR_LOGIN = '{}'", made("sonar", ALNUM, 40)),
        ("SONAR.TOKEN ?= {}", "sq" + "u_" + made("sonar", ALNUM, 40)),
        ('export SUMOLOGIC_ACCESSID="{}"', "su" + made("sumo", ALNUM, 12)),
        ("get --cookie 'PHPSESSID={}' https://shop", made("cookie", HEX, 26)),
        ("rdesktop -u kim -p {} build", "Sum" + "mer2026x"),
    ],
)
def test_a_key_is_known_by_whose_it_is(said: str, secret: str) -> None:
    assert secret not in redact(said.format(secret))


@pytest.mark.parametrize(
    "text",
    [
        "beeline -u jdbc:hive2://hive.internal -n kim",
        "docker run -u kim -p 8080:80 web",
        "curl -u username:token https://api.internal",
        "the pass is done, the pw is elsewhere",
        '<param name="password" value="${db.password}"/>',
    ],
)
def test_what_only_stands_like_one_stays(text: str) -> None:
    assert redact(text) == text


WEAK = ("s3cr3tpw", "demo1234", "sommer24", "hello2024", "s3cr3t", "Winter2041!")


@pytest.mark.parametrize(
    "said",
    [
        "password: {}",
        "the password is {} for now",
        "password {} works on staging",
        "user kim, password {}",
        "passwort {}",
        "Das Passwort für den Drucker ist {} und er steht im Flur.",
        "Das Kennwort vom Router lautet {}",
        "Mot de passe du NAS: {}, sauvegarde chaque nuit",
        "La contraseña del router es {}",
        "пароль от принтера: {}",
        "密码是 {}",
        "密码是{}，不要外传",
        "WiFi 密码：{}",
        "打印机的密码改成了 {} 了",
        "login with kim / {}",
        "log in as kim/{}",
        "credentials: kim / {}",
        "http -a kim:{} GET api.internal",
        "xh --auth kim:{} https://api.internal",
        "net user kim {} /add",
        "useradd -m -p {} kim",
        "openssl enc -aes-256-cbc -k {} -in a -out b",
        "sqlcmd -S db -U sa -P {}",
        "rabbitmqctl add_user kim {}",
        "ALTER ROLE app WITH PASSWORD '{}'",
        "localhost:5432:shop:shop:{}",
        "*:*:*:postgres:{}",
        "db.internal:5432:*:app:{}\n",
        'psql "host=db user=kim password={} dbname=x"',
        "lftp -u kim,{} files.internal",
        r"net use z: \\files\share {} /user:kim",
        'ConvertTo-SecureString "{}" -AsPlainText -Force',
        "echo '{}' | passwd --stdin kim",
        '<property name="password" value="{}"/>',
        "the root pw is {}",
        "the admin's password (staging) is {}.",
        "REDISCLI_AUTH={}",
    ],
)
@pytest.mark.parametrize("value", WEAK)
def test_a_weak_password_is_one_where_it_is_called_one(said: str, value: str) -> None:
    assert value not in redact(said.format(value))


@pytest.mark.parametrize(
    "said",
    [
        "**Password:** {}",
        "**Password**: `{}`",
        "- Password: **{}**",
        "| password | {} |",
        "password:\n  {}",
        "password: >-\n  {}",
        "password: str = '{}'",
        "password → {}",
        "staging password -> {}",
        "password - {}",
        "password — {}",
        "the password was {} until May",
        "I set the password to {} today",
        "the new password should be {}",
        "use {} as the password",
        "{} is the admin password",
        'password "{}"',
        "Passwort: „{}“",
        "SMTP_PASS: '{}'",
        "smtpPass: {}",
        "DB_PW={}",
        '$env:DB_PASS = "{}"',
        "setx DB_PASS {}",
        "set -x DB_PASS {}",
        "ENV DB_PASSWORD {}",
        'os.getenv("DB_PASS", "{}")',
        "define('DB_PASSWORD', '{}');",
        'os.environ["DB_PASS"] = "{}"',
        'process.env.DB_PASS || "{}"',
        'DriverManager.getConnection(url, "kim", "{}")',
        'new NetworkCredential("kim", "{}")',
        '<input type="password" value="{}">',
        "--db-password={}",
        "backup --pass {}",
        "yes {} | passwd kim",
        "unrar x -p{} a.rar",
        "ldapadd -x -D cn=admin -w {} -f a.ldif",
        "net user kim {}",
        "oracle+cx_oracle://scott:{}@db:1521/x",
        "cqlsh -u kim -p {}",
        "ftp.login('kim', '{}')",
        "<password>{}</password>",
        "SESSION_SECRET: {}",
        "//registry.npmjs.org/:_authToken={}",
        "requirepass {}",
        "creds kim:{}",
        "log in as kim with {}",
        "Zugangsdaten: kim / {}",
        "WiFi key is {}",
        "WIFI:T:WPA;S:Home;P:{};;",
        "La clave del wifi es {}",
        "Wachtwoord: {}",
        "пароль {}",
        "| Service | Login | Password |\n|---|---|---|\n| NAS | kim | {} |\n",
        "user,password,mail\nbo,hello,b@x\nkim,{},kim@x\n",
    ],
)
@pytest.mark.parametrize("value", ["s3cr3tpw", "T0pSecret!9", "bT4vQz9LmX2k"])
def test_a_password_is_one_in_whatever_form_it_is_written_down(said: str, value: str) -> None:
    assert value not in redact(said.format(value))


@pytest.mark.parametrize(
    "said", ['password = "{}"', "password: '{}'", '"password": "{}",', "DB_PASS: `{}`"]
)
@pytest.mark.parametrize("value", ["S3cr,et99x", "S3cret;99xyz", "P@ss(w0rd9", "@dm1nPass9!"])
def test_a_quoted_password_is_taken_out_whole_whatever_signs_are_in_it(
    said: str, value: str
) -> None:
    assert redact(said.format(value)) == said.format(mark(value))


@pytest.mark.parametrize(
    "said",
    [
        "the Wi-Fi password is 20310519",
        "recovery codes: 8f3a-9c1e 7b2d-4f60 a1b2-c3d4",
        "2fa seed is jbswy3dpehpk3pxp",
        "seed phrase: " + " ".join(["orbit", "candy", "velvet"] * 4),
        "Cookie: a=1; sid=s%3A8f3a9c1e7b2d4f60; theme=dark",
        'cookies = {"session_id": "8f3a9c1e7b2d4f60a1b2"}',
    ],
)
def test_what_opens_a_door_without_a_password_is_a_secret(said: str) -> None:
    assert "[REDACTED:" in redact(said)


@pytest.mark.parametrize(
    "text",
    [
        "| Field | Password |\n|---|---|\n| kind | string |\n| where | in the vault |\n",
        "| password | type |\n|---|---|\n\nkim s3cr3tpw2",
        "one, password, two\nthree, argon2id, four\n",
        "- password: see `auth.v2`\n- v2token: see `auth.v2`\n",
        "password=get_password1(user) or users[0] or @file1.txt",
        "![badge](https://ci.internal/badge.svg?token=CmCcjBz0pQ)](https://ci.internal)",
        "*Password Size Limit*",
        "use OAuth2 as the password flow; base64 is a password encoding",
        "Cookie: theme=dark; lang=en",
        "a backup code is sent by post; recovery codes are ten-digit",
        "the recovery phrase: write it on paper and keep it where nobody else looks",
        "set -x; ENV PASSWORD_FILE /run/secrets/db",
        "net user experience improvements",
        "docker login first, then docker run -p 5432:5432 db",
        "docker build --secret id=netrc,src=$HOME/.netrc .",
    ],
)
def test_what_only_speaks_of_passwords_in_lists_and_tables_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "value", ["2b7e151628aed2a6abf7158809cf4f3c", made("aes", HEX, 64), made("hmac", HEX, 128)]
)
@pytest.mark.parametrize("said", ["aes key: {}", "the AES-256 key is {}", "hmac key = 0x{}"])
def test_a_hexadecimal_key_is_known_by_its_name_and_its_size(said: str, value: str) -> None:
    assert value not in redact(said.format(value))


@pytest.mark.parametrize(
    "said",
    [
        "2FA seed: {}",
        "TOTP {} of the bank",
        "the authenticator's secret is {}",
        "otpauth://totp/Shop:kim?secret={}&issuer=Shop",
    ],
)
def test_a_seed_of_one_time_codes_is_a_secret(said: str) -> None:
    seed = made("seed", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)

    assert redact(said.format(seed)) == said.format(mark(seed))


def test_a_seed_in_groups_of_four_is_taken_out_whole() -> None:
    assert redact("2FA: jbsw y3dp ehpk 3pxp, on the phone") == (
        f"2FA: {mark('jbsw y3dp ehpk 3pxp')}, on the phone"
    )


@pytest.mark.parametrize(
    "text",
    [
        "The password hash is argon2id, the salt has 16 bytes.",
        "password: Optional[str] = None",
        "* `passphrase`: {string | Buffer} The passphrase to use.",
        "Das Passwort für den Drucker ist seit 2024 im Tresor.",
        "Le mot de passe du NAS est dans le coffre, port 5001.",
        "密码加密算法是 argon2id，至少 12 位",
        "login with Google / GitHub; log in as admin/root",
        "net user kim /delete",
        "the public key: 2b7e151628aed2a6abf7158809cf4f3c",
        "src/a.py:12:5:E501:line too long at 12:30:15:20:99",
        "2FA is required for maintainers; OTP codes have 6 digits",
        "http -a $USER:$PASSWORD :8000 and openssl genrsa -out key.pem 4096",
        "openssl enc -k $KEY -in a",
    ],
)
def test_words_beside_a_password_that_are_none_stay(text: str) -> None:
    assert redact(text) == text


def test_the_same_secret_gives_the_same_mark_and_another_one_another() -> None:
    first, second = key("github-token"), key("github-token")[:-2] + "zz"

    assert redact(first) == redact(first)
    assert redact(first) != redact(second)


@given(st.text(max_size=400))
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once = redact(text)

    assert redact(once) == once


@given(st.sampled_from(KINDS), st.text(max_size=80), st.text(max_size=80))
def test_no_secret_survives_between_other_lines(kind: str, before: str, after: str) -> None:
    secret = key(kind)

    assert secret not in redact(f"{before}\n{secret}\n{after}")


def test_finding_never_tells_the_value() -> None:
    (found,) = find_secrets(key("npm-token"))

    assert key("npm-token") not in repr(found)


@pytest.mark.parametrize(
    "worst",
    [
        "password for a b ",
        "password |",
        "a|password\nb|c\n",
        "a,password\n",
        "seed is orbit candy ",
        "recovery code a1b2-c3d4 ",
        "cookie: a=b; ",
        "http -a ",
        "a:11:b:c:",
        "2fa ",
        "login ",
        "net user ",
        "a",
        "A1b",
        "password=",
        "--token ",
        "eyJ",
        "-----BEGIN PRIVATE KEY-----",
        "aws",
        "x://",
        "secret is ",
        "a.b-",
        "key: ",
        "密码",
        "kind: secret\n",
        "data:\n  secret: a\n",
        " data:\n",
        "-u ':",
        '"token", "',
    ],
)
def test_time_grows_no_faster_than_the_text(worst: str) -> None:
    small, large = (worst * (size // len(worst)) for size in (8_000, 64_000))
    times = []
    for text in (small, large):
        runs = []
        for _ in range(3):
            start = time.process_time()
            find_secrets(text)
            runs.append(time.process_time() - start)
        times.append(min(runs))

    assert times[1] <= 24 * max(times[0], 0.004)


def test_entropy_is_zero_for_one_letter_and_full_for_all_different() -> None:
    assert (entropy(""), entropy("aaaa"), entropy("abcd")) == (0.0, 0.0, 2.0)


def test_the_hash_in_a_mark_is_no_secret_of_its_own() -> None:
    marked = "The token: [REDACTED:github-token:c916424a] and github-token: [REDACTED:x:9f86d081]"

    assert find_secrets(marked) == ()
    assert find_secrets("[REDACTED:github-token:c916424a") == ()
    assert find_secrets("The password: [REDACTED:c916] and token: [REDACTED:9f") == ()


def test_a_secret_counts_once_wherever_it_stood() -> None:
    hidden = redact("The key is ghp_" + "a1B2c3D4e5F6" * 3 + " today.")
    (standing,) = marks_in(hidden)

    assert standing.startswith("[REDACTED:")
    assert marks_in(f"{hidden[:30]}…\n{hidden}\n{hidden}") == {standing}


NAMES = (
    "userPassword", "getPasswordHash", "dbPassword", "OAuthTokenProvider", "iCloudKeychain", "GitHubSecretStore", "httpPasswordField",
    "PostgreSQL", "SSLKeyFile", "requiredField", "JavaScript", "newPasswordAgain", "mysqlUserPassword",
)  # fmt: skip


@pytest.mark.parametrize(
    "said", ["password: {}", "DB_PASS={}", "the password is {}", "密码是{}", "secret = {}"]
)
def test_a_password_of_letters_alone_is_taken_out_and_a_name_stays(said: str) -> None:
    chance = random.Random(said)
    passwords = ["".join(chance.choices(string.ascii_letters, k=12)) for _ in range(200)]

    taken = [each for each in passwords if each not in redact(said.format(each))]

    assert len(taken) > 0.8 * len(passwords)
    if "DB_PASS" not in said:  # there whatever is assigned is the password
        assert [name for name in NAMES if name not in redact(said.format(name))] == []


@pytest.mark.parametrize("said", [
    "API key is {}", "my api key for maps: {}", "access token {}", "use token {} for CI", "secret key {}", "AccountKey={}",
    "Authorization: Token {}", "Der API-Schlüssel lautet {}", "the bearer is {}",
])  # fmt: skip
@pytest.mark.parametrize("alphabet", [ALNUM, HEX])
def test_a_key_that_is_called_one_in_a_sentence_is_taken_out(said: str, alphabet: str) -> None:
    keys = [made(f"{said} {number}", alphabet, 20) for number in range(50)]

    assert sum(each in redact(said.format(each)) for each in keys) <= 4


@pytest.mark.parametrize(
    "said",
    [
        "the API key is required for uploads",
        "access token rotation happens every night",
        "token internationalization needs nothing",
        "the secret key lives in the vault under payments",
    ],
)
def test_what_only_speaks_of_keys_stays(said: str) -> None:
    assert redact(said) == said
