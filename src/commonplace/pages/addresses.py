"""Which addresses are the public internet's: everything else belongs to somebody's own machines.

The lists are our own. What `ipaddress` calls global differs between versions of Python, and some of
them let 64:ff9b::7f00:1, 2002:7f00:1:: and 192.0.0.8 through.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import quote, urljoin, urlsplit

from commonplace.core.hygiene import shorten
from commonplace.errors import BadInput

_NOT_PUBLIC_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",
            "100.64.0.0/10",  # shared by a provider's customers; some clouds' metadata
            "127.0.0.0/8",
            "168.63.129.16/32",  # a cloud's own wire server, on a public number
            "169.254.0.0/16",  # link-local, and the metadata of most clouds
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT relays
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)
_PUBLIC_V6 = IPv6Network("2000::/3")
"""All that was ever given out: outside are loopback, mapped, NAT64, unique local, link-local, multicast."""
_NOT_PUBLIC_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address in disguise
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
_ISATAP = (0x00005EFE, 0x02005EFE)
"""The upper half of an interface id that carries an IPv4 address."""


def is_public(address: str) -> bool:
    """Say whether `address`, a number and no name, is one that anybody on the internet may be at."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv4Address):
        return not any(found in network for network in _NOT_PUBLIC_V4)
    return _is_public_v6(found)


def _is_public_v6(address: IPv6Address) -> bool:
    if address.scope_id is not None or address not in _PUBLIC_V6:
        return False
    if any(address in network for network in _NOT_PUBLIC_V6):
        return False
    interface = int(address) & (2**64 - 1)
    if interface >> 32 in _ISATAP:
        return is_public(str(IPv4Address(interface & 0xFFFFFFFF)))
    return True


HTTPS, HTTP = "https", "http"
PORTS = {HTTPS: 443, HTTP: 80}
"""Pages are served here. Other ports are where machines talk to each other."""
CHARACTERS_AT_MOST = 2048
TOLD_CHARACTERS = 200

_USER_INFO = re.compile(r"//[^/?#]*@")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMERIC = re.compile(r"\d+|0x[0-9a-f]*")
_KEPT_IN_PATH = "/%:@!$&'()*+,;=-._~"
_KEPT_IN_QUERY = _KEPT_IN_PATH + "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageUrl:
    """An address that was looked at: its parts, each as it is sent."""

    scheme: str
    host: str
    """A name in ASCII, or an IP address without brackets."""
    target: str
    """Path and query."""

    @property
    def port(self) -> int:
        """The port of the scheme: there is no other."""
        return PORTS[self.scheme]

    @property
    def authority(self) -> str:
        """The host as it stands in a URL and in the `Host` header."""
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"


def parse_url(text: str, *, allows_http: bool) -> PageUrl:
    """Return `text` as an address that may be asked for; raises `BadInput` saying what is wrong.

    The whole text is looked at before it is taken apart: `urlsplit` drops line ends by itself.
    """
    if len(text) > CHARACTERS_AT_MOST:
        raise _refused("page-url-too-long", text)
    if "\\" in text or any(not char.isprintable() or char.isspace() for char in text):
        raise _refused("page-url-odd-letters", text)
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as cause:
        raise _refused("page-url-malformed", text) from cause
    scheme = _scheme(text, parts.scheme, allows_http=allows_http)
    if "@" in parts.netloc:
        raise _refused("page-url-credentials", text)
    if port not in (None, PORTS[scheme]):
        raise _refused("page-url-port", text)
    target = quote(parts.path or "/", safe=_KEPT_IN_PATH)
    if parts.query:
        target += "?" + quote(parts.query, safe=_KEPT_IN_QUERY)
    return PageUrl(scheme=scheme, host=_host(text, parts.hostname or ""), target=target)


def redirected(url: PageUrl, location: str, *, allows_http: bool) -> PageUrl:
    """Return where a page sends us, looked at like any other address."""
    return parse_url(urljoin(str(url), location), allows_http=allows_http)


def _scheme(text: str, scheme: str, *, allows_http: bool) -> str:
    if scheme == HTTP and not allows_http:
        raise _refused("page-not-https", text)
    if scheme not in PORTS:
        raise _refused("page-url-scheme", text)
    return scheme


def _host(text: str, host: str) -> str:
    if ":" in host:
        try:
            return str(IPv6Address(host))
        except ValueError as cause:
            raise _refused("page-url-host", text) from cause
    try:
        # Full-width and circled digits become plain ones here, as they would on the way to the resolver.
        name = host.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError as cause:
        raise _refused("page-url-host", text) from cause
    labels = name.split(".")
    if not all(map(_LABEL.fullmatch, labels)):
        raise _refused("page-url-host", text)
    if _NUMERIC.fullmatch(labels[-1]):
        return _dotted_quad(text, name)
    return name


def _dotted_quad(text: str, name: str) -> str:
    """Return an IPv4 address written as people write it; octal, hexadecimal and short forms hide one."""
    try:
        return str(IPv4Address(name))
    except ValueError as cause:
        raise _refused("page-url-host", text) from cause


def _refused(key: str, text: str) -> BadInput:
    # A password that was typed by mistake shall not stand in a log, too.
    return BadInput(key, url=shorten(_USER_INFO.sub("//…@", text), TOLD_CHARACTERS))
