"""Cues: turns of phrase by which people show that something holds beyond this moment.

A cue is a shape of speech in English and in Chinese with a weight; no single weak one suffices. They
are looked for in masks (lower case, simplified characters), never in what is quoted.
"""

from __future__ import annotations

from enum import StrEnum

from commonplace.core import lazy_re as re
from commonplace.core.values import dataclass


class Cue(StrEnum):
    """What a turn of phrase shows."""

    UNIVERSAL = "universal"
    """It holds always, everywhere, or never."""
    HABIT = "habit"
    """It is how these people do it."""
    WISH = "wish"
    """The user wants it so."""
    DECIDED = "decided"
    """Something was chosen."""
    CORRECTING = "correcting"
    """The agent had it wrong."""
    CONTRAST = "contrast"
    """This, and not that."""
    TOLD = "told"
    """The user says it so that it is known."""
    BOUND = "bound"
    """Somebody outside the conversation binds or owns it."""
    STANDING = "standing"
    """How something is arranged: where it stands, what it runs on, whose it is."""
    REASON = "reason"
    PRAISE = "praise"
    KEEP = "keep"
    """The user asks to keep what was just said."""


@dataclass(frozen=True, slots=True)
class _Shape:
    cue: Cue
    weight: int
    pattern: re.Pattern[str]


def _shape(cue: Cue, weight: int, english: str, chinese: str) -> _Shape:
    return _Shape(cue, weight, re.compile(rf"\b(?:{english})(?!\w)|{chinese}"))


_CUSTOMS = (
    "use(?! (?:it|that|this|them|these))|keep(?! \\w+ing)|name|store|ship|deploy|pin|follow|avoid|prefer|require|tag|squash|rebase|treat|ban|never|always"
    "|don't (?:use|allow|want|do|merge|deploy|commit|write|support|store|mock|log|ship|touch)"
)
"""What people do as a custom: to say that "we" do it is to say that it is done so."""
_VERBS = (
    "run|ask|write|put|merge|release|log|test|review|host|support|track|bill|charge|count|round|freeze"
    "|publish|own|version|format|lint|document|expect|allow|accept|reject|build|sign|send|show|return|read"
    "|bump|branch|commit|call|spell|sort|mock|cache|encrypt|rotate|archive|delete|import|export|translate"
    "|handle|serve|target|ignore|work|start|stop|only"
)
_SHAPES = (
    _shape(
        Cue.UNIVERSAL,
        3,
        r"(?:this|that|it|the same) (?:goes|holds|applies|counts) (?:for|to) (?:all|every|any)|only\b.{1,60}\bnever|never\b.{1,60}\bonly|always\b.{1,60}\bnever|never\b.{1,60}\balways",
        r"只(?:能|用|在|从|准|许).{1,20}(?:不能|不要|别|绝不|不从|不得)",
    ),
    _shape(
        Cue.UNIVERSAL,
        2,
        r"always|never(?! ?mind)|from now on|(?:yes|yeah|yep|sure|ok|but),?(?: but)? only|from here on|going forward|in (?:the )?future|every ?time|everywhere"
        r"|at all times|under no circumstances|without exception|as a (?:rule|matter of principle)"
        r"|not allowed|forbidden|mandatory|must(?:n't)?|no matter|until further notice|ever again|keep doing"
        r"|(?:for|do|write|make|keep) (?:every|all|any|anything)|no \w+(?: \w+)? (?:at all|ever)|(?:^|so |please )no (?!errors?|issues?|problems?|files?|luck|idea|need|one)[\w/.-]+(?: \w+)? (?:in|without|before|after)|do (?:this|that|it) for"
        r"|whenever|in every|^(?:so |ok |the |hard |new )*rule(?=:)|hard rule|me included|the (?:rule|convention|policy|standard) is|by convention|house rule|any ?more|not (?:before|after|until)|from day one|next time|everything (?:goes|runs|is|must|has|lives)",
        r"以后(?!再说)|今后|往后|永远|一律|每次|从不|绝不|绝对|禁止|不得|不准|不许|必须|务必|统一|固定|一定要|始终|凡是|所有.{0,12}都"
        r"|从现在(?:起|开始)|从今天(?:起|开始)|长期|千万|别再|不要再|不能再|任何|下次(?!再说)|不能(?:出现|写|用|有|放|存|动|改|直接)",
    ),
    _shape(
        Cue.UNIVERSAL,
        1,
        r"every|each|any|only|ha(?:s|ve) to|needs? to be|by default|unless|usually|normally|generally"
        r"|at (?:most|least)|per|all|no longer|anything|nothing|nobody|both|either|neither",
        r"每(?:个|天|周|月|季|条|次|台|年|一|份|位)|只(?:能|用|在|有|要|读|给|做|写)|都(?:要|用|得|是|先|不|走|放|会)|默认|规定"
        r"|不要|别|不能|不可|除非|至少|最多|最少|一般|通常|平时|要先|得先|不用|全部|全都|不超过|以内|不再",
    ),
    _shape(
        Cue.HABIT,
        3,
        rf"we (?:\w+ly |also |still |all |just )?(?:{_CUSTOMS})|that's (?:our|the) (?:rule|convention|policy|custom)",
        r"(?:规矩|惯例|约定)|我们(?:团队|公司|组里?|项目)?(?:都|一直|统一|一般|向来|习惯|规定|约定)",
    ),
    _shape(
        Cue.HABIT,
        2,
        rf"we (?:\w+ly |also |still |all |do |just )?(?:{_VERBS})"
        r"|we don't have|we're (?:a|an|on|using|not)|around here|on (?:our|this) (?:team|project|repo)|in (?:our|this) (?:team|project|repo|codebase|company)"
        r"|our \w+(?: \w+)? (?:is|are|has|have|lives?|runs?|uses?|goes?|go|comes?)",
        r"我们.{0,6}(?:都|只|统一|一直|不用|不要)|我们(?:用|要|都|这边|这里|团队|组|这|不|只|一直|走|跑|是|会|统一|公司|项目|习惯|一般|在|规定|约定)|组里|团队(?:里|的|约定)|公司(?:里|的|规定)"
        r"|咱们|我司|我们的.{1,12}(?:是|在|用|都|要)",
    ),
    _shape(Cue.HABIT, 1, r"our|ours|we|here", r"我们|本项目|这边|这里"),
    _shape(
        Cue.WISH,
        2,
        r"i(?:'d| would)? (?:really |much |strongly |always |never )?(?:prefer|like|love|hate|dislike|rather|want|insist|care)"
        r"|please (?:don't|do not|always|never|stop|avoid|keep)|stop (?:doing|adding|writing|using|putting)"
        r"|don't (?:use|add|write|put|commit|create|call|import|mock|log|merge|list|include|mention)"
        r"|my preference|i can't (?:stand|read|see)|don't (?:ever|bother|like|want)|no need to|(?:the way|how) i (?:want|like)|i (?:review|work|read|type|test) (?:on|with|from|in)|you (?:only|always|never)",
        r"我(?:更|比较|还是|一直|最|就|都)?(?:喜欢|习惯|偏好|希望|想要|想(?=先|看)|讨厌|不喜欢|要求|倾向|受不了|看不惯)|请(?:不要|别|用|统一)|(?:回复|回答|跟我|写给我).{0,8}(?:的时候|时)|麻烦.{0,10}(?:都|以后|别)",
    ),
    _shape(
        Cue.WISH,
        1,
        r"please|pls|i (?:review|work|use|read|write|type|live|only)|you (?:only|always|never|should)|love (?:the|this|that|it)|annoy\w*",
        r"请|麻烦|你(?:只|别|不要|要)|我(?:用|在|只|从来|平时)",
    ),
    _shape(
        Cue.DECIDED,
        3,
        r"decided|decision(?: is|:)|it's settled|settled(?: on)?|final (?:answer|decision|call)|we (?:chose|picked|agreed|settled)"
        r"|that's final|final(?=[.!]|$)|\w+ it is(?=[.,!]|$)|we're going with|we'll go with|let's go with|going with|i'll go with|verdict",
        r"定了|决定(?!性)|敲定|拍板|说定|就这么(?:定|办)|选定|定下来|最终(?:选|用|定|方案)|结论是|定为|定在",
    ),
    _shape(
        Cue.DECIDED,
        2,
        r"chang(?:e|ed) my mind|let's (?:use|do|stick|keep|take|make|settle|move|stay|switch)|(?:we|i)(?:'ll| will)(?: just| only)? (?:use|keep|stick|stay|move|switch|adopt|support|drop|take|pick|do)"
        r"|^[a-d](?=[.,!]|$)|we go|go (?:with|for)|(?:option|number|plan) (?:[a-d]|[1-4]|one|two|three)|the (?:first|second|third|last|former|latter) (?:one|option)|(?:ok|okay|right|alright|fine)[, ]*so:|instead of|switch(?:ed|ing)? to|we (?:moved|switched|dropped|replaced)|i'd take|then \w+, \w+",
        r"就(?:用|选|按|走|上|定|改)|那就(?:用|选|按|定|走|上|每|统一|都)|采用|选(?:方案|第|[a-d1-4一二三四]|前者|后者)|改(?:成|用|为)(?![“「])|换成(?![“「])|还是用|放弃|不再用|选(?:了|择|用)|保留成|统一(?:用|改)",
    ),
    _shape(
        Cue.CORRECTING,
        2,
        r"that's (?:wrong|not right|not true|incorrect|not how|not what)|you(?:'re| are) (?:wrong|mistaken)|wrong \w+|i told you|not quite right|never was|was renamed|got renamed|moved to"
        r"|outdated|out of date|old info|no longer|used to be|is (?:dead|gone|deprecated)|deprecated|sunset|(?:is|are) out(?=[.,!]|$)",
        r"不对|错了|搞错|弄错|不是这样|说错|写错|早就(?:改|换|不|下线|没|废)|废弃|弃用|已经(?:改|换|不用|下线|迁)|改名|过[时期]|不是.{1,20}(?:，|,)?(?:而)?是",
    ),
    _shape(
        Cue.CONTRAST,
        1,
        r"not (?!sure|really|yet|bad|now|that|too|so|worth|needed|much)\w+|rather than|instead of|instead|as opposed to|but (?:only|use|not|never)|isn't|aren't|doesn't",
        r"而不是|不是|不要用|别用|但|只有",
    ),
    _shape(
        Cue.TOLD,
        3,
        r"(?:please )?remember(?: that| this|:|,)|keep (?:that |this |it )?in mind|don't forget that",
        r"记住|请记|要记得",
    ),
    _shape(
        Cue.TOLD,
        2,
        r"fyi|btw|by the way|heads up|heads-up|note that|keep (?:that |this |it )?in mind|bear in mind|remember (?:that|this|to|:)|for the record"
        r"|just so (?:you know|it's clear)|to be clear|for clarity|so you know|for context|worth knowing|colou?r[- ]?blind|dyslexi\w+|hard of hearing|left[- ]handed|screen ?reader|important:|one thing to know|please remember|for your information|for next time",
        r"色[盲弱]|左撇子|听力不|读屏|对了|顺便(?:说|提|一)|顺带|记住|记得|请记|要记|注意|提醒一下|说明一下|补充一(?:下|点)|备注|另外(?:说|提|，)|说一下|告诉你|你要知道|提一句|明确一下|说清楚",
    ),
    _shape(
        Cue.BOUND,
        2,
        r"(?:she|he|\w+) (?:owns|maintains|signs off|is responsible|is in charge|takes care of)|they own|not our \w+ anymore|insists?"
        r"|needs? [\w']+(?: \w+)? (?:ok|okay|approval|sign-?off|review|eyes|blessing|permission)|(?:without|unless|until) (?:asking )?[\w']+ (?:says|said|agrees|signs|approves|ok|approval)|without (?:asking|telling|checking with)",
        r"归.{1,8}(?:管|负责|所有)|由.{1,8}(?:负责|维护|审批)|(?:不接受|不允许|不同意)",
    ),
    _shape(
        Cue.BOUND,
        1,
        r"contract\w*|sla|legal|compliance|auditors?|audit|gdpr|regulat\w+|licen[cs]e\w*|by law|budget|deadline|owns?|owner|team \w+|on-call"
        r"|sign(?:s|ed)? off|vendor|customers?|clients?|the (?:bank|regulator|customer|client|ministry|school|schools|hospital)|approval|took (?:it )?over|responsible"
        r"|production|prod|port|namespace|hostname|region|as of|\d{1,2}(?::\d\d)? ?(?:am|pm|utc)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|environment|staging|(?:from |until |by |since |on )?\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*",
        r"合同|审计|法务|合规|客户|甲方|监管|财务|运维|申请|审批|负责|归.{1,8}管|预算|截止|规范|法规|等保|政策|SLA|sla|银行|学校|医院|外包|测试组|产品|生产|正式环境|端口|月底|月初|号前|窗口|每周[一二三四五六日天]|\d+ ?点|环境",
    ),
    _shape(
        Cue.STANDING,
        2,
        r"(?!it\b|that\b|this\b)\w+ (?:lives?|belongs?|listens?|stays?|(?:is|are) (?:kept|stored)) (?:only )?(?:in|on|at|under|behind|to)",
        r"部署在|位于|统一放在?|存放在",
    ),
    _shape(
        Cue.STANDING,
        1,
        r"(?!(?:it|that|this|he|she|i|you|there|tests?|build|which)\b)\w+ (?:is|are|lives?|stays?|goes|go|belongs?|gets?|runs?|listens?|uses?|needs?|requires?|breaks?|takes?|expects?|stands?|comes?) (?:only |always |never |also |still )?(?:in|on|at|under|behind|for|from|by|to|after|before|with|without|not|\w+-case|\w+ed)",
        r"(?:配置|数据|代码|文件|密钥|日志|服务|接口|环境|库|表|仓库|文档|目录).{0,10}(?:在|放|存|归|用|走)|部署在|跑在|位于|写在|放在|存在",
    ),
    _shape(
        Cue.REASON,
        1,
        r"because|since (?:the|we|it|they|our|that|you)|so that|otherwise|(?:main |the )?reason|due to|'?cause|cuz|that's (?:why|when|where)|thanks to|so (?:we|i|they|it) (?:can|can't|don't|won't|have|need)|they don't|or else|\w+ (?:rely|relies|depend|depends) on",
        r"因为|由于|否则|不然|免得|省得|理由|所以|为了|以免|才能|靠(?:这个|它|此)|要用来|要的(?:。|$)|怕",
    ),
    _shape(
        Cue.PRAISE,
        1,
        r"(?:love|i (?:really |do )?like) (?:the|this|that|it|how)|perfect\w*|exactly|great|excellent|brilliant|nice|beautiful|awesome|spot on|like that|like this|well done|(?<!by )the way|works (?:great|well|perfectly|like a charm)|much better|good call|this is (?:it|how)|happy with|that works|yes!+",
        r"完美|这个好|挺好|认可|很好|太好|不错|正是|就是(?:这样|这个|要)|漂亮|很棒|真棒|清楚多|好用|满意|赞|舒服|比.{0,10}好(?:多|得)|就要这(?:样|种)",
    ),
    _shape(
        Cue.KEEP,
        2,
        r"hang on to (?:that|this|it)|keep (?:that|this|it|these|those)(?! in mind)(?: \w+)?(?: somewhere| around| for later| handy| safe)?|save (?:that|this|it|these)|worth (?:keeping|saving|remembering)|bookmark|(?:keep|save|store|record|preserve) (?:the|that|this|these) (?:table|comparison|summary|results?|numbers|figures|list|overview|analysis)|i(?:'ll| will) (?:want|need) (?:this|that|it) again|put (?:that|this|it) in(?:to)? (?:the |our )?(?:notes|wiki|memory|docs)"
        r"|write (?:that|this|it) down|note (?:that|this|it) down|for (?:later|next time|future reference|the record)|remember (?:that|this|these)|store (?:that|this)|file (?:that|this) away",
        r"留着|留一份|存一份|记到|写进(?:笔记|记忆|知识库)|记下来|记一下|记下|存(?:一下|下来|起来|着)|收藏|保存(?:一下|下来)|记录(?:一下|下来)|留个底|留档|备查|值得(?:留|记|存)|以后(?:用得|要用|还会)",
    ),
)
_OPENING_NO = re.compile(
    r"^(?:(?:hmm+|uh|um|oh|ok|okay|well|ah|wait|god|hey|sorry|,|\.|!) ?)*(?:no|nope|nah|not quite|neither|actually|wait|wrong|careful)\b|^(?:等等|等一下|嗯?不|错|别|其实|不是|不用|没有?，)"
)


def cues_in(mask: str) -> dict[Cue, int]:
    """Return the cues of a sentence with the weight of the strongest shape of each."""
    found: dict[Cue, int] = {}
    for shape in _SHAPES:
        if found.get(shape.cue, 0) < shape.weight and shape.pattern.search(mask):
            found[shape.cue] = shape.weight
    if _OPENING_NO.search(mask):
        found[Cue.CORRECTING] = max(found.get(Cue.CORRECTING, 0), 1)
    return found
