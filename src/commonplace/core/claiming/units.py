"""Units, each with what it measures and how many base units it is."""

from __future__ import annotations

from fractions import Fraction

_TABLE = """
time      1/1000        ms millisecond milliseconds msec 毫秒
time      1             s sec secs second seconds 秒 秒钟
time      60            min mins minute minutes 分钟
time      900           刻钟
time      3600          h hr hrs hour hours 小时 个小时 钟头 个钟头
time      86400         day days 天
time      604800        week weeks 周 星期 个星期 礼拜
time      1209600       fortnight fortnights
time      2592000       month months 个月
time      31536000      year years 年
workday   1             workday workdays 工作日 个工作日 工作天 个工作天
bytes     1             byte bytes 字节
bytes     1024          kb kib 千字节
bytes     1048576       mb mib 兆 兆字节
bytes     1073741824    gb gib
bytes     1099511627776 tb tib
percent   1             % percent 个百分点
percent   1/10          ‰ permille
percent   1/100         bp bps
pixel     1             px pixel pixels 像素
length    1/1000        mm 毫米
length    1/100         cm 厘米
length    1             m metre metres meter meters 米
length    1000          km kilometre kilometres kilometer kilometers 公里
speed     1             m/s 米/秒
speed     5/18          km/h kph 公里/小时
mass      1/1000        g gram grams 克
mass      1             kg 公斤 千克
heat      1             °c ℃ 度
frequency 1             hz
frequency 1000          khz
frequency 1000000       mhz
frequency 1000000000    ghz
euro      1             € euro euros eur 欧元
dollar    1             $ dollar dollars usd 美元
pound     1             £ gbp
yuan      1             ¥ yuan cny rmb 元 块 块钱
rate      1             qps rps tps
cores     1             core cores vcpu vcpus cpu cpus 核
"""

UNITS: dict[str, tuple[str, Fraction]] = {
    unit: (dimension, Fraction(factor))
    for dimension, factor, *units in map(str.split, _TABLE.strip().splitlines())
    for unit in units
}
SIGNS_BEFORE = "$€£¥"
TIME_UNITS = tuple(unit for unit, (dimension, _) in UNITS.items() if dimension == "time")
