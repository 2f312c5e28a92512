"""Which addresses are public, in every disguise an IPv4 address can wear."""

import pytest

from commonplace.pages.wire import is_public
from requirements import requirement

PUBLIC = ["93.184.215.14", "1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "223.255.255.1",
          "2606:4700:4700::1111", "2a00:1450:4001:82a::200e", "2606:4700::5efe:8.8.8.8"]  # fmt: skip
NOT_PUBLIC = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.8", "192.0.2.1", "198.18.0.1",
    "198.51.100.7", "203.0.113.9", "192.88.99.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1",
    "64:ff9b::808:808", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "2620:4f:8000::1", "3fff::1",
    "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "2606:4700::1111%eth0", "fec0::1", "ff02::1",
    "ff0e::1", "2606:4700::5efe:127.0.0.1", "2606:4700::200:5efe:10.0.0.1",
    "localhost", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "", "1.2.3.4.5",
]  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@requirement("pages.public")
@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_of_somebodys_own_machines_is_not(address: str) -> None:
    assert not is_public(address)
