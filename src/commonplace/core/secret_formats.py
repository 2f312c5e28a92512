"""The published shapes of keys and tokens: kind, fixed words one of which must be there, pattern.

Each pattern is anchored on a fixed prefix and uses single bounded classes, so matching is linear.
The fixed words (separated by blanks, empty for any text) spare most texts most patterns.
A named group `secret` marks the part to replace where the pattern needs context around it.
"""

from __future__ import annotations

_WORD = r"[A-Za-z0-9_-]"
_ALNUM = r"[A-Za-z0-9]"
_HEX = r"[0-9a-fA-F]"

# fmt: off
# (a table reads best with a row on a line)
FORMATS: tuple[tuple[str, str, str], ...] = (
    ("private-key", "PRIVATE", r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----)[\s\S]){0,20000}-----END [A-Z0-9 ]{0,40}-----|(?:\s{0,4}[A-Za-z0-9+/=]{30,80}){1,400})"),
    ("putty-key", "PuTTY-User-Key-File", r"PuTTY-User-Key-File-[23]:(?:(?!PuTTY)[\s\S]){0,8000}?Private-MAC: [0-9a-f]{40,64}"),
    ("age-key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    ("aws-access-key", "AKIA ASIA ABIA ACCA", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
    ("aws-secret-key", "aws AWS Aws", r"(?i:aws.{0,20}?(?:secret|sk).{0,20}?[\"'=:\s])\s{0,4}[\"']?(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"),
    ("anthropic-key", "sk-ant-", rf"\bsk-ant-[a-z]{{2,10}}\d\d-{_WORD}{{16,128}}"),
    ("openai-key", "sk-", rf"\bsk-(?:proj|svcacct|admin|None)-{_WORD}{{20,200}}|\bsk-{_ALNUM}{{20}}T3BlbkFJ{_ALNUM}{{20}}|\bsk-(?=[A-Za-z]{{0,40}}\d){_ALNUM}{{20,64}}\b"),
    ("github-token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", rf"\b(?:ghp|gho|ghu|ghs|ghr)_{_ALNUM}{{30,251}}\b|\bgithub_pat_[A-Za-z0-9_]{{22,100}}\b"),
    ("gitlab-token", "glpat- gldt- glptt- glrt- glcbt- glft- glimt- glagent- glsoat- glffct-", rf"\b(?:glpat|gldt|glptt|glrt|glcbt|glft|glimt|glagent|glsoat|glffct)-{_WORD}{{20,64}}"),
    ("slack-token", "xox xapp-", r"\bxox[abcdeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,250}|\bxapp-\d-[A-Za-z0-9-]{20,250}"),
    ("slack-webhook", "hooks.slack", r"https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,120}"),
    ("discord-webhook", "/api/webhooks/", r"https://(?:canary\.|ptb\.)?discord(?:app)?\.com/api/webhooks/\d{17,20}/[A-Za-z0-9_-]{60,90}"),
    ("discord-token", ".", r"\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b"),
    ("teams-webhook", ".webhook.office.com", r"https://[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{60,200}"),
    ("telegram-token", ":AA", r"\b\d{8,10}:AA[A-Za-z0-9_-]{32,34}\b"),
    ("google-api-key", "AIza", r"\bAIza[A-Za-z0-9_-]{35}"),
    ("google-oauth", "GOCSPX- ya29. 1//0", r"\bGOCSPX-[A-Za-z0-9_-]{28}|\bya29\.[A-Za-z0-9_-]{20,400}|\b1//0[A-Za-z0-9_-]{40,200}"),
    ("stripe-key", "_live_ _test_ _prod_ whsec_", r"\b(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{16,110}|\bwhsec_[A-Za-z0-9+/=]{24,90}"),
    ("square-token", "sq0 EAAA", r"\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}|\bEAAA[A-Za-z0-9_-]{60}"),
    ("paypal-token", "access_token$", r"\baccess_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    ("shopify-token", "shp", rf"\bshp(?:at|ca|pa|ss|tka)_{_HEX}{{32}}"),
    ("twilio-key", "SK", r"\bSK[0-9a-f]{32}\b"),
    ("sendgrid-key", "SG.", r"\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}"),
    ("mailgun-key", "key-", r"\b(?:key|pubkey)-[0-9a-f]{32}\b"),
    ("mailchimp-key", "-us", r"\b[0-9a-f]{32}-us\d{1,2}\b"),
    ("sendinblue-key", "xkeysib-", r"\bxkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    ("npm-token", "npm_", rf"\bnpm_{_ALNUM}{{36}}\b"),
    ("pypi-token", "pypi-AgE", r"\bpypi-AgE[A-Za-z0-9_-]{50,1000}"),
    ("rubygems-key", "rubygems_", r"\brubygems_[0-9a-f]{48}\b"),
    ("crates-token", "cio", rf"\bcio{_ALNUM}{{32}}\b"),
    ("nuget-key", "oy2", r"\boy2[a-z0-9]{43}\b"),
    ("docker-token", "dckr_", r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,60}"),
    ("huggingface-token", "hf_ api_org_", rf"\b(?:hf|api_org)_{_ALNUM}{{34,40}}\b"),
    ("replicate-token", "r8_", rf"\br8_{_ALNUM}{{37,40}}\b"),
    ("groq-key", "gsk_", rf"\bgsk_{_ALNUM}{{48,60}}\b"),
    ("xai-key", "xai-", rf"\bxai-{_ALNUM}{{70,90}}\b"),
    ("perplexity-key", "pplx-", rf"\bpplx-{_ALNUM}{{40,60}}\b"),
    ("digitalocean-token", "_v1_", r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
    ("heroku-key", "HRKU-", r"\bHRKU-[A-Za-z0-9_-]{36,60}"),
    ("flyio-token", "fo1_ fm1 fm2", r"\bfo1_[A-Za-z0-9_-]{43}|\bfm[12][ar]?_[A-Za-z0-9+/=_-]{80,1000}"),
    ("vercel-token", "vc", rf"\bvc[apkirt]_{_ALNUM}{{24,60}}"),
    ("netlify-token", "nf", rf"\bnf[pcoub]_{_ALNUM}{{36,60}}"),
    ("cloudflare-key", "v1.0- cfut_ cfat_ cfk_", r"\bv1\.0-[a-f0-9]{24}-[a-f0-9]{146}\b|\b(?:cfut|cfat|cfk)_[A-Za-z0-9_-]{30,60}"),
    ("supabase-key", "sbp_ sb_secret_", r"\bsbp_[a-f0-9]{40}\b|\bsb_secret_[A-Za-z0-9_-]{20,60}"),
    ("planetscale-token", "pscale_", r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,64}"),
    ("databricks-token", "dapi", r"\bdapi[a-f0-9]{32}(?:-\d)?\b"),
    ("linear-key", "lin_", rf"\blin_(?:api|oauth)_{_ALNUM}{{32,64}}\b"),
    ("notion-token", "ntn_ secret_", rf"\bntn_{_ALNUM}{{40,60}}\b|\bsecret_{_ALNUM}{{43}}\b"),
    ("atlassian-token", "ATATT3 ATCTT3 ATBB", r"\bATATT3[A-Za-z0-9_=-]{100,250}|\bATCTT3[A-Za-z0-9_=-]{60,250}|\bATBB[A-Za-z0-9]{32}\b"),
    ("asana-token", "1/ 2/", r"\b[12]/\d{16,17}(?:/\d{16,17})?:[0-9a-f]{32}\b"),
    ("airtable-token", "pat", r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b"),
    ("figma-token", "figd_ figo_ figu_ figr_", r"\bfig[dour]_[A-Za-z0-9_-]{36,60}"),
    ("postman-key", "PMAK-", r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b"),
    ("grafana-token", "glc_ glsa_", r"\bglc_[A-Za-z0-9+/]{32,400}={0,2}|\bglsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b"),
    ("newrelic-key", "NRAK- NRAA- NRII- NRIQ- NRRA- NRAL", r"\bNR(?:AK|AA|II|IQ|RA)-[A-Z0-9a-z]{20,40}\b|\b[0-9a-f]{36}NRAL\b"),
    ("sentry-token", "sntry", r"\bsntry[su]_[A-Za-z0-9+/=_]{40,400}"),
    ("datadog-key", "key KEY Key", r"(?i:(?:dd|datadog).{0,20}?key.{0,6}?[=:\s])\s{0,4}[\"']?(?P<secret>[a-f0-9]{32}(?:[a-f0-9]{8})?)\b"),
    ("dynatrace-token", "dt0", r"\bdt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b"),
    ("vault-token", "hvs. hvb. hvr.", r"\bhv[sbr]\.[A-Za-z0-9_-]{24,300}"),
    ("terraform-token", ".atlasv1.", r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}"),
    ("doppler-token", "dp.", rf"\bdp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{{2,35}}\.)?{_ALNUM}{{40,44}}\b"),
    ("pulumi-token", "pul-", r"\bpul-[a-f0-9]{40}\b"),
    ("1password-token", "ops_eyJ A3-", r"\bops_eyJ[A-Za-z0-9+/]{200,1000}={0,3}|\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){3,5}[A-Z0-9]{5}\b"),
    ("tailscale-key", "tskey-", r"\btskey-[a-z]{2,10}-[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20,40}"),
    ("mapbox-token", "sk.eyJ", r"\bsk\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,30}"),
    ("algolia-key", "lgolia LGOLIA", r"(?i:algolia.{0,20}?key.{0,6}?[=:\s])\s{0,4}[\"']?(?P<secret>[a-f0-9]{32})\b"),
    ("azure-key", "AccountKey= SharedAccessKey=", r"(?i:AccountKey|SharedAccessKey)=(?P<secret>[A-Za-z0-9+/]{40,90}={0,2})"),
    ("azure-secret", "Q~", r"\b[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}\b"),
    ("azure-sas", "sig=", r"[?&]sig=(?P<secret>[A-Za-z0-9%+/]{40,120})"),
    ("alibaba-key", "LTAI", r"\bLTAI[A-Za-z0-9]{12,24}\b"),
    ("tencent-key", "AKID", r"\bAKID[A-Za-z0-9]{32}\b"),
    ("facebook-token", "EAAM EAAC", r"\bEAA[MC][A-Za-z0-9]{80,300}\b"),
    ("twitter-bearer", "AAAAAAAAAAAAAAAAAAAA", r"\bA{20,24}[A-Za-z0-9%]{60,120}\b"),
    ("jwt", "eyJ", r"\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}"),
    ("url-password", "://", r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@\"'<>]{0,80}:(?P<secret>[^\s/@\"'<>]{3,120})@[A-Za-z0-9\[]"),
    ("bearer-token", "", r"(?i:\b(?:authorization|x-api-key|x-auth-token|private-token)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|basic|token|apikey)\s{1,3})?)(?P<secret>[A-Za-z0-9._~+/=-]{16,2000})"),
    ("bearer-token", "", r"(?i:\bbearer\s{1,3})(?P<secret>[A-Za-z0-9._~+/=-]{20,2000})"),
    ("netrc-password", "machine", r"(?im:^\s{0,8}machine\s{1,4}\S{1,80}\s{1,4}login\s{1,4}\S{1,80}\s{1,4}password\s{1,4})(?P<secret>\S{3,120})"),
    ("cli-password", "--", r"(?i:\s(?:--password|--passwd|--token|--api-key|--secret)[= ]\s{0,2}[\"']?)(?P<secret>[^\s\"'$<{-][^\s\"'$<{]{5,120})"),
)
# fmt: on

ASSIGNMENT = (
    r"(?i:(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|"
    r"client[_-]?secret|auth[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?)[a-z0-9_.-]{0,20}"
    r"[\"'`]?(?:\s(?:for|of|to|on|in|at)(?:\s[a-z0-9_.'-]{1,30}){1,5}?)?\s{0,4}(?::=|=>|=|:|：|\bis\b)\s{0,4})"
    r"(?P<quote>[\"'`]?)(?P<secret>[^\s\"'`,;，。；]{6,200})"
)
"""A name that says it is a secret, and a value; the value must also look like one (entropy)."""

CHINESE_ASSIGNMENT = r"(?:密码|口令|密钥|秘钥|令牌|访问密钥)\s{0,3}(?:是|为|[:：=])\s{0,3}[\"'`「“]?(?P<secret>[^\s\"'`,;，。；」”]{6,120})"

LONE_RUN = r"(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+/_=-]{32,200}(?![A-Za-z0-9+/_=-])"
"""Something long without spaces; only its letter mix and entropy can tell a key from a name."""

JOKES = frozenset({"hunter2"})
"""Values that everybody knows; with anything beside it such a word may be somebody's real password."""

PLACEHOLDERS = (
    "example",
    "sample",
    "placeholder",
    "changeme",
    "change_me",
    "change-me",
    "dummy",
    "redacted",
    "your",
    "xxxx",
    "****",
    "....",
    "<",
    "${",
    "{{",
    "%(",
    "test1234",
    "password123",
    "insert",
    "replace",
    "todo",
    "foobar",
    "notasecret",
    "not-a-secret",
    "fake",
    "secret_here",
    "12345678",
    "abcdefgh",
    "os.environ",
    "process.env",
    "getenv",
    "env.",
    "secrets.",
    "vault:",
    "from_env",
    "keychain",
    "none",
    "null",
    "true",
    "false",
    "undefined",
    "……",
    "示例",
    "占位",
)
"""What people write instead of a secret; found anywhere in a value, it is not one."""

UNFILLED = ("xxxx", "XXXX", "****", "....", "……", "<", "${", "{{", "%(", "your", "YOUR")
"""What stands in the shape of a key that nobody has filled in."""
