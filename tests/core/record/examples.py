"""One accepted and one refused text for each bullet of mem-skill's criteria, in two languages.

(bullet, language, text, what it is accepted for or refused as)
"""

from commonplace.core.record.criteria import Fault, Merit, RecordTarget

K, E = RecordTarget.KNOWLEDGE, RecordTarget.EXPERIENCE

EXAMPLES: tuple[tuple[str, RecordTarget, str, Merit | Fault], ...] = (
    # Reusable workflows and decision steps
    ("A3.workflow", K, "To release, run the tests, tag the commit, then publish the package.", Merit.WORKFLOW),
    ("A3.workflow", K, "The release went out and everybody was happy.", Fault.CONCLUSION),
    ("A3.workflow", K, "发布流程：先跑测试，再打标签，最后上传安装包。", Merit.WORKFLOW),
    ("A3.workflow", K, "版本发布得很顺利，大家都很高兴。", Fault.CONCLUSION),
    # High-cost mistakes and their correction paths
    ("A3.mistake", K, "Dropping the index took the shop down; restore it from the nightly dump after such an outage.", Merit.MISTAKE),
    ("A3.mistake", K, "The shop had a little trouble and people were nervous.", Fault.CONCLUSION),
    ("A3.mistake", K, "误删索引导致全站故障，应从夜间备份恢复。", Merit.MISTAKE),
    ("A3.mistake", K, "网站不太稳定，大家有点紧张。", Fault.CONCLUSION),
    # Critical parameters, settings, or prerequisites
    ("A3.parameter", K, "The payment gateway closes idle connections at a timeout of 30 seconds.", Merit.PARAMETER),
    ("A3.parameter", K, "The payment gateway is quite fast.", Fault.CONCLUSION),
    ("A3.parameter", K, "支付网关的空闲超时是 30 秒。", Merit.PARAMETER),
    ("A3.parameter", K, "支付网关挺快的。", Fault.CONCLUSION),
    # User preferences and style rules
    ("A3.preference", K, "Ada prefers short commit messages in the present tense.", Merit.PREFERENCE),
    ("A3.preference", K, "Ada is a good colleague.", Fault.CONCLUSION),
    ("A3.preference", K, "用户偏好简短的回答，语气正式。", Merit.PREFERENCE),
    ("A3.preference", K, "用户人很好。", Fault.CONCLUSION),
    # Multi-attempt solutions
    ("A3.attempts", K, "We tried a larger pool and that did not help; what worked was closing the cursor, because it held the lock.", Merit.ATTEMPTS),
    ("A3.attempts", K, "It was hard, and we were patient.", Fault.CONCLUSION),
    ("A3.attempts", K, "试过加大连接池，不行；因为游标一直占着锁，关掉游标才解决。", Merit.ATTEMPTS),
    ("A3.attempts", K, "过程很难，但是我们很有耐心。", Fault.CONCLUSION),
    # Reusable templates, checklists, and output formats
    ("A3.template", K, "Write release notes from this template: Security, Added, Changed, Fixed.", Merit.TEMPLATE),
    ("A3.template", K, "The last release notes were lovely.", Fault.CONCLUSION),
    ("A3.template", K, "发布说明使用这个模板：安全、新增、变更、修复。", Merit.TEMPLATE),
    ("A3.template", K, "上一份发布说明写得很漂亮。", Fault.CONCLUSION),
    # External dependencies or resource locations
    ("A3.resource", K, "The brand fonts live in assets/fonts, and the licence is at https://fonts.example.org/terms.", Merit.RESOURCE),
    ("A3.resource", K, "The brand fonts are beautiful.", Fault.CONCLUSION),
    ("A3.resource", K, "品牌字体存放在 assets/fonts 目录下。", Merit.RESOURCE),
    ("A3.resource", K, "品牌字体很漂亮。", Fault.CONCLUSION),
    # NOT: single Q&A with no reusable process
    ("A3.not-question", K, "What does HTTP 418 stand for? It says that the server is a teapot.", Fault.QUESTION),
    ("A3.not-question", K, "How do we rotate the key? Create the new one, deploy, then delete the old one.", Merit.WORKFLOW),
    ("A3.not-question", K, "HTTP 418 是什么？表示服务器是茶壶。", Fault.QUESTION),
    ("A3.not-question", K, "怎么轮换密钥？先创建新的，部署之后再删除旧的。", Merit.WORKFLOW),
    # NOT: pure conceptual explanations without concrete steps
    ("A3.not-concept", K, "Idempotence is a property of operations, and refers to doing a thing twice.", Fault.CONCEPT),
    ("A3.not-concept", K, "Idempotence means that a retry is safe: always send an idempotency key before retrying.", Merit.WORKFLOW),
    ("A3.not-concept", K, "幂等是指同一个操作做两遍结果一样。", Fault.CONCEPT),
    ("A3.not-concept", K, "幂等是指重试安全：重试之前必须带上幂等键。", Merit.WORKFLOW),
    # NOT: context-free, non-reusable conclusions
    ("A3.not-conclusion", K, "This is much better now.", Fault.CONCLUSION),
    ("A3.not-conclusion", K, "The import is ten times better when you set `batch_size = 500`.", Merit.PARAMETER),
    ("A3.not-conclusion", K, "现在好多了。", Fault.CONCLUSION),
    ("A3.not-conclusion", K, "导入时把 batch_size 设为 500 个，速度好多了。", Merit.PARAMETER),
    # Experience: pitfalls and their fixes
    ("A3.pitfall", E, "The pdf skill crashed with UnicodeEncodeError; fixed by adding a font that has Chinese.", Merit.PITFALL),
    ("A3.pitfall", E, "The pdf skill is moody.", Fault.IRREPRODUCIBLE),
    ("A3.pitfall", E, "pdf 技能报错 UnicodeEncodeError，加上中文字体后解决。", Merit.PITFALL),
    ("A3.pitfall", E, "pdf 技能有点任性。", Fault.IRREPRODUCIBLE),
    # Experience: critical parameters or configurations
    ("A3.skill-parameter", E, "The image skill wants --dpi 300 for print.", Merit.SKILL_PARAMETER),
    ("A3.skill-parameter", E, "The image skill makes good prints.", Fault.IRREPRODUCIBLE),
    ("A3.skill-parameter", E, "图片技能用于印刷时分辨率不低于 300。", Merit.SKILL_PARAMETER),
    ("A3.skill-parameter", E, "图片技能的印刷效果不错。", Fault.IRREPRODUCIBLE),
    # Experience: reusable templates, prompts, or workflows
    ("A3.skill-template", E, "Start the slides skill with this prompt: “Fill in title, three points, one picture”.", Merit.SKILL_TEMPLATE),
    ("A3.skill-template", E, "The slides skill has a nice look.", Fault.IRREPRODUCIBLE),
    ("A3.skill-template", E, "幻灯片技能的提示词模板：填标题、三个要点、一张图。", Merit.SKILL_TEMPLATE),
    ("A3.skill-template", E, "幻灯片技能的样子挺好看。", Fault.IRREPRODUCIBLE),
    # Experience: dependency or asset paths
    ("A3.skill-path", E, "The report skill takes its logo from assets/brand/logo.svg.", Merit.SKILL_PATH),
    ("A3.skill-path", E, "The report skill shows our logo.", Fault.IRREPRODUCIBLE),
    ("A3.skill-path", E, "报告技能的图标存放在 assets/brand/logo.svg。", Merit.SKILL_PATH),
    ("A3.skill-path", E, "报告技能会显示图标。", Fault.IRREPRODUCIBLE),
    # Experience: steps requiring a specific order or technique
    ("A3.skill-order", E, "With the video skill, normalise the sound before you cut, then export.", Merit.SKILL_ORDER),
    ("A3.skill-order", E, "The video skill is fun.", Fault.IRREPRODUCIBLE),
    ("A3.skill-order", E, "使用视频技能时，先统一音量，然后剪辑，最后导出。", Merit.SKILL_ORDER),
    ("A3.skill-order", E, "视频技能很好玩。", Fault.IRREPRODUCIBLE),
    # Experience NOT: pure theory
    ("A3.not-theory", E, "Vector graphics is a technique for drawing that refers to curves.", Fault.THEORY),
    ("A3.not-theory", E, "Vector graphics refers to curves, so embed the fonts before you export with the svg skill.", Merit.SKILL_ORDER),
    ("A3.not-theory", E, "矢量图是一种用曲线描述的图形。", Fault.THEORY),
    ("A3.not-theory", E, "矢量图是一种曲线图形，导出之前要先嵌入字体。", Merit.SKILL_ORDER),
    # Experience NOT: conclusions without reproducible steps
    ("A3.not-irreproducible", E, "The chart skill came out right in the end.", Fault.IRREPRODUCIBLE),
    ("A3.not-irreproducible", E, "The chart skill came out right after we set `--theme plain`.", Merit.SKILL_ORDER),
    ("A3.not-irreproducible", E, "图表技能总算画对了。", Fault.IRREPRODUCIBLE),
    ("A3.not-irreproducible", E, "先设置 `--theme plain`，图表技能才画对。", Merit.SKILL_ORDER),
    # Experience NOT: one-off, non-reusable operations
    ("A3.not-once", E, "Renamed three files with the files skill today.", Fault.ONE_OFF),
    ("A3.not-once", E, "The files skill must see a list of names before it renames anything.", Merit.SKILL_ORDER),
    ("A3.not-once", E, "今天用文件技能改了三个文件名。", Fault.ONE_OFF),
    ("A3.not-once", E, "文件技能改名之前必须先看到文件清单。", Merit.SKILL_TEMPLATE),
)  # fmt: skip
