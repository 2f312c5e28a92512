"""Words of grammar in eighteen languages, as the tokenizer compares them.

Written by scripts/function_words.py from stopwordsiso 0.7.1 (MIT) and stop-words 2025.11.4
(BSD-3-Clause). English and Chinese are in `stopwords`, by hand.
"""

from __future__ import annotations

LANGUAGES = (
    "de",
    "es",
    "fr",
    "it",
    "pt",
    "nl",
    "pl",
    "ro",
    "tr",
    "vi",
    "ru",
    "uk",
    "el",
    "ar",
    "hi",
)
"""The language of each bit; the first 10 are written in Latin letters."""
LATIN = 0x3FF
VIETNAMESE = 0x200

BY_START = {
    "a": (" a:8de "),
    "aa": (" aan:20 "),
    "ab": (" abbia:8 abbiamo:8 abbiano:8 abbiate:8 aber:1 abia:80 aby:40 "),
    "ac": (
        " acaba:100 acea:80 aceasta:80 aceea:80 aceeasi:80 aceia:80 acel:80 acela:80"
        " acelasi:80 acelea:80 acep:100 acerca:10 acest:80 acesta:80 aceste:80 acestea:80"
        " acestei:80 acestia:80 acestui:80 ach:40 acolo:80 actualmente:2 acum:80 acz:40"
        " aczkolwiek:40"
        " "
    ),
    "ad": (" ad:8 adamakıllı:100 adelante:2 además:2 adesso:8 adeta:100 adica:80 "),
    "af": (" af:20 afirmó:2 "),
    "ag": (" agl:8 agli:8 agora:10 agregó:2 "),
    "ah": (" ahora:2 ahí:2 "),
    "ai": (" ai:28c aia:80 aici:80 aie:4 aient:4 aies:4 ait:104 aiurea:80 "),
    "aj": (" aj:40 "),
    "al": (
        " al:aa ala:80 alaturi:80 albo:40 alcuno:8 ale:c0 ależ:40 algmas:10 algo:2 alguna:2"
        " algunas:2 alguno:2 algunos:2 alguns:10 algún:2 ali:10 all:8 alla:8 alle:9 allem:1"
        " allen:1 aller:1 alles:21 allo:8 allora:8 alors:4 alrededor:2 als:21 also:1 alt:80"
        " alta:80 altceva:80 alte:80 altfel:80 alti:80 altii:80 altijd:20 altmýþ:100"
        " altmış:100 altre:8 altri:8 altro:8 altul:80 altý:100 altı:100 alô:200"
        " "
    ),
    "am": (" am:81 ama:100 ambos:12 amen:200 amma:100 ampleamos:2 "),
    "an": (
        " an:1 anca:100 ancak:100 anche:8 ancora:8 ander:1 andere:21 anderem:1 anderen:1"
        " anderer:1 anderes:1 anderm:1 andern:1 anders:1 anh:200 ani:40 ante:2 anterior:2"
        " antes:12 anume:80"
        " "
    ),
    "ao": (" ao:10 aos:10 "),
    "ap": (" apenas:2 apoi:80 apontar:10 aproximadamente:2 après:4 após:10 "),
    "aq": (
        " aquel:2 aquela:10 aquelas:10 aquele:10 aqueles:10 aquellas:2 aquellos:2 aqui:12"
        " aquilo:10 aquí:2"
        " "
    ),
    "ar": (" ar:80 arada:100 are:80 arriba:2 artýk:100 "),
    "as": (
        " as:94 asa:80 aseguró:2 asemenea:80 aslında:100 assai:8 asta:80 astazi:80 astfel:80"
        " asupra:80 así:2"
        " "
    ),
    "at": (
        " atare:80 atat:80 atata:80 atatea:80 atatia:80 ati:80 atit:80 atita:80 atitea:80"
        " atitia:80 atras:2 atrás:10 attendu:4 atunci:80 até:10"
        " "
    ),
    "au": (
        " au:84 auch:1 aucun:4 aucuns:4 auf:1 aun:2 aunque:2 aura:4 aurai:4 auraient:4"
        " aurais:4 aurait:4 auras:4 aurez:4 auriez:4 aurions:4 aurons:4 auront:4 aus:1 aussi:4"
        " autre:4 autres:4 aux:4"
        " "
    ),
    "av": (
        " avaient:4 avais:4 avait:4 avant:4 avea:80 avec:4 avem:80 avemmo:8 avendo:8 avere:8"
        " avesse:8 avessero:8 avessi:8 avessimo:8 aveste:8 avesti:8 avete:8 aveva:8 avevamo:8"
        " avevano:8 avevate:8 avevi:8 avevo:8 avez:4 aviez:4 avions:4 avoir:4 avons:4 avrai:8"
        " avranno:8 avrebbe:8 avrebbero:8 avrei:8 avremmo:8 avremo:8 avreste:8 avresti:8"
        " avrete:8 avrà:8 avrò:8 avut:80 avuta:8 avute:8 avuti:8 avuto:8"
        " "
    ),
    "ay": (" ayant:4 ayer:2 ayez:4 aynen:100 ayons:4 ayrıca:100 "),
    "az": (" az:100 azi:80 "),
    "aç": (" açıkça:100 açıkçası:100 "),
    "añ": (" añadió:2 "),
    "aú": (" aún:2 "),
    "aż": (" aż:40 "),
    "b": (" b:80 "),
    "ba": (
        " ba:80 bajo:2 bana:100 bao:200 bardziej:40 bardzo:40 bari:100 bastante:2 bazen:100"
        " bazý:100 bazı:100 başkası:100 baţka:100"
        " "
    ),
    "be": (
        " bei:1 belki:100 bem:10 ben:128 benden:100 bene:8 beni:100 benim:100 beri:100"
        " beriki:100 bez:40 beþ:100 beş:100 beţ:100"
        " "
    ),
    "bi": (
        " bien:6 bij:20 bilcümle:100 bile:100 bin:101 binaen:100 binaenaleyh:100 bine:80"
        " bir:100 biraz:100 birazdan:100 birbiri:100 birden:100 birdenbire:100 biri:100"
        " birice:100 birileri:100 birisi:100 birkaç:100 birkaçı:100 birkez:100 birlikte:100"
        " birçok:100 birçoğu:100 birþey:100 birþeyi:100 birşey:100 birşeyi:100 birţey:100"
        " bis:1 bist:1 bitevi:100 biteviye:100 bittabi:100 biz:100 bizatihi:100 bizce:100"
        " bizcileyin:100 bizden:100 bize:100 bizi:100 bizim:100 bizimki:100 bizzat:100"
        " biết:200"
        " "
    ),
    "bo": (" bo:40 bom:10 bon:4 bowiem:40 boşuna:100 "),
    "bu": (
        " bu:100 buen:2 buena:2 buenas:2 bueno:2 buenos:2 buna:100 bunda:100 bundan:100"
        " bunlar:100 bunları:100 bunların:100 bunu:100 bunun:100 buono:8 buracıkta:100"
        " burada:100 buradan:100 burası:100"
        " "
    ),
    "by": (" by:40 byli:40 bym:40 bynajmniej:40 być:40 był:40 była:40 było:40 były:40 "),
    "bà": (" bà:200 bài:200 "),
    "bá": (" bác:200 "),
    "bè": (" bèn:200 "),
    "bé": (" béng:200 "),
    "bô": (" bông:200 "),
    "bö": (" böyle:100 böylece:100 böylecene:100 böylelikle:100 böylemesine:100 böylesine:100 "),
    "bü": (" büsbütün:100 bütün:100 "),
    "bę": (" będzie:40 będą:40 "),
    "bạ": (" bạn:200 "),
    "bả": (" bản:200 "),
    "bấ": (" bấy:200 "),
    "bằ": (" bằng:200 "),
    "bể": (" bển:200 "),
    "bệ": (" bệt:200 "),
    "bị": (" bị:200 "),
    "bỗ": (" bỗng:200 "),
    "bộ": (" bộ:200 "),
    "bớ": (" bớ:200 "),
    "bở": (" bởi:200 "),
    "bứ": (" bức:200 "),
    "c": (" c:8c "),
    "ca": (
        " ca:80 cada:12 cali:40 cam:80 caminho:10 cand:80 cao:200 capat:80 car:4 care:80"
        " careia:80 carora:80 caruia:80 casi:2 cat:80 catre:80 cała:40 cały:40"
        " "
    ),
    "ce": (
        " ce:84 cea:80 ceci:4 ceea:80 cei:80 ceilalti:80 cel:80 cela:4 cele:80 celor:80 celà:4"
        " cerca:2 ces:4 cet:4 cette:4 ceux:4 ceva:80"
        " "
    ),
    "ch": (
        " cha:200 chaque:4 chce:40 che:8 chez:4 chi:8 chiar:80 chiếc:200 cho:200 choa:200"
        " choć:40 chuyện:200 chính:200 chú:200 chăng:200 chưa:200 chậc:200 chắc:200 chỉ:200"
        " chỉn:200 chớ:200 chợt:200 chủn:200 chứ:200"
        " "
    ),
    "ci": (
        " ci:cc ciebie:40 cierta:2 ciertas:2 cierto:2 ciertos:2 cima:10 cinco:2 cind:80"
        " cine:80 cineva:80 cinque:8 cio:8 cit:80 cita:80 cite:80 citeva:80 citi:80 citiva:80"
        " cię:40"
        " "
    ),
    "co": (
        " co:40 cogli:8 coi:8 cokolwiek:40 col:8 com:10 combien:4 come:8 comentó:2 comme:4"
        " comment:4 como:12 comprare:8 comprido:10 con:20a concernant:4 conform:80"
        " conhecido:10 conmigo:2 conocer:2 consecutivi:8 consecutivo:8 conseguimos:2"
        " conseguir:2 considera:2 consideró:2 consigo:2 consigue:2 consiguen:2 consigues:2"
        " contigo:2 contra:12 contre:4 contro:8 coraz:40 corrente:10 cosa:8 cosas:2 cosi:8"
        " coś:40"
        " "
    ),
    "cr": (" creo:2 "),
    "cu": (
        " cu:80 cual:2 cuales:2 cualquier:2 cuando:2 cuanto:2 cuatro:2 cuenta:2 cui:88 cuk:100"
        " cum:80 cumva:80 cuál:2 cuáles:2 cuándo:2 cuánta:2 cuántas:2 cuánto:2 cuántos:2"
        " cuốn:200 cuộc:200"
        " "
    ),
    "cz": (" czasami:40 czasem:40 czego:40 czemu:40 czy:40 czyj:40 czyli:40 często:40 "),
    "cà": (" càng:200 "),
    "cá": (" các:200 cái:200 "),
    "câ": (" când:80 cât:80 câte:80 cây:200 câți:80 "),
    "cò": (" còn:200 "),
    "có": (" có:200 cómo:2 "),
    "cô": (" cô:200 "),
    "cù": (" cùng:200 "),
    "cü": (" cümlesi:100 "),
    "că": (" căn:200 "),
    "cũ": (" cũng:200 "),
    "cơ": (" cơ:200 cơn:200 "),
    "cả": (" cả:200 "),
    "cầ": (" cần:200 "),
    "cậ": (" cậu:200 "),
    "củ": (" của:200 "),
    "cứ": (" cứ:200 "),
    "d": (" d:84 "),
    "da": (
        " da:19b daar:20 daca:80 dado:2 dadurch:1 dagl:8 dagli:8 daha:100 daher:1 dahi:100"
        " dahil:100 dahilen:100 dai:8 daima:100 dair:100 dal:8 daleko:40 dall:8 dalla:8"
        " dalle:8 dallo:8 damit:1 dan:22 dann:1 dans:4 dar:82 darum:1 das:11 dass:1 dasselbe:1"
        " dat:a0 dayanarak:100 dazu:1"
        " "
    ),
    "de": (
        " de:1b6 deasupra:80 debaixo:10 debe:2 deben:2 debido:2 deci:80 decir:2 decit:80"
        " dedans:4 defa:100 degl:8 degli:8 degraba:80 dehors:4 dei:8 dein:1 deine:1 deinem:1"
        " deinen:1 deiner:1 deines:1 deja:80 dejó:2 dek:100 del:a dela:10 delas:10 dele:10"
        " deles:10 dell:8 della:8 delle:8 dello:8 dem:1 demin:100 demincek:100 deminden:100"
        " demselben:1 demás:2 den:1 denli:100 denn:1 denselben:1 dentro:1a depois:10 depuis:4"
        " der:21 derakap:100 derer:1 derhal:100 derken:100 derrière:4 derselbe:1 derselben:1"
        " des:5 desde:12 deshalb:1 desi:80 desligado:10 despre:80 después:2 desselben:1"
        " dessen:1 dessous:4 dessus:4 deux:4 devant:4 deve:18 devem:10 devers:4 deverá:10"
        " devo:8 devrait:4 deze:20 deđil:100 değil:100 değin:100"
        " "
    ),
    "di": (
        " di:8 diante:10 dice:2 dicen:2 dich:1 dicho:2 die:21 dieron:2 dies:1 diese:1"
        " dieselbe:1 dieselben:1 diesem:1 diesen:1 dieser:1 dieses:1 diferente:2 diferentes:2"
        " dijeron:2 dijo:2 din:80 dintr:80 dintre:80 dio:2 dir:1 dire:4 direita:10 dit:20"
        " diye:100 diz:10 dizer:10 diđer:100 diğer:100 diğeri:100"
        " "
    ),
    "dl": (" dla:40 dlaczego:40 dlatego:40 "),
    "do": (
        " do:250 doar:80 dobrze:40 doch:21 doen:20 dois:10 doit:4 doksan:100 dokuz:100"
        " dokąd:40 dolayı:100 dolayısıyla:100 donc:4 donde:2 dont:4 door:20 dopo:8 doppio:8"
        " dort:1 dos:16 dov:8 dove:8 doğru:100 dość:40"
        " "
    ),
    "dr": (" dr:40 droite:4 "),
    "du": (" du:5 due:8 dupa:80 durant:4 durante:1a durch:1 dus:20 duy:200 dużo:40 "),
    "dw": (" dwa:40 dwaj:40 dwie:40 dwoje:40 "),
    "dz": (" dzisiaj:40 dziś:40 "),
    "dà": (" dào:200 "),
    "dè": (" dès:4 "),
    "dé": (" début:4 "),
    "dì": (" dì:200 "),
    "dó": (" dónde:2 "),
    "dö": (" dört:100 "),
    "dư": (" dưới:200 "),
    "dạ": (" dạ:200 "),
    "dẫ": (" dẫu:200 "),
    "dữ": (" dữ:200 "),
    "e": (" e:1a "),
    "ea": (" ea:80 "),
    "eb": (" ebbe:8 ebbero:8 ebbi:8 "),
    "ec": (" ecco:8 "),
    "ed": (
        " ed:8 edecek:100 eden:100 ederek:100 edilecek:100 ediliyor:100 edilmesi:100 ediyor:100 "
    ),
    "ee": (" een:20 eens:20 "),
    "eg": (" egli:8 "),
    "ei": (
        " ei:80 ein:1 eine:1 einem:1 einen:1 einer:1 eines:1 einig:1 einige:1 einigem:1"
        " einigen:1 einiger:1 einiges:1 einmal:1"
        " "
    ),
    "ej": (" ejemplo:2 "),
    "el": (
        " el:82 ela:10 elas:10 elbet:100 elbette:100 ele:90 eles:10 ella:2 ellas:2 elle:4"
        " elles:4 elli:100 ello:2 ellos:2"
        " "
    ),
    "em": (" em:210 embargo:2 emme:100 empleais:2 emplean:2 emplear:2 empleas:2 empleo:2 "),
    "en": (
        " en:126 encima:2 encore:4 encuentra:2 enikonu:100 enquanto:10 entonces:2 entre:16"
        " então:10 envers:4 environ:4"
        " "
    ),
    "ep": (" epey:100 epeyce:100 epeyi:100 "),
    "er": (
        " er:21 era:9a erais:2 eram:10 eramos:2 eran:2 erano:8 eras:2 eravamo:8 eravate:8"
        " eres:2 eri:8 ero:8"
        " "
    ),
    "es": (
        " es:7 esa:2 esas:2 esasen:100 ese:2 esnasında:100 eso:2 esos:2 essa:10 essai:4"
        " essas:10 esse:10 essendo:8 essere:8 esses:10 est:4 esta:12 estaba:2 estabais:2"
        " estaban:2 estabas:2 estad:2 estada:2 estadas:2 estado:12 estados:2 estais:2"
        " estamos:12 estan:2 estando:2 estar:12 estaremos:2 estará:12 estarán:2 estarás:2"
        " estaré:2 estaréis:2 estaría:2 estaríais:2 estaríamos:2 estarían:2 estarías:2"
        " estas:12 estava:10 estavam:10 este:92 esteja:10 estejam:10 estejamos:10 estemos:2"
        " estes:10 esteve:10 estive:10 estivemos:10 estiver:10 estivera:10 estiveram:10"
        " estiverem:10 estivermos:10 estivesse:10 estivessem:10 estivéramos:10 estivéssemos:10"
        " esto:2 estos:2 estou:10 estoy:2 estuve:2 estuviera:2 estuvierais:2 estuvieran:2"
        " estuvieras:2 estuvieron:2 estuviese:2 estuvieseis:2 estuviesen:2 estuvieses:2"
        " estuvimos:2 estuviste:2 estuvisteis:2 estuviéramos:2 estuviésemos:2 estuvo:2 está:12"
        " estábamos:2 estáis:2 están:2 estás:2 estávamos:10 estão:10 esté:2 estéis:2 estén:2"
        " estés:2"
        " "
    ),
    "et": (" et:4 etmesi:100 etraflı:100 etraflıca:100 etti:100 ettiği:100 ettiğini:100 etwas:1 "),
    "eu": (
        " eu:94 euch:1 eue:4 euer:1 eues:4 eure:1 eurem:1 euren:1 eurent:4 eurer:1 eures:1"
        " eus:4 eusse:4 eussent:4 eusses:4 eussiez:4 eussions:4 eut:4 eux:4"
        " "
    ),
    "ev": (
        " evleviyetle:100 evvel:100 evvela:100 evvelce:100 evvelden:100 evvelemirde:100 evveli:100 "
    ),
    "ex": (" ex:2 exact:80 excepto:2 excepté:4 existe:2 existen:2 explicó:2 expresó:2 "),
    "eû": (" eûmes:4 eût:4 eûtes:4 "),
    "eđ": (" eđer:100 "),
    "eğ": (" eğer:100 "),
    "f": (" f:80 "),
    "fa": (
        " faccia:8 facciamo:8 facciano:8 facciate:8 faccio:8 face:80 facemmo:8 facendo:8"
        " facesse:8 facessero:8 facessi:8 facessimo:8 faceste:8 facesti:8 faceva:8 facevamo:8"
        " facevano:8 facevate:8 facevi:8 facevo:8 fai:8 fais:4 fait:4 faites:4 fakat:100"
        " fanno:8 fara:80 farai:8 faranno:8 fare:8 farebbe:8 farebbero:8 farei:8 faremmo:8"
        " faremo:8 fareste:8 faresti:8 farete:8 farà:8 fará:10 farò:8 fata:80 faz:10 fazer:10"
        " fazia:10"
        " "
    ),
    "fe": (" fece:8 fecero:8 feci:8 fel:80 fez:10 "),
    "fi": (" fi:80 fie:80 filanca:100 fim:10 fin:2 fine:8 fino:8 "),
    "fo": (
        " foarte:80 foi:10 fois:4 fomos:10 font:4 for:10 fora:10 foram:10 force:4 forem:10"
        " formos:10 fosse:18 fossem:10 fossero:8 fossi:8 fossimo:8 fost:80 foste:8 fosti:8"
        " "
    ),
    "fr": (" fra:8 "),
    "fu": (
        " fu:8 fue:2 fuera:2 fuerais:2 fueran:2 fueras:2 fueron:2 fuese:2 fueseis:2 fuesen:2"
        " fueses:2 fui:1a fuimos:2 fuiste:2 fuisteis:2 fummo:8 fuori:8 furent:4 furono:8 fus:4"
        " fusse:4 fussent:4 fusses:4 fussiez:4 fussions:4 fut:4 fuéramos:2 fuésemos:2"
        " "
    ),
    "fô": (" fôramos:10 fôssemos:10 "),
    "fû": (" fûmes:4 fût:4 fûtes:4 "),
    "fü": (" für:1 "),
    "ga": (" gah:100 gayet:100 gayetle:100 gayri:100 gayrı:100 "),
    "gd": (" gdy:40 gdyby:40 gdyż:40 gdzie:40 gdziekolwiek:40 gdzieś:40 "),
    "ge": (
        " ge:20 geaba:80 geen:20 gegen:1 gelgelelim:100 gene:100 gente:8 gerek:100 gerçi:100"
        " geweest:20 gewesen:1 geçende:100 geçenlerde:100"
        " "
    ),
    "gi": (" gia:8 gibi:100 gibilerden:100 gibisinden:100 gine:100 giu:8 giữa:200 "),
    "gl": (" gli:8 "),
    "go": (" go:40 godz:40 "),
    "gr": (" gran:2 grande:8 grandes:2 "),
    "gu": (" gueno:2 "),
    "gì": (" gì:200 "),
    "gö": (" göre:100 "),
    "gı": (" gırla:100 "),
    "h": (" h:80 "),
    "ha": (
        " ha:a haar:20 hab:41 habe:1 haben:1 haber:2 habida:2 habidas:2 habido:2 habidos:2"
        " habiendo:2 habremos:2 habrá:2 habrán:2 habrás:2 habré:2 habréis:2 habría:2"
        " habríais:2 habríamos:2 habrían:2 habrías:2 habéis:2 había:2 habíais:2 habíamos:2"
        " habían:2 habías:2 hace:2 haceis:2 hacemos:2 hacen:2 hacer:2 hacerlo:2 haces:2"
        " hacia:2 haciendo:2 had:20 hago:2 hai:8 haja:10 hajam:10 hajamos:10 hakeza:100"
        " halbuki:100 halen:100 halihazırda:100 haliyle:100 han:2 handiyse:100 hangi:100"
        " hangisi:100 hani:100 hanno:8 hariç:100 has:2 hasebiyle:100 hasta:2 hasılı:100 hat:1"
        " hatta:100 hatte:1 hatten:1 hattest:1 hattet:1 haut:4 havemos:10 havia:10 hay:202"
        " haya:2 hayamos:2 hayan:2 hayas:2 hayáis:2"
        " "
    ),
    "he": (
        " he:2 heb:20 hebben:20 hecho:2 heeft:20 hei:10 hele:100 hem:120 hemos:2 henüz:100"
        " hep:100 hepsi:100 her:100 herhangi:100 herkes:100 herkesin:100 het:20"
        " "
    ),
    "hi": (" hicieron:2 hier:21 hij:20 hin:1 hinter:1 hizo:2 hiç:100 hiçbir:100 hiçbiri:100 "),
    "ho": (
        " ho:8 hoe:20 hoeveel:20 horas:10 hormis:4 hors:4 houve:10 houvemos:10 houver:10"
        " houvera:10 houveram:10 houverei:10 houverem:10 houveremos:10 houveria:10"
        " houveriam:10 houvermos:10 houverá:10 houverão:10 houveríamos:10 houvesse:10"
        " houvessem:10 houvéramos:10 houvéssemos:10 hoy:2 hoş:100 hoặc:200"
        " "
    ),
    "hu": (
        " hube:2 hubiera:2 hubierais:2 hubieran:2 hubieras:2 hubieron:2 hubiese:2 hubieseis:2"
        " hubiesen:2 hubieses:2 hubimos:2 hubiste:2 hubisteis:2 hubiéramos:2 hubiésemos:2"
        " hubo:2 hulasaten:100 hun:20"
        " "
    ),
    "há": (" há:10 "),
    "hã": (" hão:10 "),
    "hơ": (" hơn:200 "),
    "họ": (" họ:200 "),
    "hỏ": (" hỏi:200 "),
    "i": (" i:c8 "),
    "ia": (" ia:80 iar:80 "),
    "ic": (" ich:41 ici:4 "),
    "ie": (" iemand:20 iets:20 "),
    "ig": (" igual:2 "),
    "ih": (" ihm:1 ihn:1 ihnen:1 ihr:1 ihre:1 ihrem:1 ihren:1 ihrer:1 ihres:1 "),
    "ii": (" ii:c0 iii:40 "),
    "ik": (" ik:20 iken:100 iki:100 "),
    "il": (" il:8c ila:100 ile:140 ilen:100 ilgili:100 ilk:100 illa:100 illaki:100 ils:4 "),
    "im": (" im:41 imdi:100 imi:80 "),
    "in": (
        " in:a9 inainte:80 inapoi:80 inca:80 incit:80 incluso:2 indem:1 indicó:2 indietro:8"
        " indinde:100 inen:100 informó:2 iniciar:10 inicio:10 inna:40 inne:40 inny:40"
        " innych:40 ins:1 insa:80 insermi:100 intenta:2 intentais:2 intentamos:2 intentan:2"
        " intentar:2 intentas:2 intento:2 intr:80 intre:80 invece:8 inż:40"
        " "
    ),
    "io": (" io:8 "),
    "ir": (" ir:12 irá:10 "),
    "is": (" is:20 ise:100 isi:80 isso:10 ist:1 ista:10 iste:10 ister:100 isto:10 "),
    "it": (" iti:80 itibaren:100 itibariyle:100 itibarıyla:100 "),
    "iv": (" iv:40 "),
    "ix": (" ix:40 "),
    "iy": (" iyi:100 iyice:100 iyicene:100 "),
    "iç": (" için:100 "),
    "iş": (" iş:100 işte:100 "),
    "iţ": (" iţte:100 "),
    "iż": (" iż:40 "),
    "j": (" j:84 "),
    "ja": (
        " ja:61 jak:40 jaka:40 jakaś:40 jakby:40 jaki:40 jakichś:40 jakie:40 jakiś:40 jakiż:40"
        " jakkolwiek:40 jako:40 jakoś:40"
        " "
    ),
    "je": (
        " je:64 jede:1 jedem:1 jeden:41 jeder:1 jedes:1 jedna:40 jednak:40 jednakże:40"
        " jedno:40 jednym:40 jedynie:40 jego:40 jej:40 jemu:40 jene:1 jenem:1 jenen:1 jener:1"
        " jenes:1 jest:40 jestem:40 jeszcze:40 jetzt:1 jeśli:40 jeżeli:40"
        " "
    ),
    "ju": (" junto:2 jusque:4 juste:4 już:40 "),
    "já": (" já:10 "),
    "ją": (" ją:40 "),
    "k": (" k:80 "),
    "ka": (
        " kadar:100 kaffesi:100 kah:100 kala:100 kan:20 kann:1 kannst:1 kanýmca:100 karşın:100"
        " katrilyon:100 kaynak:100 kaç:100 kaçı:100 każdy:40"
        " "
    ),
    "ke": (
        " kein:1 keine:1 keinem:1 keinen:1 keiner:1 keines:1 kelli:100 kendi:100"
        " kendilerine:100 kendini:100 kendisi:100 kendisine:100 kendisini:100 kere:100 kez:100"
        " keza:100 kezalik:100 keşke:100 keţke:100"
        " "
    ),
    "kh": (" khi:200 khác:200 không:200 "),
    "ki": (
        " ki:100 kiedy:40 kierunku:40 kilka:40 kilku:40 kim:100 kimden:100 kime:100 kimi:100"
        " kimin:100 kimisi:100 kimse:100 kimsecik:100 kimsecikler:100 kimś:40"
        " "
    ),
    "ko": (" kogo:40 kon:20 "),
    "kt": (
        " kto:40 ktokolwiek:40 ktoś:40 która:40 które:40 którego:40 której:40 który:40"
        " których:40 którym:40 którzy:40"
        " "
    ),
    "ku": (" ku:40 kunnen:20 "),
    "kö": (" können:1 könnt:1 könnte:1 "),
    "kü": (" külliyen:100 "),
    "ký": (" kýrk:100 kýsaca:100 "),
    "kı": (" kırk:100 kısaca:100 "),
    "l": (" l:8c "),
    "la": (" la:8e lado:2 lakin:100 largo:2 las:2 lat:40 "),
    "le": (" le:8e lecz:40 leh:100 lei:8 les:6 leur:4 leurs:4 "),
    "lh": (" lhe:10 lhes:10 "),
    "li": (" li:88 ligado:10 "),
    "ll": (" llegó:2 lleva:2 llevar:2 "),
    "lo": (" lo:a lor:80 loro:8 lors:4 los:2 "),
    "lu": (" lub:40 luego:2 lugar:2 lui:8c lungo:8 luôn:200 "),
    "là": (" là:204 làm:200 "),
    "lè": (" lès:4 "),
    "lê": (" lên:200 "),
    "lú": (" lúc:200 "),
    "lü": (" lütfen:100 "),
    "lạ": (" lại:200 "),
    "lầ": (" lần:200 "),
    "lớ": (" lớn:200 "),
    "m": (" m:84 "),
    "ma": (
        " ma:cc maada:100 maar:20 machen:1 madem:100 mademki:100 maggior:8 mai:88 maintenant:4"
        " maioria:10 maiorias:10 mais:14 mają:40 malgrado:8 malgré:4 mam:40 mamafih:100"
        " mamy:40 man:1 manche:1 manchem:1 manchen:1 mancher:1 manches:1 manera:2 manifestó:2"
        " mare:80 mas:10 mayor:2 mało:40"
        " "
    ),
    "me": (
        " me:3e mebni:100 mediante:12 meer:20 meglio:8 mein:1 meine:1 meinem:1 meinen:1"
        " meiner:1 meines:1 mejor:2 men:20 mencionó:2 menos:12 mes:4 mesmo:10 met:20 meu:10"
        " meus:10 međer:100 meğer:100 meğerki:100 meğerse:100"
        " "
    ),
    "mg": (" mgr:40 "),
    "mi": (
        " mi:ca mia:8 miał:40 mich:1 mie:8 miei:8 mientras:2 mij:20 mijn:20 milyar:100"
        " milyon:100 mimo:40 mine:4 minha:10 minhas:10 mio:a mir:1 mis:2 misma:2 mismas:2"
        " mismo:2 mismos:2 mit:1 między:40"
        " "
    ),
    "mn": (" mnie:40 mną:40 "),
    "mo": (
        " mod:80 modo:2 moet:20 mogą:40 moi:44 moim:40 moins:4 moja:40 moje:40 molta:8 molti:8"
        " molto:8 momento:2 mon:4 mot:4 moyennant:4 może:40 możliwe:40 można:40"
        " "
    ),
    "mu": (
        " mu:140 mucha:2 muchas:2 mucho:2 muchos:2 muito:10 muitos:10 mult:80 multa:80"
        " multe:80 multi:80 musi:40 muss:1 musst:1 musste:1 muy:2 muốn:200"
        " "
    ),
    "my": (" my:40 "),
    "mà": (" mà:200 "),
    "má": (" más:2 "),
    "mê": (" même:4 "),
    "mì": (" mình:200 "),
    "mí": (" mí:2 mía:2 mías:2 mío:2 míos:2 "),
    "mó": (" mój:40 "),
    "mü": (" mü:100 müssen:1 müsst:1 "),
    "mý": (" mý:100 "),
    "mı": (" mı:100 "),
    "mấ": (" mấy:200 "),
    "mỗ": (" mỗi:200 "),
    "mộ": (" một:200 "),
    "mớ": (" mới:200 "),
    "mợ": (" mợ:200 "),
    "n": (" n:84 "),
    "na": (
        " na:70 naar:20 nach:1 nachdem:1 nad:40 nada:2 nadie:2 nam:40 nami:40 nas:50 nasi:40"
        " nasz:40 nasza:40 nasze:40 naszego:40 naszych:40 nasýl:100 nasıl:100 nasılsa:100"
        " natomiast:40 natychmiast:40 nawet:40 nazaran:100 naşi:100"
        " "
    ),
    "ne": (
        " ne:18c neden:100 nedeniyle:100 nedenle:100 nedense:100 nedir:100 negl:8 negli:8"
        " nei:8 nein:1 nel:8 nell:8 nella:8 nelle:8 nello:8 nem:10 nerde:100 nerden:100"
        " nerdeyse:100 nere:100 nerede:100 nereden:100 neredeyse:100 neresi:100 nereye:100"
        " netekim:100 neye:100 neyi:100 neyse:100"
        " "
    ),
    "ng": (
        " ngay:200 nghen:200 nghỉm:200 ngoài:200 ngoải:200 ngày:200 ngôi:200 ngươi:200"
        " người:200 ngọn:200 ngọt:200"
        " "
    ),
    "nh": (
        " nhau:200 nhiêu:200 nhiều:200 nhà:200 nhé:200 như:200 nhưng:200 nhất:200 nhận:200"
        " nhỉ:200 những:200"
        " "
    ),
    "ni": (
        " ni:86 nic:40 nice:100 nich:40 nicht:1 nichts:1 nici:80 niciodata:80 nie:40 niech:40"
        " niego:40 niej:40 niemu:40 niet:20 niets:20 nigdy:40 nihayet:100 nihayetinde:100"
        " nim:40 nimeni:80 nimi:40 nimic:80 ninguna:2 ningunas:2 ninguno:2 ningunos:2 ningún:2"
        " niste:80 nitekim:100 niye:100 niçin:100 nią:40 niż:40"
        " "
    ),
    "no": (
        " no:5a noch:1 nog:20 noi:88 nome:18 nommés:4 non:8 nonostante:8 nos:16 nosotras:2"
        " nosotros:2 nossa:10 nossas:10 nosso:10 nossos:10 nostra:8 nostre:8 nostri:88"
        " nostro:8 notre:4 nou:80 noua:80 nous:4 nouveau:4 nouveaux:4 nove:8 novo:10 nowe:40"
        " "
    ),
    "np": (" np:40 "),
    "nr": (" nr:40 "),
    "nu": (
        " nu:a0 nuestra:2 nuestras:2 nuestro:2 nuestros:2 nueva:2 nuevas:2 nuevo:2 nuevos:2"
        " num:10 numa:10 numai:80 nun:1 nunca:2 nuovi:8 nuovo:8 nur:1"
        " "
    ),
    "nà": (" nào:200 này:200 "),
    "nã": (" não:10 "),
    "nê": (" nên:200 "),
    "nó": (" nó:200 nóc:200 nói:200 nós:10 "),
    "nă": (" năm:200 "),
    "nơ": (" nơi:200 "),
    "nấ": (" nấy:200 "),
    "nế": (" nếu:200 "),
    "nề": (" nền:200 "),
    "nọ": (" nọ:200 "),
    "nớ": (" nớ:200 "),
    "nữ": (" nữa:200 "),
    "o": (" o:1da "),
    "ob": (" ob:1 obok:40 "),
    "oc": (" ocho:2 "),
    "od": (" od:40 oder:1 "),
    "of": (" of:20 "),
    "og": (" ogni:8 "),
    "oh": (" ohne:1 "),
    "ok": (" ok:40 około:40 "),
    "ol": (
        " olan:100 olarak:100 oldu:100 olduklarını:100 oldukça:100 olduğu:100 olduğunu:100"
        " olmadı:100 olmadığı:100 olmak:100 olması:100 olmayan:100 olmaz:100 olsa:100"
        " olsun:100 oltre:8 olup:100 olur:100 olursa:100 oluyor:100"
        " "
    ),
    "om": (" om:20 omdat:20 "),
    "on": (
        " on:144 ona:140 onca:100 onculayın:100 onda:100 ondan:100 onde:10 onder:20 one:40"
        " oni:40 onlar:100 onlardan:100 onlari:100 onlarýn:100 onları:100 onların:100 ono:40"
        " ons:20 ont:4 onu:100 onun:100"
        " "
    ),
    "oo": (" ook:20 "),
    "op": (" op:20 "),
    "or": (
        " or:80 ora:8 oracık:100 oracıkta:100 orada:100 oradan:100 oranca:100 oranla:100"
        " oraya:100 oraz:40 ori:80 orice:80 oricum:80"
        " "
    ),
    "os": (" os:12 "),
    "ot": (" oto:40 otra:2 otras:2 otro:2 otros:2 otto:8 otuz:100 "),
    "ou": (" ou:14 outre:4 outro:10 "),
    "ov": (" over:20 "),
    "ow": (" owszem:40 "),
    "oy": (" oysa:100 oysaki:100 "),
    "oá": (" oái:200 "),
    "où": (" où:4 "),
    "p": (" p:80 "),
    "pa": (
        " pai:80 pan:40 pana:40 pani:40 par:4 para:12 parca:80 parce:4 parece:2 parmi:4"
        " parole:4 parte:12 partir:2 pas:4 pasada:2 pasado:2 passé:4"
        " "
    ),
    "pe": (
        " pe:80 pegar:10 peggio:8 pek:100 pekala:100 peki:100 pekçe:100 pela:10 pelas:10"
        " pelo:10 pelos:10 pendant:4 pentru:80 per:8 perante:10 perche:8 perchè:8 perché:8"
        " pero:a persone:8 personne:4 personnes:4 però:8 pesar:2 peste:80 peu:4 peut:4"
        " peyderpey:100"
        " "
    ),
    "ph": (
        " pho:200 phè:200 phóc:200 phót:200 phải:200 phắt:200 phỏng:200 phốc:200 phụt:200 phứt:200 "
    ),
    "pi": (" pina:80 piu:8 pièce:4 più:8 "),
    "pl": (" pl:40 plein:4 plupart:4 plus:84 plusieurs:4 "),
    "po": (
        " po:40 poca:2 pocas:2 poco:a pocos:2 pod:40 podczas:40 pode:10 podeis:2 podemos:2"
        " poder:2 poderá:10 podia:10 podria:2 podriais:2 podriamos:2 podrian:2 podrias:2"
        " podrá:2 podrán:2 podría:2 podrían:2 poi:8 pomimo:40 ponad:40 poner:2 ponieważ:40"
        " por:12 porque:12 porquê:10 posible:2 pour:4 pourquoi:4 povo:10 powinien:40"
        " powinna:40 powinni:40 powinno:40 poza:40"
        " "
    ),
    "pr": (
        " prawie:40 prea:80 primer:2 primera:2 primero:2 primeros:2 primo:8 prin:80"
        " principalmente:2 prof:40 promeiro:10 promesso:8 propia:2 propias:2 propio:2"
        " propios:2 przecież:40 przed:40 przede:40 przedtem:40 przez:40 przy:40 próximo:2"
        " próximos:2"
        " "
    ),
    "pu": (" pudo:2 pueda:2 puede:2 pueden:2 puedo:2 pues:2 puis:4 puo:8 putini:80 "),
    "qu": (
        " qu:4 qua:208 quais:10 qual:18 qualche:8 qualcuno:8 quale:8 quali:8 qualquer:10"
        " quand:4 quando:18 quanta:18 quantas:10 quante:8 quanti:8 quanto:18 quantos:10"
        " quarto:8 quasi:8 quattro:8 que:16 quedó:2 quel:4 quella:8 quelle:c quelles:4"
        " quelli:8 quello:8 quels:4 quem:10 queremos:2 questa:8 queste:8 questi:8 questo:8"
        " qui:c quien:2 quienes:2 quiere:2 quieto:10 quindi:8 quinto:8 quién:2 quiénes:2"
        " quoi:4 quá:200 qué:2 quê:10 quả:200"
        " "
    ),
    "r": (" r:80 "),
    "ra": (" ra:200 raz:40 razie:40 rağmen:100 "),
    "re": (" realizado:2 realizar:2 realizó:2 reeds:20 respecto:2 "),
    "ri": (" rispetto:8 riêng:200 riệt:200 "),
    "ro": (" roku:40 "),
    "rà": (" rày:200 "),
    "rá": (" ráo:200 "),
    "ré": (" rén:200 "),
    "rí": (" rích:200 "),
    "ró": (" również:40 "),
    "ră": (" răng:200 "),
    "rấ": (" rất:200 "),
    "rằ": (" rằng:200 "),
    "rồ": (" rồi:200 "),
    "rứ": (" rứa:200 "),
    "s": (" s:84 "),
    "sa": (
        " sa:84 sabe:2 sabeis:2 sabemos:2 saben:2 saber:12 sabes:2 sadece:100 sahi:100"
        " sahiden:100 sai:80 sale:80 salvo:a sam:40 sama:40 sana:100 sanki:100 sans:4 sao:200"
        " sara:8 sarai:8 saranno:8 sarebbe:8 sarebbero:8 sarei:8 saremmo:8 saremo:8 sareste:8"
        " saresti:8 sarete:8 sarà:8 sarò:8 sau:280 sauf:4"
        " "
    ),
    "se": (
        " se:9e sea:2 seamos:2 sean:2 seas:2 secondo:8 segunda:2 segundo:12 según:2 sehr:1"
        " sei:8 seid:1 sein:1 seine:1 seinem:1 seinen:1 seiner:1 seines:1 seis:2 seja:10"
        " sejam:10 sejamos:10 sekiz:100 seksen:100 selbst:1 selon:4 sem:10 sembra:8 sembrava:8"
        " sempre:8 sen:100 senden:100 seni:100 senin:100 senza:8 ser:12 sera:4 serai:4"
        " seraient:4 serais:4 serait:4 seras:4 serei:10 seremos:12 serez:4 seria:10 seriam:10"
        " seriez:4 serions:4 serons:4 seront:4 será:12 serán:2 serás:2 serão:10 seré:2"
        " seréis:2 sería:2 seríais:2 seríamos:12 serían:2 serías:2 ses:4 sette:8 seu:10"
        " seulement:4 seus:10 seáis:2 señaló:2"
        " "
    ),
    "si": (
        " si:8e sia:8 siamo:8 siano:8 siate:8 sich:1 sido:2 sie:1 siempre:2 sien:4 siendo:2"
        " siete:a sigue:2 siguiente:2 sin:2 sind:1 sino:2 sint:80 sintem:80 siz:100 sizden:100"
        " sizi:100 sizin:100 się:40"
        " "
    ),
    "sk": (" skąd:40 "),
    "so": (
        " so:201 sob:10 sobie:40 sobre:12 sobą:40 soi:4 soient:4 sois:6 soit:4 sola:2"
        " solamente:2 solas:2 solche:1 solchem:1 solchen:1 solcher:1 solches:1 soll:1 sollen:1"
        " sollst:1 sollt:1 sollte:1 solo:a solos:2 somente:10 sommes:4 somos:12 son:6"
        " sondern:1 sono:8 sonra:100 sonradan:100 sonraları:100 sonst:1 sont:4 sonunda:100"
        " sopra:8 soprattutto:8 sotto:8 sou:10 sous:4 soweit:1 sowie:1 soy:2 soyez:4 soyons:4"
        " "
    ),
    "sp": (" sposób:40 spre:80 "),
    "st": (
        " sta:8 stai:8 stando:8 stanno:8 starai:8 staranno:8 starebbe:8 starebbero:8 starei:8"
        " staremmo:8 staremo:8 stareste:8 staresti:8 starete:8 starà:8 starò:8 stati:8 stato:8"
        " stava:8 stavamo:8 stavano:8 stavate:8 stavi:8 stavo:8 stemmo:8 stesse:8 stessero:8"
        " stessi:8 stessimo:8 stesso:8 steste:8 stesti:8 stette:8 stettero:8 stetti:8 stia:8"
        " stiamo:8 stiano:8 stiate:8 sto:8"
        " "
    ),
    "su": (
        " su:a sua:18 suas:10 sub:80 subito:8 sue:8 sugl:8 sugli:8 sui:8 suis:4 suivant:4"
        " sujet:4 sul:8 sull:8 sulla:8 sulle:8 sullo:8 sunt:80 suntem:80 suo:8 suoi:8 sur:4"
        " sus:82 suya:2 suyas:2 suyo:2 suyos:2 suýt:200"
        " "
    ),
    "sw": (" swoje:40 "),
    "sã": (" são:10 "),
    "sì": (" sì:200 "),
    "sí": (" sí:2 "),
    "só": (" só:10 sólo:2 "),
    "są": (" są:40 "),
    "sấ": (" sất:200 "),
    "sắ": (" sắp:200 "),
    "sẽ": (" sẽ:200 "),
    "số": (" số:200 "),
    "sự": (" sự:200 "),
    "t": (" t:84 "),
    "ta": (
        " ta:44 tabii:100 tak:40 taka:40 taki:40 takich:40 takie:40 także:40 tal:12 tam:140"
        " tamam:100 tamamen:100 tamamıyla:100 también:2 também:10 tampoco:2 tan:2 tandis:4"
        " tanh:200 tanto:a tarafından:100"
        " "
    ),
    "te": (
        " te:fe tegen:20 tego:40 tej:40 tek:100 tel:40 tellement:4 tels:4 tem:10 temos:10"
        " tempo:10 temu:40 ten:40 tendremos:2 tendrá:2 tendrán:2 tendrás:2 tendré:2 tendréis:2"
        " tendría:2 tendríais:2 tendríamos:2 tendrían:2 tendrías:2 tened:2 teneis:2 tenemos:2"
        " tener:2 tenga:2 tengamos:2 tengan:2 tengas:2 tengo:2 tengáis:2 tenha:10 tenham:10"
        " tenhamos:10 tenho:10 tenida:2 tenidas:2 tenido:2 tenidos:2 teniendo:2 tentar:10"
        " tentaram:10 tente:10 tentei:10 tenéis:2 tenía:2 teníais:2 teníamos:2 tenían:2"
        " tenías:2 ter:10 teraz:40 tercera:2 terei:10 teremos:10 teria:10 teriam:10 terzo:8"
        " terá:10 terão:10 teríamos:10 tes:4 teu:10 teus:10 teve:10 też:40"
        " "
    ),
    "th": (
        " thanh:200 theo:200 thoạt:200 thoắt:200 thuần:200 thà:200 tháng:200 thì:200 thím:200"
        " thôi:200 thường:200 thấy:200 thẩy:200 thậm:200 thế:200 thếch:200 thỏm:200 thốc:200"
        " thốt:200 thộc:200 thửa:200"
        " "
    ),
    "ti": (
        " ti:8a tiempo:2 tiene:2 tienen:2 tienes:2 tinha:10 tinham:10 tipo:10 tive:10"
        " tivemos:10 tiver:10 tivera:10 tiveram:10 tiverem:10 tivermos:10 tivesse:10"
        " tivessem:10 tivéramos:10 tivéssemos:10"
        " "
    ),
    "to": (
        " to:40 toata:80 toate:80 tobie:40 tobą:40 toch:20 tocmai:80 toda:2 todas:2 todavía:2"
        " todo:2 todos:12 toen:20 toi:4 ton:4 tot:a0 total:2 toteż:40 toti:80 totobą:40"
        " totul:80 totusi:80 touchant:4 tous:4 tout:4 toutes:4 toà:200 toẹt:200"
        " "
    ),
    "tr": (
        " tra:8 trabaja:2 trabajais:2 trabajamos:2 trabajan:2 trabajar:2 trabajas:2 trabajo:2"
        " trabalhar:10 trabalho:10 tranne:8 tras:2 trata:2 través:2 tre:8 tres:2 trilyon:100"
        " triplo:8 trong:200 trop:4 trzeba:40 très:4 trên:200 trước:200 trển:200 trệt:200"
        " trỏng:200"
        " "
    ),
    "tu": (
        " tu:de tua:18 tuas:10 tue:8 tuo:8 tuoi:8 tus:2 tutaj:40 tutta:8 tutte:8 tutti:8"
        " tutto:8 tuturor:80 tuve:2 tuviera:2 tuvierais:2 tuvieran:2 tuvieras:2 tuvieron:2"
        " tuviese:2 tuvieseis:2 tuviesen:2 tuvieses:2 tuvimos:2 tuviste:2 tuvisteis:2"
        " tuviéramos:2 tuviésemos:2 tuvo:2 tuy:200 tuya:2 tuyas:2 tuyo:2 tuyos:2"
        " "
    ),
    "tw": (" twoi:40 twoim:40 twoja:40 twoje:40 twym:40 twój:40 "),
    "ty": (" ty:40 tych:40 tylko:40 tym:40 tys:40 "),
    "tz": (" tzw:40 "),
    "té": (" tém:10 "),
    "tê": (" têm:10 tênh:200 "),
    "tí": (" tínhamos:10 "),
    "tô": (" tôi:200 "),
    "tú": (" tú:2 "),
    "tü": (" tüm:100 "),
    "tę": (" tę:40 "),
    "tạ": (" tại:200 "),
    "tấ": (" tấm:200 tấn:200 "),
    "tắ": (" tắp:200 "),
    "tọ": (" tọt:200 "),
    "tộ": (" tột:200 "),
    "tớ": (" tớ:200 tới:200 "),
    "từ": (" từ:200 từng:200 "),
    "u": (" u:e0 "),
    "ui": (" uit:20 "),
    "ul": (" ul:c0 ultimo:a ului:80 "),
    "um": (" um:11 uma:10 umas:10 "),
    "un": (
        " un:8e una:8a unas:2 und:1 unde:80 une:4 unei:80 unele:80 uneori:80 unii:80 uno:a"
        " unor:80 unos:2 uns:11 unser:1 unsere:1 unserer:1 unter:1 unui:80 unul:80"
        " "
    ),
    "us": (" usa:12 usais:2 usamos:2 usan:2 usar:12 usas:2 uso:2 usted:2 "),
    "uw": (" uw:20 "),
    "v": (" v:80 "),
    "va": (
        " va:8a vai:8 vais:2 valeur:4 valor:12 vamos:2 van:22 var:100 vardı:100 varias:2"
        " varios:2 vasıtasıyla:100 vaya:2"
        " "
    ),
    "ve": (
        " ve:100 veces:2 veel:20 veja:10 velev:100 velhasıl:100 velhasılıkelam:100 veo:200"
        " ver:12 verdad:2 verdade:10 verdadeiro:10 verdadera:2 verdadero:2 vers:4 verso:8"
        " veya:100 veyahut:100 vez:2"
        " "
    ),
    "vi": (" vi:48 via:4 viel:1 vii:40 viii:40 việc:200 "),
    "vo": (
        " você:10 vocês:10 voi:88 voici:4 voie:4 voient:4 voilà:4 vol:40 volte:8 vom:81 von:1"
        " vont:4 voor:20 vor:81 vos:14 vosotras:2 vosotros:2 vostra:8 vostre:8 vostri:8"
        " vostro:8 votre:4 vous:4 voy:2"
        " "
    ),
    "vr": (" vreo:80 vreun:80 "),
    "vu": (" vu:4 vuestra:2 vuestras:2 vuestro:2 vuestros:2 "),
    "và": (" và:200 vào:200 "),
    "vâ": (" vâng:200 "),
    "vè": (" vèo:200 "),
    "vì": (" vì:200 "),
    "vẫ": (" vẫn:200 "),
    "vậ": (" vậy:200 "),
    "về": (" về:200 "),
    "vớ": (" với:200 "),
    "vở": (" vở:200 "),
    "vụ": (" vụt:200 "),
    "vừ": (" vừa:200 "),
    "w": (" w:40 "),
    "wa": (
        " waar:20 waarom:20 wam:40 wami:40 wann:1 wanneer:20 want:20 war:1 waren:21 warst:1"
        " warum:1 was:61 wasi:40 wasz:40 wasza:40 wasze:40 wat:20"
        " "
    ),
    "we": (
        " we:60 według:40 weg:1 weil:1 weiter:1 weitere:1 wel:20 welche:1 welchem:1 welchen:1"
        " welcher:1 welches:1 welk:20 welke:20 wem:1 wen:1 wenn:1 wer:1 werd:20 werde:1"
        " werden:1 werdet:1 weshalb:1 wezen:20"
        " "
    ),
    "wi": (
        " wie:61 wieder:1 wiele:40 wielu:40 wiens:20 wieso:1 wieviel:1 wij:20 wil:20 will:1"
        " wir:1 wird:1 wirst:1 więc:40 więcej:40"
        " "
    ),
    "wo": (" wo:1 woher:1 wohin:1 wollen:1 wollte:1 worden:20 wordt:20 "),
    "ws": (" wszyscy:40 wszystkich:40 wszystkie:40 wszystkim:40 wszystko:40 "),
    "wt": (" wtedy:40 "),
    "ww": (" www:40 "),
    "wy": (" wy:40 "),
    "wä": (" während:1 "),
    "wü": (" würde:1 würden:1 "),
    "wł": (" właśnie:40 "),
    "wś": (" wśród:40 "),
    "xi": (" xi:40 xii:40 xiii:40 xiv:40 "),
    "xo": (" xoét:200 xoẳn:200 xoẹt:200 "),
    "xu": (" xuể:200 xuống:200 "),
    "xv": (" xv:40 "),
    "xệ": (" xệp:200 "),
    "y": (" y:6 "),
    "ya": (
        " ya:102 yahut:100 yakinen:100 yakında:100 yakından:100 yakınlarda:100 yalnız:100"
        " yalnızca:100 yani:100 yapacak:100 yapmak:100 yaptı:100 yaptıkları:100 yaptığı:100"
        " yaptığını:100 yapılan:100 yapılması:100 yapıyor:100"
        " "
    ),
    "ye": (" yedi:100 yeniden:100 yenilerde:100 yerine:100 yetmiþ:100 yetmiş:100 yetmiţ:100 "),
    "yi": (" yine:100 yirmi:100 "),
    "yo": (" yo:2 yok:100 yoksa:100 yoluyla:100 "),
    "yü": (" yüz:100 yüzünden:100 "),
    "z": (" z:40 "),
    "za": (" za:40 zal:20 zapewne:40 zarfında:100 zaten:100 zati:100 zawsze:40 zaś:40 "),
    "ze": (" ze:60 zei:20 zelf:20 zeznowu:40 "),
    "zi": (" zich:20 zij:20 zijn:20 zira:100 "),
    "zn": (" znowu:40 znów:40 "),
    "zo": (" zo:20 zonder:20 został:40 zou:20 "),
    "zu": (" zu:1 zum:1 zur:1 "),
    "zw": (" zwar:1 zwischen:1 "),
    "zł": (" zł:40 "),
    "à": (" à:214 "),
    "ào": (" ào:200 "),
    "às": (" às:10 "),
    "á": (" á:200 "),
    "ái": (" ái:200 "),
    "án": (" áng:200 "),
    "ça": (" ça:4 çabuk:100 çabukça:100 "),
    "çe": (" çeşitli:100 "),
    "ço": (
        " çok:100 çokları:100 çoklarınca:100 çokluk:100 çoklukla:100 çokça:100 çoğu:100"
        " çoğun:100 çoğunca:100 çoğunlukla:100"
        " "
    ),
    "çü": (" çünkü:100 "),
    "è": (" è:8 "),
    "ès": (" ès:4 "),
    "é": (" é:10 "),
    "él": (" él:2 "),
    "ér": (" éramos:12 "),
    "és": (" ésta:2 éstas:2 éste:2 éstos:2 "),
    "ét": (
        " étaient:4 étais:4 était:4 étant:4 état:4 étiez:4 étions:4 été:4 étée:4 étées:4 étés:4 "
    ),
    "êt": (" êtes:4 être:4 "),
    "ôn": (" ông:200 "),
    "öb": (" öbür:100 öbürkü:100 öbürü:100 "),
    "ön": (" önce:100 önceden:100 önceleri:100 öncelikle:100 "),
    "öt": (" öteki:100 ötekisi:100 "),
    "öy": (" öyle:100 öylece:100 öylelikle:100 öylemesine:100 "),
    "öz": (" öz:100 "),
    "úi": (" úi:200 "),
    "úl": (" última:2 últimas:2 último:12 últimos:2 "),
    "üb": (" über:1 "),
    "üz": (" üzere:100 "),
    "üç": (" üç:100 "),
    "ý": (" ý:200 "),
    "þe": (" þey:100 þeyden:100 þeyi:100 þeyler:100 "),
    "þu": (" þu:100 þuna:100 þunda:100 þundan:100 þunu:100 "),
    "đa": (" đang:200 "),
    "đi": (" điều:200 "),
    "đâ": (" đâu:200 đây:200 "),
    "đã": (" đã:200 "),
    "đó": (" đó:200 "),
    "đư": (" được:200 "),
    "đế": (" đến:200 "),
    "đề": (" đều:200 "),
    "để": (" để:200 "),
    "şa": (" şayet:100 "),
    "şe": (" şey:100 şeyden:100 şeyi:100 şeyler:100 "),
    "şu": (
        " şu:100 şuna:100 şuncacık:100 şunda:100 şundan:100 şunlar:100 şunları:100 şunu:100"
        " şunun:100 şura:100 şuracık:100 şuracıkta:100 şurası:100"
        " "
    ),
    "şö": (" şöyle:100 "),
    "ţa": (" ţayet:100 "),
    "ţi": (" ţimdi:100 "),
    "ţu": (" ţu:100 "),
    "ţö": (" ţöyle:100 "),
    "ża": (" żaden:40 żadna:40 żadne:40 żadnych:40 "),
    "że": (" że:40 żeby:40 "),
    "ơ": (" ơ:200 "),
    "ơi": (" ơi:200 "),
    "ư": (" ư:200 "),
    "έν": (" ένα:1000 έναν:1000 ένασ:1000 "),
    "έχ": (" έχει:1000 έχουν:1000 "),
    "ή": (" ή:1000 "),
    "ήτ": (" ήταν:1000 "),
    "α": (" α:1000 "),
    "αι": (" αι:1000 "),
    "ακ": (" ακομα:1000 ακομη:1000 ακριβωσ:1000 ακόμα:1000 ακόμη:1000 "),
    "αλ": (
        " αληθεια:1000 αληθινα:1000 αλλά:1000 αλλα:1000 αλλαχου:1000 αλλεσ:1000 αλλη:1000"
        " αλλην:1000 αλλησ:1000 αλλιωσ:1000 αλλιωτικα:1000 αλλο:1000 αλλοι:1000 αλλοιωσ:1000"
        " αλλοιωτικα:1000 αλλον:1000 αλλοσ:1000 αλλοτε:1000 αλλου:1000 αλλουσ:1000 αλλων:1000"
        " "
    ),
    "αμ": (" αμα:1000 αμεσα:1000 αμεσωσ:1000 "),
    "αν": (
        " αν:1000 ανα:1000 αναμεσα:1000 αναμεταξυ:1000 ανευ:1000 αντι:1000 αντιπερα:1000"
        " αντισ:1000 ανω:1000 ανωτερω:1000"
        " "
    ),
    "αξ": (" αξαφνα:1000 "),
    "απ": (" απ:1000 απεναντι:1000 απο:1000 αποψε:1000 από:1000 "),
    "αρ": (" αρα:1000 αραγε:1000 αργα:1000 αργοτερο:1000 αριστερα:1000 αρκετα:1000 αρχικα:1000 "),
    "ασ": (" ασ:1000 "),
    "αυ": (
        " αὖ:1000 αὐτόσ:1000 αὐτὸσ:1000 αυριο:1000 αυτά:1000 αυτέσ:1000 αυτή:1000"
        " αυτήν:1000 αυτήσ:1000 αυτα:1000 αυτεσ:1000 αυτη:1000 αυτην:1000 αυτησ:1000 αυτο:1000"
        " αυτοί:1000 αυτοι:1000 αυτον:1000 αυτοσ:1000 αυτου:1000 αυτουσ:1000 αυτού:1000"
        " αυτούσ:1000 αυτων:1000 αυτό:1000 αυτόν:1000 αυτόσ:1000 αυτών:1000"
        " "
    ),
    "αφ": (" αφοτου:1000 αφου:1000 "),
    "αἱ": (" αἱ:1000 "),
    "αἳ": (" αἳ:1000 "),
    "αἵ": (" αἵ:1000 "),
    "βε": (" βεβαια:1000 βεβαιοτατα:1000 "),
    "γά": (" γάρ:1000 "),
    "γα": (" γα:1000 "),
    "γε": (" γε:1000 "),
    "γι": (" γι:1000 για:1000 γιατί:1000 "),
    "γο": (" γοῦν:1000 "),
    "γρ": (" γρηγορα:1000 "),
    "γυ": (" γυρω:1000 "),
    "γὰ": (" γὰρ:1000 "),
    "δέ": (" δέ:1000 "),
    "δή": (" δή:1000 "),
    "δα": (" δαί:1000 δαίσ:1000 δαὶ:1000 δαὶσ:1000 "),
    "δε": (" δε:1000 δεν:1000 "),
    "δι": (" δι:1000 διά:1000 δια:1000 διὰ:1000 "),
    "δὲ": (" δὲ:1000 "),
    "δὴ": (" δὴ:1000 "),
    "ε": (" ε:1000 "),
    "εί": (" είμαι:1000 είναι:1000 είστε:1000 είχαν:1000 είχε:1000 "),
    "εα": (" εαν:1000 εαυτο:1000 εαυτον:1000 εαυτου:1000 εαυτουσ:1000 εαυτων:1000 "),
    "εγ": (" εγκαιρα:1000 εγκαιρωσ:1000 εγω:1000 εγώ:1000 "),
    "εδ": (" εδώ:1000 "),
    "ει": (
        " ειθε:1000 ειμαι:1000 ειμαστε:1000 εινα:1000 ειναι:1000 εισ:1000 εισαι:1000"
        " εισαστε:1000 ειστε:1000 ειτε:1000 ειχα:1000 ειχαμε:1000 ειχαν:1000 ειχατε:1000"
        " ειχε:1000 ειχεσ:1000"
        " "
    ),
    "εκ": (
        " εκ:1000 εκαστα:1000 εκαστεσ:1000 εκαστη:1000 εκαστην:1000 εκαστησ:1000 εκαστο:1000"
        " εκαστοι:1000 εκαστον:1000 εκαστοσ:1000 εκαστου:1000 εκαστουσ:1000 εκαστων:1000"
        " εκεί:1000 εκείνη:1000 εκείνο:1000 εκει:1000 εκεινα:1000 εκεινεσ:1000 εκεινη:1000"
        " εκεινην:1000 εκεινησ:1000 εκεινο:1000 εκεινοι:1000 εκεινον:1000 εκεινοσ:1000"
        " εκεινου:1000 εκεινουσ:1000 εκεινων:1000 εκτοσ:1000"
        " "
    ),
    "εμ": (" εμασ:1000 εμείσ:1000 εμεισ:1000 εμενα:1000 εμπροσ:1000 "),
    "εν": (
        " εν:1000 ενα:1000 εναν:1000 ενασ:1000 ενοσ:1000 εντελωσ:1000 εντοσ:1000"
        " εντωμεταξυ:1000 ενω:1000 ενόσ:1000"
        " "
    ),
    "εξ": (" εξ:1000 εξαφνα:1000 εξησ:1000 εξια:1000 εξισου:1000 εξω:1000 "),
    "επ": (
        " επ:1000 επί:1000 επίσησ:1000 επανω:1000 επειτα:1000 επι:1000 επισησ:1000 επομενωσ:1000 "
    ),
    "εσ": (" εσασ:1000 εσείσ:1000 εσεισ:1000 εσενα:1000 εστω:1000 εσυ:1000 εσύ:1000 "),
    "ετ": (
        " ετερα:1000 ετεραι:1000 ετερασ:1000 ετερεσ:1000 ετερη:1000 ετερησ:1000 ετερο:1000"
        " ετεροι:1000 ετερον:1000 ετεροσ:1000 ετερου:1000 ετερουσ:1000 ετερων:1000 ετουτα:1000"
        " ετουτεσ:1000 ετουτη:1000 ετουτην:1000 ετουτησ:1000 ετουτο:1000 ετουτοι:1000"
        " ετουτον:1000 ετουτοσ:1000 ετουτου:1000 ετουτουσ:1000 ετουτων:1000 ετσι:1000"
        " "
    ),
    "ευ": (" ευγε:1000 ευθυσ:1000 ευτυχωσ:1000 "),
    "εφ": (" εφεξησ:1000 "),
    "εχ": (
        " εχει:1000 εχεισ:1000 εχετε:1000 εχθεσ:1000 εχομε:1000 εχουμε:1000 εχουν:1000"
        " εχτεσ:1000 εχω:1000"
        " "
    ),
    "εω": (" εωσ:1000 "),
    "εἰ": (" εἰ:1000 εἰμί:1000 εἰμὶ:1000 εἰσ:1000 "),
    "εἴ": (" εἴ:1000 εἴμι:1000 εἴτε:1000 "),
    "η": (" η:1000 "),
    "ηθ": (" ηθεν:1000 "),
    "ημ": (" ημασταν:1000 ημαστε:1000 ημουν:1000 "),
    "ησ": (" ησασταν:1000 ησαστε:1000 ησουν:1000 "),
    "ητ": (" ηταν:1000 ητανε:1000 ητοι:1000 ηττον:1000 "),
    "θα": (" θα:1000 "),
    "ι": (" ι:1000 "),
    "ια": (" ια:1000 ιαρκωσ:1000 "),
    "ιι": (" ιι:1000 ιιι:1000 "),
    "ικ": (" ικα:1000 ικο:1000 ικοι:1000 ικοσ:1000 ικου:1000 ικουσ:1000 "),
    "ιο": (" ιολου:1000 "),
    "ιπ": (" ιπλα:1000 "),
    "ισ": (" ισαμε:1000 ισια:1000 ισωσ:1000 "),
    "ιχ": (" ιχωσ:1000 "),
    "κ": (" κ:1000 "),
    "κα": (
        " καί:1000 καίτοι:1000 καθ:1000 καθε:1000 καθεμια:1000 καθεμιασ:1000 καθενα:1000"
        " καθενασ:1000 καθενοσ:1000 καθετι:1000 καθολου:1000 καθωσ:1000 και:1000 κακα:1000"
        " κακωσ:1000 καλα:1000 καλωσ:1000 καμια:1000 καμιαν:1000 καμιασ:1000 καμποσα:1000"
        " καμποσεσ:1000 καμποση:1000 καμποσην:1000 καμποσησ:1000 καμποσο:1000 καμποσοι:1000"
        " καμποσον:1000 καμποσοσ:1000 καμποσου:1000 καμποσουσ:1000 καμποσων:1000 κανεισ:1000"
        " κανεν:1000 κανενα:1000 κανεναν:1000 κανενασ:1000 κανενοσ:1000 καποια:1000"
        " καποιαν:1000 καποιασ:1000 καποιεσ:1000 καποιο:1000 καποιοι:1000 καποιον:1000"
        " καποιοσ:1000 καποιου:1000 καποιουσ:1000 καποιων:1000 καποτε:1000 καπου:1000"
        " καπωσ:1000 κατ:1000 κατά:1000 κατα:1000 κατι:1000 κατιτι:1000 κατοπιν:1000 κατω:1000"
        " κατὰ:1000 καὶ:1000"
        " "
    ),
    "κι": (" κι:1000 κιολασ:1000 "),
    "κλ": (" κλπ:1000 "),
    "κο": (" κοντα:1000 "),
    "κτ": (" κτλ:1000 "),
    "κυ": (" κυριωσ:1000 "),
    "κἀ": (" κἀν:1000 "),
    "κἂ": (" κἂν:1000 "),
    "λι": (" λιγακι:1000 λιγο:1000 λιγωτερο:1000 "),
    "λο": (" λογω:1000 λοιπα:1000 λοιπον:1000 "),
    "μέ": (" μέν:1000 μέσα:1000 "),
    "μή": (" μή:1000 μήτε:1000 "),
    "μί": (" μία:1000 "),
    "μα": (" μα:1000 μαζι:1000 μακαρι:1000 μακρυα:1000 μαλιστα:1000 μαλλον:1000 μασ:1000 "),
    "με": (
        " με:1000 μεθ:1000 μεθαυριο:1000 μειον:1000 μελει:1000 μελλεται:1000 μεμιασ:1000"
        " μεν:1000 μερικα:1000 μερικεσ:1000 μερικοι:1000 μερικουσ:1000 μερικων:1000 μεσα:1000"
        " μετ:1000 μετά:1000 μετα:1000 μεταξυ:1000 μεταξύ:1000 μετὰ:1000 μεχρι:1000"
        " "
    ),
    "μη": (" μη:1000 μην:1000 μηπωσ:1000 μητε:1000 "),
    "μι": (" μιά:1000 μια:1000 μιαν:1000 μιασ:1000 "),
    "μο": (
        " μολισ:1000 μολονοτι:1000 μοναχα:1000 μονεσ:1000 μονη:1000 μονην:1000 μονησ:1000"
        " μονο:1000 μονοι:1000 μονομιασ:1000 μονοσ:1000 μονου:1000 μονουσ:1000 μονων:1000"
        " μου:1000"
        " "
    ),
    "μπ": (" μπορει:1000 μπορουν:1000 μπραβο:1000 μπροσ:1000 "),
    "μό": (" μόνο:1000 "),
    "μἐ": (" μἐν:1000 "),
    "μὲ": (" μὲν:1000 "),
    "μὴ": (" μὴ:1000 μὴν:1000 "),
    "να": (" να:1000 ναι:1000 "),
    "νω": (" νωρισ:1000 "),
    "ξα": (" ξανα:1000 ξαφνικα:1000 "),
    "ο": (" ο:1000 "),
    "οι": (" οι:1000 "),
    "ολ": (
        " ολα:1000 ολεσ:1000 ολη:1000 ολην:1000 ολησ:1000 ολο:1000 ολογυρα:1000 ολοι:1000"
        " ολον:1000 ολονεν:1000 ολοσ:1000 ολοτελα:1000 ολου:1000 ολουσ:1000 ολων:1000"
        " ολωσ:1000"
        " "
    ),
    "ομ": (" ομωσ:1000 "),
    "οπ": (
        " οποια:1000 οποιαν:1000 οποιασ:1000 οποιεσ:1000 οποιο:1000 οποιοι:1000 οποιον:1000"
        " οποιοσ:1000 οποιου:1000 οποιουσ:1000 οποιων:1000 οποτε:1000 οπου:1000 οπωσ:1000"
        " "
    ),
    "ορ": (" ορισμενα:1000 ορισμενεσ:1000 ορισμενων:1000 ορισμενωσ:1000 "),
    "οσ": (
        " οσα:1000 οσεσ:1000 οση:1000 οσην:1000 οσησ:1000 οσο:1000 οσοι:1000 οσον:1000"
        " οσοσ:1000 οσου:1000 οσουσ:1000 οσων:1000"
        " "
    ),
    "οτ": (" οταν:1000 οτι:1000 οτου:1000 "),
    "ου": (
        " ου:1000 οὐ:1000 οὔτε:1000 οὖν:1000 οὐδ:1000 οὐδέ:1000 οὐδείσ:1000"
        " οὐδεὶσ:1000 οὐδὲ:1000 οὐδὲν:1000 οὐκ:1000 οὐχ:1000 οὐχὶ:1000 ουτε:1000"
        " "
    ),
    "οχ": (" οχι:1000 "),
    "οἱ": (" οἱ:1000 "),
    "οἳ": (" οἳ:1000 "),
    "οἷ": (" οἷσ:1000 "),
    "οὓ": (" οὓσ:1000 "),
    "οὕ": (" οὕτω:1000 οὕτωσ:1000 "),
    "οὗ": (" οὗ:1000 οὗτοσ:1000 "),
    "πα": (
        " παλι:1000 παντοτε:1000 παντου:1000 παντωσ:1000 παρ:1000 παρά:1000 παρα:1000 παρὰ:1000 "
    ),
    "πε": (
        " περί:1000 περα:1000 περι:1000 περιπου:1000 περισσοτερο:1000 περσι:1000 περυσι:1000"
        " περὶ:1000"
        " "
    ),
    "πι": (" πια:1000 πιθανον:1000 πιο:1000 πισω:1000 "),
    "πλ": (" πλαι:1000 πλεον:1000 πλην:1000 "),
    "πο": (
        " ποια:1000 ποιαν:1000 ποιασ:1000 ποιεσ:1000 ποιο:1000 ποιοι:1000 ποιον:1000"
        " ποιοσ:1000 ποιου:1000 ποιουσ:1000 ποιων:1000 πολυ:1000 πολύ:1000 ποσεσ:1000"
        " ποση:1000 ποσην:1000 ποσησ:1000 ποσοι:1000 ποσοσ:1000 ποσουσ:1000 ποτε:1000 που:1000"
        " ποῦ:1000 πουθε:1000 πουθενα:1000 πού:1000"
        " "
    ),
    "πρ": (
        " πρεπει:1000 πριν:1000 προ:1000 προκειμενου:1000 προκειται:1000 προπερσι:1000"
        " προσ:1000 προτου:1000 προχθεσ:1000 προχτεσ:1000 πρωτυτερα:1000 πρόσ:1000 πρὸ:1000"
        " πρὸσ:1000"
        " "
    ),
    "πω": (" πωσ:1000 "),
    "πό": (" πόσα:1000 πόσεσ:1000 πόση:1000 πόσο:1000 πόσοι:1000 πόσοσ:1000 πότε:1000 "),
    "πώ": (" πώσ:1000 "),
    "σα": (" σαν:1000 σασ:1000 "),
    "σε": (" σε:1000 σεισ:1000 "),
    "ση": (" σημερα:1000 "),
    "σι": (" σιγα:1000 "),
    "σο": (" σου:1000 "),
    "στ": (
        " στα:1000 στη:1000 στην:1000 στησ:1000 στισ:1000 στο:1000 στον:1000 στου:1000"
        " στουσ:1000 στων:1000"
        " "
    ),
    "συ": (
        " συγχρονωσ:1000 συν:1000 συναμα:1000 συνεπωσ:1000 συνηθωσ:1000 συχνα:1000 συχνασ:1000"
        " συχνεσ:1000 συχνη:1000 συχνην:1000 συχνησ:1000 συχνο:1000 συχνοι:1000 συχνον:1000"
        " συχνοσ:1000 συχνου:1000 συχνουσ:1000 συχνων:1000 συχνωσ:1000"
        " "
    ),
    "σω": (" σωστα:1000 "),
    "σό": (" σόσ:1000 "),
    "σύ": (" σύ:1000 σύν:1000 "),
    "σὸ": (" σὸσ:1000 "),
    "σὺ": (" σὺ:1000 σὺν:1000 "),
    "τά": (" τά:1000 "),
    "τή": (" τήν:1000 "),
    "τί": (" τί:1000 τίσ:1000 "),
    "τα": (
        " τα:1000 ταῖσ:1000 ταυτα:1000 ταυτεσ:1000 ταυτη:1000 ταυτην:1000 ταυτησ:1000"
        " ταυτοσ:1000 ταυτου:1000 ταυτων:1000 ταχα:1000 ταχατε:1000"
        " "
    ),
    "τε": (
        " τε:1000 τελικα:1000 τελικωσ:1000 τεσ:1000 τετοια:1000 τετοιαν:1000 τετοιασ:1000"
        " τετοιεσ:1000 τετοιο:1000 τετοιοι:1000 τετοιον:1000 τετοιοσ:1000 τετοιου:1000"
        " τετοιουσ:1000 τετοιων:1000"
        " "
    ),
    "τη": (" τη:1000 τῆι:1000 τῆσ:1000 την:1000 τησ:1000 "),
    "τι": (" τι:1000 τινα:1000 τιποτα:1000 τιποτε:1000 τισ:1000 "),
    "το": (
        " το:1000 τοί:1000 τοι:1000 τοῖσ:1000 τοιοῦτοσ:1000 τον:1000 τοσ:1000 τοσα:1000"
        " τοσεσ:1000 τοση:1000 τοσην:1000 τοσησ:1000 τοσο:1000 τοσοι:1000 τοσον:1000"
        " τοσοσ:1000 τοσου:1000 τοσουσ:1000 τοσων:1000 τοτε:1000 του:1000 τοῦ:1000"
        " τουλαχιστο:1000 τουλαχιστον:1000 τουσ:1000 τουτα:1000 τουτεσ:1000 τουτη:1000"
        " τουτην:1000 τουτησ:1000 τουτο:1000 τουτοι:1000 τουτοισ:1000 τουτον:1000 τουτοσ:1000"
        " τουτου:1000 τουτουσ:1000 τουτων:1000 τούσ:1000 τοὺσ:1000"
        " "
    ),
    "τυ": (" τυχον:1000 "),
    "τω": (" τῶι:1000 τῶν:1000 των:1000 τωρα:1000 "),
    "τό": (" τό:1000 τόν:1000 τότε:1000 "),
    "τώ": (" τώρα:1000 "),
    "τὰ": (" τὰ:1000 τὰσ:1000 "),
    "τὴ": (" τὴν:1000 "),
    "τὸ": (" τὸ:1000 τὸν:1000 "),
    "υπ": (" υπ:1000 υπερ:1000 υπο:1000 υποψη:1000 υποψιν:1000 υπό:1000 "),
    "υσ": (" υστερα:1000 "),
    "φε": (" φετοσ:1000 "),
    "χα": (" χαμηλα:1000 "),
    "χθ": (" χθεσ:1000 "),
    "χτ": (" χτεσ:1000 "),
    "χω": (" χωρίσ:1000 χωρισ:1000 χωριστα:1000 "),
    "ψη": (" ψηλα:1000 "),
    "ω": (" ω:1000 "),
    "ωρ": (" ωραια:1000 "),
    "ωσ": (" ωσ:1000 ωσαν:1000 ωσοτου:1000 ωσπου:1000 ωστε:1000 ωστοσο:1000 "),
    "ωχ": (" ωχ:1000 "),
    "όλ": (" όλα:1000 όλεσ:1000 όλοι:1000 "),
    "όμ": (" όμωσ:1000 "),
    "όπ": (" όπου:1000 όπωσ:1000 "),
    "όσ": (" όσο:1000 "),
    "ότ": (" όταν:1000 ότι:1000 "),
    "а": (" а:400 "),
    "аб": (" або:800 "),
    "ад": (" адже:800 "),
    "аж": (" аж:800 "),
    "ал": (" але:800 алло:400 ало:800 "),
    "б": (" б:800 "),
    "ба": (" багато:800 "),
    "бе": (" без:c00 безперервно:800 "),
    "бл": (" близко:400 близько:800 "),
    "бо": (" более:400 больше:400 "),
    "бу": (
        " був:800 буває:800 буде:800 будем:400 будемо:800 будет:400 будете:c00 будеш:800"
        " будешь:400 будто:400 буду:c00 будут:400 будуть:800 будь:c00 була:800 були:800"
        " було:800 бути:800"
        " "
    ),
    "бы": (" бы:400 бывает:400 бывь:400 был:400 была:400 были:400 было:400 быть:400 "),
    "бі": (" більш:800 більше:800 "),
    "в": (" в:c00 "),
    "ва": (
        " важлива:800 важливе:800 важливий:800 важливі:800 важная:400 важное:400 важные:400"
        " важный:400 вам:c00 вами:c00 вас:c00 ваш:c00 ваша:c00 ваше:c00 ваши:400 ваші:800"
        " "
    ),
    "вв": (" вверх:400 "),
    "вг": (" вгору:800 "),
    "вд": (" вдали:400 вдалині:800 вдруг:400 "),
    "ве": (" ведь:400 везде:400 весь:c00 "),
    "вж": (" вже:800 "),
    "ви": (" ви:800 "),
    "вм": (" вміти:800 "),
    "вн": (" вниз:c00 внизу:c00 "),
    "во": (
        " во:400 вокруг:400 вон:400 вона:800 вони:800 воно:800 восемнадцатый:400"
        " восемнадцать:400 восемь:400 восьмий:800 восьмой:400 вот:400"
        " "
    ),
    "вп": (" впрочем:400 "),
    "вр": (" времени:400 время:400 "),
    "вс": (
        " все:c00 всегда:400 всего:400 всем:400 всеми:400 всему:400 всех:400 всею:c00"
        " всього:800 всьому:800 всю:c00 всюду:400 вся:c00 всё:400 всім:800 всіх:800"
        " "
    ),
    "вт": (" второй:400 втім:800 "),
    "вы": (" вы:400 "),
    "ві": (" від:800 відсотків:800 він:800 вісім:800 вісімнадцятий:800 вісімнадцять:800 "),
    "г": (" г:c00 "),
    "гд": (" где:400 "),
    "ге": (" геть:800 "),
    "го": (" говорив:800 говорил:400 говорит:400 год:400 года:400 году:400 "),
    "да": (" да:400 давно:c00 даже:400 далеко:c00 дальше:400 далі:800 даром:c00 "),
    "дв": (
        " два:c00 двадцатый:400 двадцать:400 двадцятий:800 двадцять:800 дванадцятий:800"
        " дванадцять:800 две:400 двенадцатый:400 двенадцать:400 двох:800 двух:400 дві:800"
        " "
    ),
    "де": (
        " де:800 девятнадцатый:400 девятнадцать:400 девятый:400 девять:400 действительно:400"
        " дел:400 день:c00 десятий:800 десятый:400 десять:c00"
        " "
    ),
    "дл": (" для:c00 "),
    "до": (" до:c00 добре:800 довго:800 довольно:400 долго:400 должно:400 досить:800 "),
    "др": (" другая:400 другие:400 другий:800 других:400 друго:c00 другое:400 другой:400 "),
    "ду": (" дуже:800 "),
    "дя": (" дякую:800 "),
    "ді": (" дійсно:800 "),
    "е": (" е:c00 "),
    "ег": (" его:400 "),
    "ее": (" ее:400 "),
    "ей": (" ей:400 "),
    "ем": (" ему:400 "),
    "ес": (" если:400 есть:400 "),
    "ещ": (" еще:400 ещё:400 "),
    "ею": (" ею:400 "),
    "её": (" её:400 "),
    "ж": (" ж:c00 "),
    "же": (" же:400 "),
    "жи": (" жизнь:400 життя:800 "),
    "з": (" з:800 "),
    "за": (
        " за:c00 завжди:800 зазвичай:800 зайнята:800 зайнятий:800 зайнято:800 зайняті:800"
        " занадто:800 занят:400 занята:400 занято:400 заняты:400 зараз:800 зате:800 затем:400"
        " зато:400 зачем:400"
        " "
    ),
    "зв": (" звичайно:800 звідки:800 звідси:800 звідусіль:800 "),
    "зд": (" здається:800 здесь:400 "),
    "зн": (" значит:400 значить:800 знову:800 "),
    "зо": (" зовсім:800 "),
    "зі": (" зі:800 "),
    "и": (" и:400 "),
    "из": (" из:400 "),
    "ил": (" или:400 "),
    "им": (" им:400 именно:400 иметь:400 ими:400 имя:400 "),
    "ин": (" иногда:400 "),
    "их": (" их:400 "),
    "йо": (" його:800 йому:800 "),
    "к": (" к:400 "),
    "ка": (
        " каждая:400 каждое:400 каждые:400 каждый:400 каже:800 кажется:400 как:400 какая:c00"
        " какие:400 какое:400 какой:400"
        " "
    ),
    "ке": (" кем:400 "),
    "ки": (" ким:800 "),
    "ко": (
        " когда:400 кого:c00 кожен:800 кожна:800 кожне:800 кожні:800 коли:800 ком:400 кому:c00"
        " конечно:400 которая:400 которого:400 которой:400 которые:400 который:400 которых:400"
        " "
    ),
    "кр": (" краще:800 кроме:400 кругом:c00 крім:800 "),
    "кт": (" кто:400 "),
    "ку": (" куда:400 куди:800 "),
    "кі": (" кілька:800 "),
    "ле": (" ледве:800 лет:400 "),
    "ли": (" ли:400 лише:800 лишь:400 "),
    "лу": (" лучше:400 "),
    "лю": (" люди:c00 людина:800 "),
    "м": (" м:c00 "),
    "ма": (" майже:800 мало:c00 мати:800 "),
    "ме": (" между:400 меля:400 мене:800 менее:400 менше:800 меньше:400 меня:400 мені:800 "),
    "ми": (" ми:800 миллионов:400 мимо:400 мира:400 миру:800 "),
    "мн": (
        " мне:400 много:400 многочисленная:400 многочисленное:400 многочисленные:400"
        " многочисленный:400 мной:400 мною:c00"
        " "
    ),
    "мо": (
        " мог:400 могти:800 могут:400 мож:c00 може:800 может:400 можна:800 можно:400"
        " можуть:800 можхо:400 мои:400 мой:400 мор:400 мочь:400 моя:c00 моё:400 моє:800"
        " мої:800"
        " "
    ),
    "мы": (" мы:400 "),
    "мі": (" міг:800 між:800 мій:800 мільйонів:800 "),
    "на": (
        " на:c00 наверху:400 навколо:800 навіть:800 навіщо:800 нагорі:800 над:c00 надо:400"
        " назад:c00 наиболее:400 найбільш:800 наконец:400 нам:c00 нами:c00 нарешті:800 нас:c00"
        " начала:400 наш:c00 наша:c00 наше:c00 наши:400 наші:800"
        " "
    ),
    "не": (
        " не:c00 небудь:800 него:400 недавно:400 недалеко:c00 нее:400 ней:400 нельзя:400"
        " нем:400 немає:800 немного:400 нему:400 непрерывно:400 нередко:400 нерідко:800"
        " несколько:400 нет:400 нещодавно:800 нею:c00 неё:400 неї:800"
        " "
    ),
    "ни": (
        " ни:400 нибудь:400 ниже:400 нижче:800 низко:400 низько:800 никогда:400 никуда:400"
        " ними:c00 них:c00 ничего:400"
        " "
    ),
    "но": (" но:400 "),
    "ну": (" ну:c00 нужно:400 "),
    "нх": (" нх:c00 "),
    "нь": (" нього:800 "),
    "ні": (" ні:800 ніби:800 ніж:800 ній:800 ніколи:800 нікуди:800 нічого:800 "),
    "о": (" о:400 "),
    "об": (" об:400 оба:400 обидва:800 обычно:400 "),
    "од": (
        " один:c00 одинадцятий:800 одинадцять:800 одиннадцатый:400 одиннадцать:400 однажды:400"
        " однак:800 однако:400 одного:c00 одной:400 однієї:800"
        " "
    ),
    "ок": (" около:400 "),
    "он": (" он:400 она:400 они:400 оно:400 "),
    "оп": (" опять:400 "),
    "ос": (" особенно:400 особливо:800 ось:800 "),
    "от": (" от:400 откуда:400 отовсюду:400 отсюда:400 "),
    "оч": (" очень:400 "),
    "пе": (" первый:400 перед:c00 перший:800 "),
    "по": (
        " по:c00 повинно:800 под:400 пожалуйста:400 позже:400 пока:400 поки:800 пор:400"
        " пора:c00 поруч:800 посеред:800 после:400 посреди:400 потом:400 потому:400"
        " потрібно:800 потім:800 початку:800 почему:400 почти:400"
        " "
    ),
    "пр": (" прекрасно:c00 при:c00 про:c00 просто:c00 проти:800 против:400 процентов:400 "),
    "пя": (" пятнадцатый:400 пятнадцать:400 пятый:400 пять:400 "),
    "пі": (" під:800 пізніше:800 пір:800 після:800 "),
    "ра": (" раз:c00 разве:400 рано:c00 раньше:400 раніше:800 раптом:800 "),
    "ро": (" року:800 років:800 році:800 "),
    "ря": (" рядом:400 "),
    "рі": (" рік:800 "),
    "с": (" с:400 "),
    "са": (
        " сам:c00 сама:c00 саме:800 сами:400 самим:c00 самими:c00 самих:c00 само:400"
        " самого:c00 самой:400 самом:400 самому:c00 саму:c00 самі:800 самій:800"
        " "
    ),
    "св": (
        " свого:800 свое:400 своего:400 своей:400 свои:400 своих:400 свою:c00 своє:800"
        " своєї:800 свої:800 своїх:800"
        " "
    ),
    "се": (
        " сеаой:400 себе:c00 себя:400 сегодня:400 седьмой:400 сейчас:400 семнадцатый:400"
        " семнадцать:400 семь:400"
        " "
    ),
    "си": (" сих:c00 "),
    "ск": (
        " сказав:800 сказал:400 сказала:c00 сказати:800 сказать:400 сколько:400 скрізь:800"
        " скільки:800"
        " "
    ),
    "сл": (" слишком:400 "),
    "сн": (" сначала:400 снова:400 "),
    "со": (" со:400 собой:400 собою:c00 собі:800 совсем:400 "),
    "сп": (" спасибо:400 спасибі:800 спочатку:800 справ:800 "),
    "ст": (" став:800 стал:400 "),
    "су": (" суть:c00 "),
    "сь": (" сьогодні:800 сьомий:800 "),
    "сі": (" сім:800 сімнадцятий:800 сімнадцять:800 "),
    "т": (" т:c00 "),
    "та": (
        " та:c00 так:c00 така:800 такая:400 таке:800 также:400 такие:400 такий:800 такое:400"
        " також:800 такой:400 такі:800 там:c00"
        " "
    ),
    "тв": (" твой:400 твоя:c00 твоё:400 твоє:800 твій:800 "),
    "те": (" те:400 тебе:c00 тебя:400 теж:800 тем:400 теми:400 тепер:800 теперь:400 тех:400 "),
    "ти": (" ти:800 тим:800 тими:800 тисяч:800 тих:800 "),
    "то": (
        " то:c00 тобой:400 тобою:c00 тобі:800 тогда:400 того:c00 тоді:800 тоже:400 той:800"
        " только:400 том:400 тому:c00 тот:400 тою:c00"
        " "
    ),
    "тр": (
        " треба:800 третий:400 третій:800 три:c00 тринадцатый:400 тринадцать:400"
        " тринадцятий:800 тринадцять:800 трохи:800"
        " "
    ),
    "ту": (" ту:c00 туда:400 туди:800 тут:c00 "),
    "ты": (" ты:400 тысяч:400 "),
    "ті": (" ті:800 тільки:800 "),
    "у": (" у:c00 "),
    "уж": (" уж:400 уже:400 "),
    "ум": (" уметь:400 "),
    "ус": (" усюди:800 усіма:800 "),
    "хо": (
        " хорошо:400 хотеть:400 хоть:400 хотя:400 хотіти:800 хоч:800 хоча:800 хочеш:800 хочешь:400 "
    ),
    "хт": (" хто:800 "),
    "хі": (" хіба:800 "),
    "це": (" це:800 цей:800 "),
    "ци": (" цим:800 цими:800 цих:800 "),
    "ць": (" цього:800 цьому:800 "),
    "цю": (" цю:800 "),
    "ця": (" ця:800 "),
    "ці": (" ці:800 цієї:800 "),
    "ча": (" час:800 часто:c00 частіше:800 часу:800 чаще:400 "),
    "че": (
        " чего:400 чей:400 человек:400 чем:400 чему:400 через:c00 четвертий:800 четвертый:400"
        " четыре:400 четырнадцатый:400 четырнадцать:400"
        " "
    ),
    "чи": (" чи:800 чий:800 численна:800 численне:800 численний:800 численні:800 "),
    "чо": (" чого:800 чому:800 чотири:800 чотирнадцятий:800 чотирнадцять:800 "),
    "чт": (" что:400 чтоб:400 чтобы:400 "),
    "чу": (" чудово:800 чуть:400 "),
    "ше": (" шестнадцатый:400 шестнадцать:400 шестой:400 шесть:400 "),
    "шо": (" шостий:800 "),
    "ші": (" шістнадцятий:800 шістнадцять:800 шість:800 "),
    "ще": (" ще:800 "),
    "що": (" що:800 щоб:800 "),
    "эт": (
        " эта:400 эти:400 этим:400 этими:400 этих:400 это:400 этого:400 этой:400 этом:400"
        " этому:400 этот:400 эту:400"
        " "
    ),
    "я": (" я:c00 "),
    "як": (" як:800 яка:800 яке:800 який:800 яких:800 якого:800 якої:800 якщо:800 які:800 "),
    "є": (" є:800 "),
    "і": (" і:800 "),
    "ін": (" іноді:800 інша:800 інше:800 інший:800 інших:800 інші:800 "),
    "їй": (" їй:800 "),
    "їм": (" їм:800 "),
    "їх": (" їх:800 "),
    "її": (" її:800 "),
    "ا": (" ا:2000 "),
    "اث": (" اثر:2000 "),
    "اج": (" اجل:2000 "),
    "اح": (" احد:2000 "),
    "اخ": (" اخري:2000 "),
    "اذ": (" اذا:2000 "),
    "ار": (" اربعه:2000 "),
    "اط": (" اطار:2000 "),
    "اع": (" اعاده:2000 اعلنت:2000 "),
    "اف": (" اف:2000 "),
    "اك": (" اكثر:2000 اكد:2000 "),
    "ال": (
        " الا:2000 الاخيره:2000 الان:2000 الاول:2000 الاولي:2000 التي:2000 الثاني:2000"
        " الثانيه:2000 الذاتي:2000 الذي:2000 الذين:2000 السابق:2000 الف:2000 الماضي:2000"
        " المقبل:2000 الوقت:2000 الي:2000 اليوم:2000"
        " "
    ),
    "ام": (" اما:2000 امام:2000 امس:2000 "),
    "ان": (" ان:2000 انه:2000 انها:2000 "),
    "او": (" او:2000 اول:2000 "),
    "اي": (" اي:2000 ايار:2000 ايام:2000 ايضا:2000 اين:2000 ايه:2000 "),
    "ب": (" ب:2000 "),
    "با": (" باسم:2000 بان:2000 "),
    "بر": (" برس:2000 "),
    "بس": (" بسبب:2000 "),
    "بش": (" بشكل:2000 "),
    "بع": (" بعد:2000 بعض:2000 "),
    "بن": (" بن:2000 "),
    "به": (" به:2000 بها:2000 "),
    "بي": (" بين:2000 "),
    "تم": (" تم:2000 "),
    "ثل": (" ثلاثه:2000 "),
    "ثم": (" ثم:2000 "),
    "جم": (" جميع:2000 "),
    "حا": (" حاليا:2000 "),
    "حت": (" حتي:2000 "),
    "حو": (" حوالي:2000 حول:2000 "),
    "حي": (" حيث:2000 حين:2000 "),
    "خل": (" خلال:2000 "),
    "دو": (" دون:2000 "),
    "ذل": (" ذلك:2000 "),
    "زي": (" زياره:2000 "),
    "سن": (" سنه:2000 سنوات:2000 "),
    "شخ": (" شخصا:2000 "),
    "صب": (" صباح:2000 "),
    "صف": (" صفر:2000 "),
    "ضد": (" ضد:2000 "),
    "ضم": (" ضمن:2000 "),
    "عا": (" عام:2000 عاما:2000 "),
    "عد": (" عدد:2000 عدم:2000 عده:2000 "),
    "عش": (" عشر:2000 عشره:2000 "),
    "عل": (" علي:2000 عليه:2000 عليها:2000 "),
    "عن": (" عن:2000 عند:2000 عندما:2000 "),
    "غد": (" غدا:2000 "),
    "غي": (" غير:2000 "),
    "ـ": (" ـ:2000 "),
    "ف": (" ف:2000 "),
    "فا": (" فان:2000 "),
    "في": (" في:2000 فيه:2000 فيها:2000 "),
    "قا": (" قال:2000 "),
    "قب": (" قبل:2000 "),
    "قد": (" قد:2000 "),
    "قو": (" قوه:2000 "),
    "كا": (" كان:2000 كانت:2000 "),
    "كل": (" كل:2000 كلم:2000 "),
    "كم": (" كم:2000 كما:2000 "),
    "كي": (" كيف:2000 "),
    "لا": (" لا:2000 "),
    "لد": (" لدي:2000 "),
    "لق": (" لقاء:2000 "),
    "لك": (" لكن:2000 "),
    "لل": (" للامم:2000 "),
    "لم": (" لم:2000 لماذا:2000 "),
    "لن": (" لن:2000 "),
    "له": (" له:2000 لها:2000 "),
    "لو": (" لوكاله:2000 "),
    "ما": (" ما:2000 ماذا:2000 مايو:2000 "),
    "مت": (" متي:2000 "),
    "مس": (" مساء:2000 "),
    "مع": (" مع:2000 "),
    "مق": (" مقابل:2000 "),
    "مل": (" مليار:2000 مليون:2000 "),
    "من": (" من:2000 منذ:2000 منها:2000 "),
    "نح": (" نحو:2000 "),
    "نف": (" نفسه:2000 "),
    "نه": (" نهايه:2000 "),
    "هذ": (" هذا:2000 هذه:2000 "),
    "هل": (" هل:2000 "),
    "هن": (" هناك:2000 "),
    "هو": (" هو:2000 "),
    "هي": (" هي:2000 "),
    "و": (" و:2000 "),
    "وا": (" واحد:2000 واضاف:2000 واضافت:2000 واكد:2000 وان:2000 واوضح:2000 "),
    "وف": (" وفي:2000 "),
    "وق": (" وقال:2000 وقالت:2000 وقد:2000 وقف:2000 "),
    "وك": (" وكان:2000 وكانت:2000 "),
    "ول": (" ولا:2000 ولم:2000 "),
    "وم": (" ومن:2000 "),
    "وه": (" وهو:2000 وهي:2000 "),
    "يك": (" يكون:2000 "),
    "يم": (" يمكن:2000 "),
    "يو": (" يوم:2000 "),
    "अं": (" अंदर:4000 "),
    "अत": (" अत:4000 "),
    "अप": (" अपना:4000 अपनी:4000 अपने:4000 "),
    "अभ": (" अभी:4000 "),
    "आद": (" आदि:4000 "),
    "आप": (" आप:4000 "),
    "इत": (" इत्यादि:4000 "),
    "इन": (" इन:4000 इनका:4000 इन्हीं:4000 इन्हें:4000 इन्हों:4000 "),
    "इस": (" इस:4000 इसका:4000 इसकी:4000 इसके:4000 इसमें:4000 इसी:4000 इसे:4000 "),
    "उन": (" उन:4000 उनका:4000 उनकी:4000 उनके:4000 उनको:4000 उन्हीं:4000 उन्हें:4000 उन्हों:4000 "),
    "उस": (" उस:4000 उसके:4000 उसी:4000 उसे:4000 "),
    "एक": (" एक:4000 "),
    "एव": (" एवं:4000 "),
    "एस": (" एस:4000 "),
    "ऐस": (" ऐसे:4000 "),
    "और": (" और:4000 "),
    "कई": (" कई:4000 "),
    "कब": (" कब:4000 "),
    "कर": (" कर:4000 करता:4000 करते:4000 करना:4000 करने:4000 करें:4000 "),
    "कह": (" कहते:4000 कहा:4000 कहाँ:4000 कहां:4000 "),
    "का": (" का:4000 "),
    "कि": (
        " कि:4000 कितना:4000 कितनी:4000 कितने:4000 किन्हें:4000 किन्हों:4000 किया:4000"
        " किर:4000 किस:4000 किसका:4000 किसकी:4000 किसके:4000 किसने:4000 किसी:4000 किसे:4000"
        " "
    ),
    "की": (" की:4000 "),
    "कु": (" कुछ:4000 कुल:4000 "),
    "के": (" के:4000 "),
    "कै": (" कैसा:4000 कैसी:4000 कैसे:4000 "),
    "को": (" को:4000 कोई:4000 "),
    "कौ": (" कौन:4000 कौनसा:4000 कौनसी:4000 "),
    "क्": (" क्या:4000 क्यों:4000 "),
    "गय": (" गया:4000 "),
    "घर": (" घर:4000 "),
    "जब": (" जब:4000 "),
    "जह": (" जहाँ:4000 "),
    "जा": (" जा:4000 "),
    "जि": (" जितना:4000 जिन:4000 जिन्हें:4000 जिन्हों:4000 जिस:4000 जिसे:4000 "),
    "जी": (" जीधर:4000 "),
    "जै": (" जैसा:4000 जैसे:4000 "),
    "जो": (" जो:4000 "),
    "तक": (" तक:4000 "),
    "तब": (" तब:4000 "),
    "तर": (" तरह:4000 "),
    "ति": (" तिन:4000 तिन्हें:4000 तिन्हों:4000 तिस:4000 तिसे:4000 "),
    "तो": (" तो:4000 "),
    "था": (" था:4000 "),
    "थी": (" थी:4000 "),
    "थे": (" थे:4000 "),
    "दब": (" दबारा:4000 "),
    "दि": (" दिया:4000 "),
    "दु": (" दुसरा:4000 "),
    "दू": (" दूसरे:4000 "),
    "दो": (" दो:4000 "),
    "द्": (" द्वारा:4000 "),
    "न": (" न:4000 "),
    "नह": (" नहीं:4000 "),
    "ना": (" ना:4000 "),
    "नि": (" निहायत:4000 "),
    "नी": (" नीचे:4000 "),
    "ने": (" ने:4000 "),
    "पर": (" पर:4000 "),
    "पह": (" पहले:4000 "),
    "पू": (" पूरा:4000 "),
    "पे": (" पे:4000 "),
    "फि": (" फिर:4000 "),
    "बन": (" बनी:4000 "),
    "बह": (" बही:4000 बहुत:4000 "),
    "बा": (" बाद:4000 बाला:4000 "),
    "बि": (" बिलकुल:4000 "),
    "भी": (" भी:4000 भीतर:4000 "),
    "मग": (" मगर:4000 "),
    "मा": (" मानो:4000 "),
    "मे": (" मे:4000 में:4000 "),
    "यद": (" यदि:4000 "),
    "यह": (" यह:4000 यहाँ:4000 यही:4000 "),
    "या": (" या:4000 "),
    "यि": (" यिह:4000 "),
    "ये": (" ये:4000 "),
    "रख": (" रखें:4000 "),
    "रह": (" रहा:4000 रहे:4000 "),
    "ऱ्": (" ऱ्वासा:4000 "),
    "लि": (" लिए:4000 लिये:4000 "),
    "ले": (" लेकिन:4000 "),
    "व": (" व:4000 "),
    "वर": (" वर्ग:4000 "),
    "वह": (" वह:4000 वहाँ:4000 वहीं:4000 "),
    "वा": (" वाले:4000 "),
    "वु": (" वुह:4000 "),
    "वे": (" वे:4000 "),
    "सं": (" संग:4000 "),
    "सक": (" सकता:4000 सकते:4000 "),
    "सब": (" सबसे:4000 "),
    "सभ": (" सभी:4000 "),
    "सा": (" साथ:4000 साबुत:4000 साभ:4000 सारा:4000 "),
    "से": (" से:4000 "),
    "सो": (" सो:4000 "),
    "ही": (" ही:4000 "),
    "हु": (" हुआ:4000 हुई:4000 हुए:4000 "),
    "है": (" है:4000 हैं:4000 "),
    "हो": (" हो:4000 होता:4000 होती:4000 होते:4000 होना:4000 होने:4000 "),
    "ạ": (" ạ:200 "),
    "ấy": (" ấy:200 "),
    "ắt": (" ắt:200 "),
    "ồ": (" ồ:200 "),
    "ổn": (" ổng:200 "),
    "ớ": (" ớ:200 "),
    "ờ": (" ờ:200 "),
    "ở": (" ở:200 "),
    "ủa": (" ủa:200 "),
    "ừ": (" ừ:200 "),
    "ử": (" ử:200 "),
    "ἀλ": (" ἀλλά:1000 ἀλλὰ:1000 "),
    "ἀπ": (" ἀπ:1000 ἀπό:1000 ἀπὸ:1000 "),
    "ἀφ": (" ἀφ:1000 "),
    "ἂν": (" ἂν:1000 "),
    "ἃ": (" ἃ:1000 "),
    "ἄλ": (" ἄλλοσ:1000 "),
    "ἄν": (" ἄν:1000 "),
    "ἄρ": (" ἄρα:1000 "),
    "ἅμ": (" ἅμα:1000 "),
    "ἐά": (" ἐάν:1000 "),
    "ἐγ": (" ἐγώ:1000 ἐγὼ:1000 "),
    "ἐκ": (" ἐκ:1000 "),
    "ἐμ": (" ἐμόσ:1000 ἐμὸσ:1000 "),
    "ἐν": (" ἐν:1000 "),
    "ἐξ": (" ἐξ:1000 "),
    "ἐπ": (" ἐπί:1000 ἐπεὶ:1000 ἐπὶ:1000 "),
    "ἐσ": (" ἐστι:1000 "),
    "ἐφ": (" ἐφ:1000 "),
    "ἐὰ": (" ἐὰν:1000 "),
    "ἑα": (" ἑαυτοῦ:1000 "),
    "ἔτ": (" ἔτι:1000 "),
    "ἡ": (" ἡ:1000 "),
    "ἢ": (" ἢ:1000 "),
    "ἣ": (" ἣ:1000 "),
    "ἤ": (" ἤ:1000 "),
    "ἥ": (" ἥ:1000 "),
    "ἧσ": (" ἧσ:1000 "),
    "ἵν": (" ἵνα:1000 "),
    "ὁ": (" ὁ:1000 "),
    "ὃ": (" ὃ:1000 "),
    "ὃν": (" ὃν:1000 "),
    "ὃσ": (" ὃσ:1000 "),
    "ὅ": (" ὅ:1000 "),
    "ὅδ": (" ὅδε:1000 "),
    "ὅθ": (" ὅθεν:1000 "),
    "ὅπ": (" ὅπερ:1000 "),
    "ὅσ": (" ὅσ:1000 ὅστισ:1000 "),
    "ὅτ": (" ὅτε:1000 ὅτι:1000 "),
    "ὑμ": (" ὑμόσ:1000 "),
    "ὑπ": (" ὑπ:1000 ὑπέρ:1000 ὑπό:1000 ὑπὲρ:1000 ὑπὸ:1000 "),
    "ὡσ": (" ὡσ:1000 "),
    "ὥσ": (" ὥσ:1000 ὥστε:1000 "),
    "ὦ": (" ὦ:1000 "),
    "ὧι": (" ὧι:1000 "),
}
"""` word:languages ` in hexadecimal, by its first two letters: nothing is built at import."""

GRAMS = """
    กัน กับ การ ก็ ขณะ ขอ ของ คง คือ จะ จัด จาก จึง ดัง ตาม ต่อ ถึง ถูก ถ้า ทาง ที่ ทุก ทํา นัก
    นี้ น่า นํา บาง ผล พบ มา มาก มี ยัง รวม รับ ราย ลง วัน ว่า สุด ส่ง หาก ออก อาจ อีก เขา เคย เรา
    เลย เอง แต่ แบบ แรก และ โดย ใน ให้ ได้ ไป ไม่ ไว้ ้ง ぁ あ あの あれ ぃ い ぅ う ぇ え ぉ お か から が き ぎ く ぐ
    け げ こ ここ この これ ご さ ざ し じ す ず せ ぜ そ そこ その それ ぞ た だ だれ ち ぢ っ つ づ て で です と ど どこ どの な なに なん に ぬ ね
    の は ば ぱ ひ び ぴ ふ ぶ ぷ へ べ ぺ ほ ぼ ぽ ま まで み む め も ゃ や ゅ ゆ ょ よ より ら り る れ ろ ゎ わ ゐ ゑ を ん 가 가령 각 각각 각자
    각종 같다 같이 거바 거의 것 것들 겨우 결국 고로 곧 과 과연 관한 구 그 그들 그때 그래 그럼 그저 기타 까악 까지 꽈당 끙끙 끼익 나 남들 남짓 너 너희 네 넷 년
    누가 누구 는 니다 다른 다만 다섯 다소 다수 다음 단지 답다 당신 당장 댕그 도 동안 되는 된다 됩니 둘 둥둥 들 등 등등 딩동 따라 따위 딱 때 떻게 또 또한 뚝뚝
    라고 령 로 로써 륙 를 마저 마치 만 만약 만일 만큼 매 매번 몇 모 모두 무렵 무슨 무엇 물론 및 바로 버금 봐 봐라 부터 붕붕 비록 삐걱 사 삼 설령 설마 설사 셋
    소생 소인 솨 쉿 습니 시각 시간 실로 아 아니 아야 아이 아하 아홉 앗 야 약간 양자 어 어느 어디 어때 어떤 어떻 어이 어찌 언제 얼마 엉엉 에 에게 에서 여 여기
    여덟 여부 여섯 여차 영 영차 예 오 오직 오호 와 와아 왜 우리 우선 운운 월 윙윙 육 으로 은 을 응 응당 의 의해 이 이것 이곳 이나 이다 이때 이래 이런 이번
    이봐 이상 이젠 이쪽 인젠 일 일곱 일단 일때 입니 있는 있다 자 자기 자신 잠깐 잠시 저 저것 저기 저쪽 저희 전부 전자 전후 제 조금 조차 졸졸 좀 좋아 좍좍 즉
    즉시 지만 참 참나 쳇 칠 콸콸 쾅쾅 쿵 타다 타인 탕탕 툭 퉤 틈타 팍 팔 퍽 펄렁 하 하고 하나 하는 하다 하하 한다 한데 한테 할때 할뿐 함께 합니 해요 했다 허
    허걱 허허 헉 헉헉 혹시 혹은 혼자 훨씬 휘익 휴 흐흐 흥
"""
"""Japanese, Korean and Thai, as the grams that their text is cut into."""
