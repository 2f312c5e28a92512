"""Which addresses are the public internet's: everything else belongs to somebody's own machines.

The lists are our own. What `ipaddress` calls global differs between versions of Python, and some of
them let 64:ff9b::7f00:1, 2002:7f00:1:: and 192.0.0.8 through.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

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
