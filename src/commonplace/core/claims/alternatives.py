"""Families of things of which one is usually chosen: who uses one does not use its sibling.

A line is a family. Two memories about one subject that name two siblings are asked about; two
languages or two export formats are no family, since both may be offered side by side.
"""

from __future__ import annotations

from fractions import Fraction

_FAMILIES = """
package manager: npm yarn pnpm bun
python packaging: pip poetry uv pipenv conda pdm
java build: maven gradle ant bazel
formatter: black yapf autopep8 prettier biome dprint ruff
linter: eslint tslint flake8 pylint ruff
python tests: pytest unittest nose
javascript tests: jest vitest mocha jasmine karma
browser tests: cypress playwright selenium puppeteer
bundler: webpack vite rollup parcel esbuild turbopack
styling: tailwind bootstrap bulma sass less
frontend framework: react vue angular svelte solid
state: redux vuex pinia mobx zustand
mobile framework: flutter cordova ionic react-native xamarin uni-app
relational database: mysql mariadb postgres postgresql oracle sqlite mssql tidb oceanbase cockroachdb
document database: mongodb couchdb dynamodb cassandra
broker: kafka rabbitmq pulsar nats sqs rocketmq activemq
cache store: redis memcached hazelcast
search engine: elasticsearch opensearch solr meilisearch typesense
vector store: pgvector faiss milvus qdrant weaviate pinecone
object store: s3 minio gcs oss ceph cos r2 swift-storage
cloud: aws azure gcp 阿里云 腾讯云 华为云 hetzner
ci: jenkins circleci travis drone buildkite teamcity gitlab-ci github-actions woodpecker azure-pipelines tekton concourse bamboo codebuild
forge: github gitlab gitea bitbucket gerrit
deploy tool: argocd flux spinnaker helm kustomize
provisioning: terraform pulumi cloudformation ansible chef puppet
container runtime: docker podman containerd
base image: alpine distroless debian-slim bookworm-slim bullseye-slim ubi
proxy: nginx apache caddy traefik haproxy envoy
editor: vim neovim emacs vscode pycharm intellij sublime zed helix cursor
shell: bash zsh fish powershell
chat: slack teams discord mattermost 钉钉 飞书 企业微信 telegram zulip
tracker: jira linear asana trello youtrack redmine 禅道 shortcut clickup tapd github-issues basecamp
wiki: confluence notion outline 语雀
metrics store: prometheus influxdb graphite datadog victoriametrics
tracing: jaeger zipkin tempo
log store: loki splunk graylog elk
error tracker: sentry rollbar bugsnag crashlytics
secrets: vault doppler sops
feature flags: launchdarkly unleash flagsmith
licence: mit apache-2.0 apache2 gpl lgpl agpl bsd mpl bsl gplv3 mulanpsl
indentation: tab tabs space spaces 制表符 空格
quotes: single-quote double-quote 单引号 双引号
merge style: squash squashed rebase rebased merge-commit fast-forward
primary key: uuid uuidv4 uuidv7 ulid bigint serial snowflake 雪花 自增
encoding: utf-8 gbk gb2312 latin-1 utf-16 big5
line ending: lf crlf
case: snake_case camelcase pascalcase kebab-case 驼峰 下划线
api style: rest graphql grpc soap
serialisation: protobuf avro thrift msgpack
config format: yaml toml ini
signature: rs256 hs256 es256 eddsa
hash: md5 sha1 sha256 sha512 bcrypt argon2 scrypt pbkdf2
cipher: aes des 3des chacha20 sm4
isolation: serializable repeatable-read read-committed
compression: gzip zstd brotli snappy lz4
eviction: allkeys-lru noeviction volatile-lru allkeys-lfu volatile-ttl
log level: debug info warning warn error trace
frequency: hourly daily nightly weekly fortnightly biweekly monthly quarterly yearly annually every-hour every-day every-night every-week every-month every-quarter every-year each-day each-week each-month 每小时 每天 每晚 每日 每周 每月 每季度 每季 每年 每两周
time zone: utc gmt local-time beijing-time 本地时间 北京时间 东八区
weekday: monday tuesday wednesday thursday friday saturday sunday 周一 周二 周三 周四 周五 周六 周日
role: 上级 主管 人事 财务 法务 经理 总监 hr finance legal
spelling: british american
tongue: english chinese german french spanish italian japanese korean dutch polish portuguese russian 英文 英语 中文 汉语 日文 日语
theme: dark light 深色 浅色 暗色 亮色
tone: formal informal casual 正式 随意
drink: coffee tea 咖啡 茶
meal: vegetarian vegan 吃素
sort: ascending descending asc desc 升序 降序 正序 倒序
deletion: soft-delete hard-delete soft-deleted hard-deleted 软删除 物理删除 逻辑删除 硬删除
transport: websocket sse polling 轮询 长连接
orm: sqlalchemy peewee hibernate mybatis prisma typeorm sequelize drizzle gorm
web server: gunicorn uvicorn uwsgi hypercorn granian waitress daphne puma unicorn
python web: django flask fastapi
node web: express koa fastify nestjs
go web: gin echo fiber
warehouse: snowflake-db bigquery redshift databricks clickhouse doris starrocks hive synapse
table format: iceberg hudi delta-lake
orchestrator: airflow dagster prefect luigi oozie dolphinscheduler xxl-job
stream processor: flink spark-streaming storm kafka-streams beam
dataframe: pandas polars dask
experiment tracker: mlflow wandb neptune comet clearml tensorboard
training framework: pytorch tensorflow jax paddle mxnet
model server: triton torchserve vllm bentoml tgi onnxruntime
annotation: labelstudio cvat prodigy
schema migration: flyway liquibase alembic atlas golang-migrate sqitch goose
visual tests: chromatic percy applitools backstop
component explorer: storybook histoire ladle
design tool: figma sketch adobe-xd zeplin 蓝湖 mastergo penpot
translation service: lokalise crowdin phrase transifex weblate
crash reporter: crashlytics bugly instabug sentry
analytics: amplitude mixpanel ga4 matomo posthog 神策 友盟
mail provider: sendgrid mailgun postmark ses
identity provider: auth0 okta keycloak cognito entra-id azure-ad ping-identity
cdn: cloudflare fastly akamai cloudfront
pager: pagerduty opsgenie victorops slack
status page: statuspage instatus
password manager: 1password bitwarden lastpass keepass
meeting: zoom webex google-meet 腾讯会议
drawing: mermaid plantuml drawio excalidraw
docs site: mkdocs sphinx docusaurus vitepress gitbook starlight nextra hugo jekyll docsify readthedocs mdbook antora
monorepo tool: nx turborepo lerna rush pnpm-workspaces bazel
desktop framework: electron tauri qt wpf qml gtk
mobile ui: jetpack-compose swiftui uikit
dependency injection: hilt dagger koin
game engine: unity unreal godot cocos
version control: git perforce svn mercurial plastic
rtos: freertos zephyr rt-thread threadx
sensor bus: i2c spi uart can 1-wire
debugger probe: j-link st-link openocd
texture format: bc1 bc7 astc etc2 dxt5
checksum: crc-8 crc-16 crc-32 crc32 crc16
byte order: little-endian big-endian 小端 大端
orientation: portrait landscape 竖屏 横屏
log format: json-lines logfmt
service mesh: istio linkerd consul-connect
ingress: nginx-ingress traefik-ingress kong apisix
discovery: consul eureka nacos etcd zookeeper apollo
kubernetes: eks gke aks openshift k3s
autoscaler: karpenter cluster-autoscaler
service level: 标准版 专业版 旗舰版 金牌版 银牌版 基础版 企业版本
rollout: canary blue-green rolling 蓝绿 滚动 金丝雀
branching: trunk-based gitflow
default branch: master main trunk develop
commit style: conventional-commits gitmoji
versioning: semver calver
number format: 整数 浮点 定点数 字符串 integer float decimal
pooling: pgbouncer hikaricp druid
rate limiter: sentinel hystrix resilience4j
job runner: celery rq sidekiq resque huey
http client: axios ky requests httpx okhttp retrofit
validation: zod yup joi pydantic marshmallow
time library: moment dayjs date-fns luxon
token storage: localstorage sessionstorage indexeddb
session token: jwt cookie-session
travel: train plane 高铁 飞机
dns: route53 route-53 cloudflare dnspod ns1 powerdns namecheap godaddy
site hosting: netlify vercel cloudflare-pages github-pages heroku fly.io railway render firebase-hosting
serverless: lambda cloud-run cloud-functions
component library: ant-design antd element-plus element-ui naive-ui vuetify arco-design material-ui mui chakra mantine shadcn quasar primevue tdesign semi-design radix
window manager: sway hyprland i3 gnome kde xmonad
distribution: ubuntu debian fedora centos rocky almalinux nixos rhel opensuse amazon-linux
push service: 极光 个推 fcm onesignal jpush getui
maps: mapbox 高德 百度地图 腾讯地图 google-maps leaflet maplibre openlayers
embedded store: lmdb leveldb rocksdb sqlite badger boltdb
signing: gpg cosign minisign notary
alerting: alertmanager 夜莺 nightingale zabbix nagios grafana-oncall
service auth: hmac mtls basic-auth kerberos saml ldap
pagination: cursor-based offset-based page-number cursor-pagination offset-pagination 游标 页码 keyset
written language: rust golang java kotlin swift ruby php scala elixir erlang haskell zig clojure ocaml pyflink
terminal: iterm2 alacritty kitty wezterm ghostty
video codec: h.264 h264 h265 h.265 hevc av1 vp9 vp8
audio codec: opus aac mp3 flac vorbis
image format: webp avif png jpeg heic
audio middleware: wwise fmod
netcode: lockstep rollback
renderer: vulkan opengl metal directx webgl webgpu
wireless: zigbee z-wave lora lorawan nb-iot ble
device protocol: mqtt coap modbus opc-ua amqp
vpn: wireguard openvpn ipsec tailscale zerotier
backup tool: restic borg velero duplicity pgbackrest barman wal-g
artefact registry: nexus artifactory harbor verdaccio ghcr ecr docker-hub
log agent: fluentd fluent-bit filebeat logstash promtail
apm: skywalking pinpoint newrelic dynatrace
rpc: dubbo grpc thrift feign
cluster: nomad docker-swarm mesos slurm
virtualisation: vmware kvm proxmox hyper-v xen
load tests: k6 locust jmeter gatling wrk vegeta
device tests: appium detox maestro espresso xcuitest
code quality: sonarqube codeclimate codacy
scanner: trivy snyk grype clair
dependency bot: renovate dependabot
type checker: mypy pyright pyre
javascript runtime: deno bun node.js
java framework: spring-boot quarkus micronaut
charts: echarts highcharts chart.js recharts antv
rich text: tiptap slate prosemirror ckeditor tinymce wangeditor
css: css-modules styled-components emotion unocss linaria vanilla-extract
rendering framework: next.js nuxt remix astro sveltekit gatsby
query client: react-query tanstack-query swr rtk-query
bi: metabase superset tableau powerbi looker
ingestion: fivetran airbyte datax sqoop seatunnel
cdc: debezium canal maxwell flink-cdc
optimiser: adam adamw sgd adafactor
precision: fp16 bf16 fp32 int8 fp8
gpu: a100 h100 v100 t4 l40s
file system: nfs hdfs glusterfs lustre cephfs
help desk: zendesk freshdesk intercom
crm: salesforce hubspot
payments: stripe paypal adyen braintree 支付宝 微信支付
tense: past-tense imperative 过去时 祈使句
time format: iso-8601 unix-timestamp epoch-milliseconds 毫秒时间戳 秒级时间戳
keyboard: qwerty dvorak colemak
locking: 乐观锁 悲观锁 optimistic-locking pessimistic-locking
consistency: 强一致 最终一致 strong-consistency eventual-consistency
tax: gross net 含税 不含税 税前 税后
days: business-days calendar-days working-days 工作日 自然日
method: scrum kanban
payment term: prepaid postpaid 预付 后付
language model: gpt-4o gpt-5 claude gemini qwen deepseek llama mistral
delimiter: semicolon comma pipe 分号 逗号 竖线 semicolons commas
thread: main-thread worker-thread background-thread 主线程 工作线程 后台线程
hosting side: on-prem self-hosted saas 本地部署 云端部署
visibility: public-repo private-repo
power: battery mains 电池 市电
"""

FAMILIES_OF: dict[str, tuple[str, ...]] = {}
"""Every member with its families: Cloudflare answers for names, and serves pages."""
for _line in _FAMILIES.strip().splitlines():
    _family, _, _members = _line.partition(":")
    for _member in _members.split():
        FAMILIES_OF[_member] = (*FAMILIES_OF.get(_member, ()), _family)
ORDINARY_WORDS = frozenset(
    """
    less teams echo express solid outline vault parcel flux puppet chef ant helm black rest serial
    can etc2 phrase sketch atlas goose rush comet neptune storm beam triton compose requests druid nx zoom loom qt git moment joi sentinel unity cocos rolling canary portrait landscape integer float decimal delta hive prefect apollo consul unreal perforce plastic spi
    master main trunk develop
    swift render railway lambda radix rocky metal opus nexus harbor pinpoint maestro espresso renovate emotion slate remix astro gatsby canal maxwell tableau adam intercom stripe gross net comma pipe semicolon commas battery mains bamboo concourse shortcut cursor slack starlight quasar mantine chakra kitty adyen puma unicorn daphne cos llama gemini claude notary clair imperative java ruby epoch looker slurm borg barman
    warn fish linear tempo nose gin fiber drone karma error info debug warning trace bun
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
"""Members that are also words of every day: only with a capital inside a sentence, as a value, or as what is used."""
SAME_MEMBER = {
    "every-hour": "hourly", "every-day": "daily", "every-night": "daily", "every-week": "weekly", "every-month": "monthly",
    "every-quarter": "quarterly", "every-year": "yearly", "each-day": "daily", "each-week": "weekly", "each-month": "monthly",
    "annually": "yearly", "warn": "warning", "biweekly": "fortnightly",
    "postgresql": "postgres", "tabs": "tab", "制表符": "tab", "spaces": "space", "空格": "space",
    "squashed": "squash", "rebased": "rebase", "apache2": "apache-2.0", "每晚": "daily", "nightly": "daily",
    "每天": "daily", "每日": "daily", "每周": "weekly", "每月": "monthly", "每小时": "hourly",
    "每季度": "quarterly", "每季": "quarterly", "每年": "yearly", "每两周": "fortnightly",
    "周一": "monday", "周二": "tuesday", "周三": "wednesday", "周四": "thursday", "周五": "friday",
    "周六": "saturday", "周日": "sunday", "uuid": "uuidv4", "asc": "ascending", "升序": "ascending",
    "正序": "ascending", "desc": "descending", "降序": "descending", "倒序": "descending",
    "深色": "dark", "暗色": "dark", "浅色": "light", "亮色": "light", "人事": "hr", "财务": "finance",
    "法务": "legal", "咖啡": "coffee", "茶": "tea", "正式": "formal", "随意": "casual",
    "逻辑删除": "软删除", "soft-delete": "软删除", "soft-deleted": "软删除", "hard-deleted": "硬删除", "物理删除": "硬删除", "hard-delete": "硬删除",
    "竖屏": "portrait", "横屏": "landscape", "小端": "little-endian", "大端": "big-endian", "crc32": "crc-32", "crc16": "crc-16",
    "route-53": "route53", "antd": "ant-design", "mui": "material-ui", "夜莺": "nightingale", "jpush": "极光", "getui": "个推",
    "h264": "h.264", "h265": "h.265", "hevc": "h.265", "过去时": "past-tense", "祈使句": "imperative", "游标": "cursor-based", "cursor-pagination": "cursor-based", "页码": "page-number", "offset-pagination": "offset-based", "gmt": "utc", "东八区": "北京时间", "beijing-time": "北京时间",
    "optimistic-locking": "乐观锁", "pessimistic-locking": "悲观锁", "strong-consistency": "强一致", "eventual-consistency": "最终一致",
    "含税": "gross", "税前": "net", "不含税": "net", "税后": "gross", "working-days": "business-days", "工作日": "business-days", "自然日": "calendar-days",
    "prepaid": "预付", "postpaid": "后付", "commas": "comma", "semicolons": "semicolon", "分号": "semicolon", "逗号": "comma", "竖线": "pipe",
    "主线程": "main-thread", "工作线程": "worker-thread", "后台线程": "background-thread", "本地部署": "on-prem", "self-hosted": "on-prem", "saas": "云端部署",
    "tanstack-query": "react-query", "azure-ad": "entra-id", "电池": "battery", "市电": "mains",
    "蓝绿": "blue-green", "滚动": "rolling", "金丝雀": "canary", "整数": "integer", "浮点": "float",
    "轮询": "polling", "日文": "japanese", "日语": "japanese", "英文": "english", "英语": "english", "中文": "chinese", "汉语": "chinese",
}  # fmt: skip
FREQUENCIES = {
    name: str(Fraction(1, seconds))
    for name, seconds in {
        "hourly": 3_600, "daily": 86_400, "weekly": 604_800, "fortnightly": 1_209_600,
        "monthly": 2_592_000, "quarterly": 7_776_000, "yearly": 31_536_000,
    }.items()
}  # fmt: skip
"""How often in a second: `weekly` is `every 7 days`."""
