"""Words of many languages: inflected forms meet, grammar carries nothing, English keeps its words."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core import function_words, marked_words
from commonplace.core.memory import Memory
from commonplace.core.search import Query, Source
from commonplace.core.stopwords import ENGLISH
from commonplace.core.tokens import asked_tokens, content_tokens, note_tokens, terms
from commonplace.engines.local.engine import LocalEngine

MEETING = {
    "de": ("Die Rechnungen werden immer als PDF an den Kunden verschickt.", "Rechnung"),
    "es": ("Los despliegues se hacen solo con la aprobación del equipo.", "despliegue"),
    "fr": ("Les déploiements se font avec l'autorisation de l'équipe.", "équipe autorisation"),
    "it": ("Le distribuzioni si fanno solo con l'approvazione della squadra.", "squadre"),
    "pt": ("As implantações são feitas somente com a aprovação da equipe.", "implantação"),
    "nl": ("De facturen worden altijd als PDF naar de klant gestuurd.", "factuur klanten"),
    "pl": ("Nie wolno wdrażać w piątek, ponieważ serwery są wtedy zajęte.", "serwer"),
    "ro": ("Facturile sunt trimise întotdeauna clientului ca PDF.", "factură clienții"),
    "tr": ("Veritabanları her gece yedeklenir ve bir ay saklanır.", "veritabanının yedeklenmesi"),
    "ru": ("Резервные копии базы данных хранятся тридцать дней.", "резервная копия"),
    "uk": ("Резервні копії бази даних зберігаються тридцять днів.", "резервна копія"),
    "el": ("Τα αντίγραφα ασφαλείας διατηρούνται για τριάντα ημέρες.", "αντίγραφο ημέρα"),
    "ar": ("يتم الاحتفاظ بالنسخ الاحتياطية لمدة ثلاثين يوما.", "نسخ احتياطيه"),
    "hi": ("सर्वर की जानकारी बदलने के लिए अनुमति चाहिए।", "सर्वरों की जानकारियाँ"),
    "vi": ("Bản sao lưu của cơ sở dữ liệu được giữ trong ba mươi ngày.", "sao lưu dữ liệu"),
    "ja": ("データベースのバックアップは三十日間保存される。", "バックアップの保存"),
    "ko": ("데이터베이스 백업은 삼십 일 동안 보관한다.", "백업을 보관하는"),
    "th": ("สำรองฐานข้อมูลไว้สามสิบวัน", "ฐานข้อมูลสำรอง"),
}
GRAMMAR = {
    "de": "warum ist das nicht so wie die anderen",
    "es": "por qué no es como los otros",
    "fr": "pourquoi est il comme les autres",
    "it": "perché non è come gli altri",
    "nl": "waarom is dit niet zoals een andere",
    "ru": "почему это не так как у других",
    "vi": "tại sao nó lại như thế này",
    "hi": "यह क्या है और क्यों नहीं",
}
AS_IN_ENGLISH = "die war over son come no per come vale port also sei"


@pytest.mark.parametrize("language", MEETING)
def test_the_words_of_a_question_meet_their_inflected_forms(language: str) -> None:
    note, question = MEETING[language]
    found, is_cut = note_tokens([note])

    asked = asked_tokens(question, cutting=is_cut)

    met = [forms for forms in asked if set(forms) & set(found[0])]
    assert len(met) * 2 >= len(asked) > 0


@pytest.mark.parametrize("language", GRAMMAR)
def test_grammar_carries_hardly_any_content(language: str) -> None:
    assert len(content_tokens(GRAMMAR[language])) <= 1


@pytest.mark.parametrize("word", AS_IN_ENGLISH.split())
def test_words_that_are_grammar_elsewhere_are_found_in_an_english_book(word: str) -> None:
    note = f"The workers of the {word} queue are restarted by a script at night."

    assert set(content_tokens(word)) <= set(content_tokens(note)) or word in ENGLISH


@pytest.mark.parametrize(
    "text",
    [
        "log level per tenant per region",
        "pin node 20, or the die roll fails",
        "con and aux are reserved names on Windows",
        "SELECT id FROM users WHERE a IN (1, 2)",
        "the war file is deployed over sftp",
    ],
)
def test_english_developers_lose_no_word_to_another_language(text: str) -> None:
    found, is_cut = note_tokens([text])

    assert not is_cut
    assert set(found[0]) == {token for token in content_tokens(text) if token not in ENGLISH}
    assert {"per", "die", "con", "war", "id"} & set(found[0])


def test_a_chinese_note_with_foreign_names_stays_a_chinese_note() -> None:
    note = "用 docker compose 启动，地址是 Rue de la Paix，端口 6001。"

    assert not note_tokens([note])[1]
    assert "6001" in content_tokens(note)


@given(
    st.lists(
        st.sampled_from(
            ["Rechnungen", "server", "datos", "équipe", "docker-compose", "l'eau", "die"]
        )
    )
)
def test_a_word_meets_itself_in_whatever_language_the_note_is(words: list[str]) -> None:
    for frame in ("das ist nicht {} und", "esto no es {} para", "this is not {} and", "{}"):
        found, _ = note_tokens([frame.format(" ".join(words))])
        for forms in asked_tokens(" ".join(words), cutting=True):
            assert set(forms) & set(found[0]) or forms[0] == "die"


def test_vietnamese_syllables_are_compared_in_pairs() -> None:
    found = content_tokens("Cơ sở dữ liệu được sao lưu hàng ngày và không bao giờ xóa.")

    assert {"liệu", "dữ liệu", "sao lưu"} <= set(found)


def test_a_question_in_few_words_finds_a_german_note_and_an_english_one(tmp_path: object) -> None:
    texts = {
        "de": "Die Rechnungen werden immer als PDF an den Kunden verschickt.",
        "en": "The invoices of the dying workers are archived for ten years.",
        "tr": "Veritabanları her gece yedeklenir ve bir ay saklanır, sonra silinir.",
    }
    sources = [
        Source(path=f"{name}.md", memories=(Memory(id=name, title="", body=text),), sha256="")
        for name, text in texts.items()
    ]
    engine = LocalEngine(os.path.join(str(tmp_path), "index.sqlite"), lambda: sources, [])
    engine.rebuild(sources)

    def first(text: str) -> str:
        return engine.find(Query(text=text)).hits[0].memory

    assert first("Rechnung Kunde") == "de"
    assert first("die invoice archive") == "en"
    assert first("veritabanı yedekleme") == "tr"


def test_comparing_two_texts_ignores_the_grammar_of_their_language() -> None:
    one = set(terms("Wir verschicken die Rechnung an den Kunden"))

    assert one == {"verschicken", "rechnung", "kunden"}


def test_every_language_of_the_table_has_words_of_its_own() -> None:
    masks = [
        int(entry.partition(":")[2], 16)
        for table in (function_words.BY_START, marked_words.BY_START)
        for entries in table.values()
        for entry in entries.split()
    ]

    for at, language in enumerate(function_words.LANGUAGES):
        assert sum(mask == 1 << at for mask in masks) > 40, language
    assert len(masks) > 4000


@pytest.mark.laws
def test_the_table_is_what_the_script_writes() -> None:
    script = "import json, function_words; print(json.dumps(function_words.pages()))"
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

    written = subprocess.run(
        [sys.executable, "-c", script],
        cwd=os.path.join(root, "scripts"),
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    for name, page in json.loads(written).items():
        namespace: dict[str, object] = {}
        exec(page, namespace)
        module = {"function_words": function_words, "marked_words": marked_words}[name]
        kept = [key for key in namespace if key.isupper()]
        assert "BY_START" in kept
        assert all(namespace[key] == getattr(module, key) for key in kept)
