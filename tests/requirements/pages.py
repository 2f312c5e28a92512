"""Pages from the web: who may ask, where connections go, what is taken."""

_NETWORK = "reliability 3.6"

REQUIREMENTS = {
    "pages.ssrf": (_NETWORK, "no connection to an address that is not public, however it is named"),
    "pages.public": (_NETWORK, "embedded IPv4, multicast and special ranges are not public"),
    "pages.pinned": (
        _NETWORK,
        "resolved once, every address checked, the checked one connected with",
    ),
    "pages.redirects": (_NETWORK, "every redirect is checked again, three at most"),
    "pages.limits": (_NETWORK, "10 s in all, 5 MiB unpacked, text types only"),
    "pages.no-credentials": (_NETWORK, "no user info, cookies, credentials or proxies"),
    "pages.person": (_NETWORK, "only a person has a page read"),
    "pages.provenance": ("design 12", "address, last address, time and hash are kept"),
    "pages.quarantine": ("design 12", "what came from the web unseen is quarantined"),
}

LATER: dict[str, str] = {}
