"""Words of grammar in eighteen languages, those in plain letters.

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

# fmt: off
BY_START = {
    "a": " a:8de ", "aa": " aan:20 ",
    "ab": " abbia:8 abbiamo:8 abbiano:8 abbiate:8 aber:1 abia:80 aby:40 ",
    "ac": " acaba:100 acea:80 aceasta:80 aceea:80 aceeasi:80 aceia:80 acel:80 acela:80 "
    "acelasi:80 acelea:80 acep:100 acerca:10 acest:80 acesta:80 aceste:80 acestea:80 "
    "acestei:80 acestia:80 acestui:80 ach:40 acolo:80 actualmente:2 acum:80 acz:40 "
    "aczkolwiek:40 ",
    "ad": " ad:8 adelante:2 adesso:8 adeta:100 adica:80 ", "af": " af:20 ",
    "ag": " agl:8 agli:8 agora:10 ", "ah": " ahora:2 ",
    "ai": " ai:28c aia:80 aici:80 aie:4 aient:4 aies:4 ait:104 aiurea:80 ", "aj": " aj:40 ",
    "al": " al:aa ala:80 alaturi:80 albo:40 alcuno:8 ale:c0 algmas:10 algo:2 alguna:2 "
    "algunas:2 alguno:2 algunos:2 alguns:10 ali:10 all:8 alla:8 alle:9 allem:1 allen:1 "
    "aller:1 alles:21 allo:8 allora:8 alors:4 alrededor:2 als:21 also:1 alt:80 alta:80 "
    "altceva:80 alte:80 altfel:80 alti:80 altii:80 altijd:20 altre:8 altri:8 altro:8 "
    "altul:80 ",
    "am": " am:81 ama:100 ambos:12 amen:200 amma:100 ampleamos:2 ",
    "an": " an:1 anca:100 ancak:100 anche:8 ancora:8 ander:1 andere:21 anderem:1 anderen:1 "
    "anderer:1 anderes:1 anderm:1 andern:1 anders:1 anh:200 ani:40 ante:2 anterior:2 "
    "antes:12 anume:80 ",
    "ao": " ao:10 aos:10 ", "ap": " apenas:2 apoi:80 apontar:10 aproximadamente:2 ",
    "aq": " aquel:2 aquela:10 aquelas:10 aquele:10 aqueles:10 aquellas:2 aquellos:2 "
    "aqui:12 aquilo:10 ",
    "ar": " ar:80 arada:100 are:80 arriba:2 ",
    "as": " as:94 asa:80 asemenea:80 assai:8 asta:80 astazi:80 astfel:80 asupra:80 ",
    "at": " atare:80 atat:80 atata:80 atatea:80 atatia:80 ati:80 atit:80 atita:80 "
    "atitea:80 atitia:80 atras:2 attendu:4 atunci:80 ",
    "au": " au:84 auch:1 aucun:4 aucuns:4 auf:1 aun:2 aunque:2 aura:4 aurai:4 auraient:4 "
    "aurais:4 aurait:4 auras:4 aurez:4 auriez:4 aurions:4 aurons:4 auront:4 aus:1 aussi:4 "
    "autre:4 autres:4 aux:4 ",
    "av": " avaient:4 avais:4 avait:4 avant:4 avea:80 avec:4 avem:80 avemmo:8 avendo:8 "
    "avere:8 avesse:8 avessero:8 avessi:8 avessimo:8 aveste:8 avesti:8 avete:8 aveva:8 "
    "avevamo:8 avevano:8 avevate:8 avevi:8 avevo:8 avez:4 aviez:4 avions:4 avoir:4 avons:4 "
    "avrai:8 avranno:8 avrebbe:8 avrebbero:8 avrei:8 avremmo:8 avremo:8 avreste:8 avresti:8 "
    "avrete:8 avut:80 avuta:8 avute:8 avuti:8 avuto:8 ",
    "ay": " ayant:4 ayer:2 ayez:4 aynen:100 ayons:4 ", "az": " az:100 azi:80 ", "b": " b:80 ",
    "ba": " ba:80 bajo:2 bana:100 bao:200 bardziej:40 bardzo:40 bari:100 bastante:2 bazen:100 ",
    "be": " bei:1 belki:100 bem:10 ben:128 benden:100 bene:8 beni:100 benim:100 beri:100 "
    "beriki:100 bez:40 ",
    "bi": " bien:6 bij:20 bile:100 bin:101 binaen:100 binaenaleyh:100 bine:80 bir:100 "
    "biraz:100 birazdan:100 birbiri:100 birden:100 birdenbire:100 biri:100 birice:100 "
    "birileri:100 birisi:100 birkez:100 birlikte:100 bis:1 bist:1 bitevi:100 biteviye:100 "
    "bittabi:100 biz:100 bizatihi:100 bizce:100 bizcileyin:100 bizden:100 bize:100 bizi:100 "
    "bizim:100 bizimki:100 bizzat:100 ",
    "bo": " bo:40 bom:10 bon:4 bowiem:40 ",
    "bu": " bu:100 buen:2 buena:2 buenas:2 bueno:2 buenos:2 buna:100 bunda:100 bundan:100 "
    "bunlar:100 bunu:100 bunun:100 buono:8 burada:100 buradan:100 ",
    "by": " by:40 byli:40 bym:40 bynajmniej:40 ", "c": " c:8c ",
    "ca": " ca:80 cada:12 cali:40 cam:80 caminho:10 cand:80 cao:200 capat:80 car:4 care:80 "
    "careia:80 carora:80 caruia:80 casi:2 cat:80 catre:80 ",
    "ce": " ce:84 cea:80 ceci:4 ceea:80 cei:80 ceilalti:80 cel:80 cela:4 cele:80 celor:80 "
    "cerca:2 ces:4 cet:4 cette:4 ceux:4 ceva:80 ",
    "ch": " cha:200 chaque:4 chce:40 che:8 chez:4 chi:8 chiar:80 cho:200 choa:200 ",
    "ci": " ci:cc ciebie:40 cierta:2 ciertas:2 cierto:2 ciertos:2 cima:10 cinco:2 cind:80 "
    "cine:80 cineva:80 cinque:8 cio:8 cit:80 cita:80 cite:80 citeva:80 citi:80 citiva:80 ",
    "co": " co:40 cogli:8 coi:8 cokolwiek:40 col:8 com:10 combien:4 come:8 comme:4 "
    "comment:4 como:12 comprare:8 comprido:10 con:20a concernant:4 conform:80 conhecido:10 "
    "conmigo:2 conocer:2 consecutivi:8 consecutivo:8 conseguimos:2 conseguir:2 considera:2 "
    "consigo:2 consigue:2 consiguen:2 consigues:2 contigo:2 contra:12 contre:4 contro:8 "
    "coraz:40 corrente:10 cosa:8 cosas:2 cosi:8 ",
    "cr": " creo:2 ",
    "cu": " cu:80 cual:2 cuales:2 cualquier:2 cuando:2 cuanto:2 cuatro:2 cuenta:2 cui:88 "
    "cuk:100 cum:80 cumva:80 ",
    "cz": " czasami:40 czasem:40 czego:40 czemu:40 czy:40 czyj:40 czyli:40 ", "d": " d:84 ",
    "da": " da:19b daar:20 daca:80 dado:2 dadurch:1 dagl:8 dagli:8 daha:100 daher:1 "
    "dahi:100 dahil:100 dahilen:100 dai:8 daima:100 dair:100 dal:8 daleko:40 dall:8 dalla:8 "
    "dalle:8 dallo:8 damit:1 dan:22 dann:1 dans:4 dar:82 darum:1 das:11 dass:1 dasselbe:1 "
    "dat:a0 dayanarak:100 dazu:1 ",
    "de": " de:1b6 deasupra:80 debaixo:10 debe:2 deben:2 debido:2 deci:80 decir:2 decit:80 "
    "dedans:4 defa:100 degl:8 degli:8 degraba:80 dehors:4 dei:8 dein:1 deine:1 deinem:1 "
    "deinen:1 deiner:1 deines:1 deja:80 dek:100 del:a dela:10 delas:10 dele:10 deles:10 "
    "dell:8 della:8 delle:8 dello:8 dem:1 demin:100 demincek:100 deminden:100 demselben:1 "
    "den:1 denli:100 denn:1 denselben:1 dentro:1a depois:10 depuis:4 der:21 derakap:100 "
    "derer:1 derhal:100 derken:100 derselbe:1 derselben:1 des:5 desde:12 deshalb:1 desi:80 "
    "desligado:10 despre:80 desselben:1 dessen:1 dessous:4 dessus:4 deux:4 devant:4 deve:18 "
    "devem:10 devers:4 devo:8 devrait:4 deze:20 ",
    "di": " di:8 diante:10 dice:2 dicen:2 dich:1 dicho:2 die:21 dieron:2 dies:1 diese:1 "
    "dieselbe:1 dieselben:1 diesem:1 diesen:1 dieser:1 dieses:1 diferente:2 diferentes:2 "
    "dijeron:2 dijo:2 din:80 dintr:80 dintre:80 dio:2 dir:1 dire:4 direita:10 dit:20 "
    "diye:100 diz:10 dizer:10 ",
    "dl": " dla:40 dlaczego:40 dlatego:40 ",
    "do": " do:250 doar:80 dobrze:40 doch:21 doen:20 dois:10 doit:4 doksan:100 dokuz:100 "
    "donc:4 donde:2 dont:4 door:20 dopo:8 doppio:8 dort:1 dos:16 dov:8 dove:8 ",
    "dr": " dr:40 droite:4 ",
    "du": " du:5 due:8 dupa:80 durant:4 durante:1a durch:1 dus:20 duy:200 ",
    "dw": " dwa:40 dwaj:40 dwie:40 dwoje:40 ", "dz": " dzisiaj:40 ", "e": " e:1a ",
    "ea": " ea:80 ", "eb": " ebbe:8 ebbero:8 ebbi:8 ", "ec": " ecco:8 ",
    "ed": " ed:8 edecek:100 eden:100 ederek:100 edilecek:100 ediliyor:100 edilmesi:100 "
    "ediyor:100 ",
    "ee": " een:20 eens:20 ", "eg": " egli:8 ",
    "ei": " ei:80 ein:1 eine:1 einem:1 einen:1 einer:1 eines:1 einig:1 einige:1 einigem:1 "
    "einigen:1 einiger:1 einiges:1 einmal:1 ",
    "ej": " ejemplo:2 ",
    "el": " el:82 ela:10 elas:10 elbet:100 elbette:100 ele:90 eles:10 ella:2 ellas:2 "
    "elle:4 elles:4 elli:100 ello:2 ellos:2 ",
    "em": " em:210 embargo:2 emme:100 empleais:2 emplean:2 emplear:2 empleas:2 empleo:2 ",
    "en": " en:126 encima:2 encore:4 encuentra:2 enikonu:100 enquanto:10 entonces:2 "
    "entre:16 envers:4 environ:4 ",
    "ep": " epey:100 epeyce:100 epeyi:100 ",
    "er": " er:21 era:9a erais:2 eram:10 eramos:2 eran:2 erano:8 eras:2 eravamo:8 "
    "eravate:8 eres:2 eri:8 ero:8 ",
    "es": " es:7 esa:2 esas:2 esasen:100 ese:2 eso:2 esos:2 essa:10 essai:4 essas:10 "
    "esse:10 essendo:8 essere:8 esses:10 est:4 esta:12 estaba:2 estabais:2 estaban:2 "
    "estabas:2 estad:2 estada:2 estadas:2 estado:12 estados:2 estais:2 estamos:12 estan:2 "
    "estando:2 estar:12 estaremos:2 estas:12 estava:10 estavam:10 este:92 esteja:10 "
    "estejam:10 estejamos:10 estemos:2 estes:10 esteve:10 estive:10 estivemos:10 estiver:10 "
    "estivera:10 estiveram:10 estiverem:10 estivermos:10 estivesse:10 estivessem:10 esto:2 "
    "estos:2 estou:10 estoy:2 estuve:2 estuviera:2 estuvierais:2 estuvieran:2 estuvieras:2 "
    "estuvieron:2 estuviese:2 estuvieseis:2 estuviesen:2 estuvieses:2 estuvimos:2 "
    "estuviste:2 estuvisteis:2 estuvo:2 ",
    "et": " et:4 etmesi:100 etti:100 etwas:1 ",
    "eu": " eu:94 euch:1 eue:4 euer:1 eues:4 eure:1 eurem:1 euren:1 eurent:4 eurer:1 "
    "eures:1 eus:4 eusse:4 eussent:4 eusses:4 eussiez:4 eussions:4 eut:4 eux:4 ",
    "ev": " evleviyetle:100 evvel:100 evvela:100 evvelce:100 evvelden:100 evvelemirde:100 "
    "evveli:100 ",
    "ex": " ex:2 exact:80 excepto:2 existe:2 existen:2 ", "f": " f:80 ",
    "fa": " faccia:8 facciamo:8 facciano:8 facciate:8 faccio:8 face:80 facemmo:8 facendo:8 "
    "facesse:8 facessero:8 facessi:8 facessimo:8 faceste:8 facesti:8 faceva:8 facevamo:8 "
    "facevano:8 facevate:8 facevi:8 facevo:8 fai:8 fais:4 fait:4 faites:4 fakat:100 fanno:8 "
    "fara:80 farai:8 faranno:8 fare:8 farebbe:8 farebbero:8 farei:8 faremmo:8 faremo:8 "
    "fareste:8 faresti:8 farete:8 fata:80 faz:10 fazer:10 fazia:10 ",
    "fe": " fece:8 fecero:8 feci:8 fel:80 fez:10 ",
    "fi": " fi:80 fie:80 filanca:100 fim:10 fin:2 fine:8 fino:8 ",
    "fo": " foarte:80 foi:10 fois:4 fomos:10 font:4 for:10 fora:10 foram:10 force:4 "
    "forem:10 formos:10 fosse:18 fossem:10 fossero:8 fossi:8 fossimo:8 fost:80 foste:8 "
    "fosti:8 ",
    "fr": " fra:8 ",
    "fu": " fu:8 fue:2 fuera:2 fuerais:2 fueran:2 fueras:2 fueron:2 fuese:2 fueseis:2 "
    "fuesen:2 fueses:2 fui:1a fuimos:2 fuiste:2 fuisteis:2 fummo:8 fuori:8 furent:4 "
    "furono:8 fus:4 fusse:4 fussent:4 fusses:4 fussiez:4 fussions:4 fut:4 ",
    "ga": " gah:100 gayet:100 gayetle:100 gayri:100 ",
    "gd": " gdy:40 gdyby:40 gdzie:40 gdziekolwiek:40 ",
    "ge": " ge:20 geaba:80 geen:20 gegen:1 gelgelelim:100 gene:100 gente:8 gerek:100 "
    "geweest:20 gewesen:1 ",
    "gi": " gia:8 gibi:100 gibilerden:100 gibisinden:100 gine:100 giu:8 ", "gl": " gli:8 ",
    "go": " go:40 godz:40 ", "gr": " gran:2 grande:8 grandes:2 ", "gu": " gueno:2 ", "h": " h:80 ",
    "ha": " ha:a haar:20 hab:41 habe:1 haben:1 haber:2 habida:2 habidas:2 habido:2 "
    "habidos:2 habiendo:2 habremos:2 hace:2 haceis:2 hacemos:2 hacen:2 hacer:2 hacerlo:2 "
    "haces:2 hacia:2 haciendo:2 had:20 hago:2 hai:8 haja:10 hajam:10 hajamos:10 hakeza:100 "
    "halbuki:100 halen:100 haliyle:100 han:2 handiyse:100 hangi:100 hangisi:100 hani:100 "
    "hanno:8 has:2 hasebiyle:100 hasta:2 hat:1 hatta:100 hatte:1 hatten:1 hattest:1 "
    "hattet:1 haut:4 havemos:10 havia:10 hay:202 haya:2 hayamos:2 hayan:2 hayas:2 ",
    "he": " he:2 heb:20 hebben:20 hecho:2 heeft:20 hei:10 hele:100 hem:120 hemos:2 hep:100 "
    "hepsi:100 her:100 herhangi:100 herkes:100 herkesin:100 het:20 ",
    "hi": " hicieron:2 hier:21 hij:20 hin:1 hinter:1 hizo:2 ",
    "ho": " ho:8 hoe:20 hoeveel:20 horas:10 hormis:4 hors:4 houve:10 houvemos:10 houver:10 "
    "houvera:10 houveram:10 houverei:10 houverem:10 houveremos:10 houveria:10 houveriam:10 "
    "houvermos:10 houvesse:10 houvessem:10 hoy:2 ",
    "hu": " hube:2 hubiera:2 hubierais:2 hubieran:2 hubieras:2 hubieron:2 hubiese:2 "
    "hubieseis:2 hubiesen:2 hubieses:2 hubimos:2 hubiste:2 hubisteis:2 hubo:2 hulasaten:100 "
    "hun:20 ",
    "i": " i:c8 ", "ia": " ia:80 iar:80 ", "ic": " ich:41 ici:4 ", "ie": " iemand:20 iets:20 ",
    "ig": " igual:2 ", "ih": " ihm:1 ihn:1 ihnen:1 ihr:1 ihre:1 ihrem:1 ihren:1 ihrer:1 ihres:1 ",
    "ii": " ii:c0 iii:40 ", "ik": " ik:20 iken:100 iki:100 ",
    "il": " il:8c ila:100 ile:140 ilen:100 ilgili:100 ilk:100 illa:100 illaki:100 ils:4 ",
    "im": " im:41 imdi:100 imi:80 ",
    "in": " in:a9 inainte:80 inapoi:80 inca:80 incit:80 incluso:2 indem:1 indietro:8 "
    "indinde:100 inen:100 iniciar:10 inicio:10 inna:40 inne:40 inny:40 innych:40 ins:1 "
    "insa:80 insermi:100 intenta:2 intentais:2 intentamos:2 intentan:2 intentar:2 "
    "intentas:2 intento:2 intr:80 intre:80 invece:8 ",
    "io": " io:8 ", "ir": " ir:12 ",
    "is": " is:20 ise:100 isi:80 isso:10 ist:1 ista:10 iste:10 ister:100 isto:10 ",
    "it": " iti:80 itibaren:100 itibariyle:100 ", "iv": " iv:40 ", "ix": " ix:40 ",
    "iy": " iyi:100 iyice:100 iyicene:100 ", "j": " j:84 ",
    "ja": " ja:61 jak:40 jaka:40 jakby:40 jaki:40 jakie:40 jakkolwiek:40 jako:40 ",
    "je": " je:64 jede:1 jedem:1 jeden:41 jeder:1 jedes:1 jedna:40 jednak:40 jedno:40 "
    "jednym:40 jedynie:40 jego:40 jej:40 jemu:40 jene:1 jenem:1 jenen:1 jener:1 jenes:1 "
    "jest:40 jestem:40 jeszcze:40 jetzt:1 ",
    "ju": " junto:2 jusque:4 juste:4 ", "k": " k:80 ",
    "ka": " kadar:100 kaffesi:100 kah:100 kala:100 kan:20 kann:1 kannst:1 katrilyon:100 "
    "kaynak:100 ",
    "ke": " kein:1 keine:1 keinem:1 keinen:1 keiner:1 keines:1 kelli:100 kendi:100 "
    "kendilerine:100 kendini:100 kendisi:100 kendisine:100 kendisini:100 kere:100 kez:100 "
    "keza:100 kezalik:100 ",
    "kh": " khi:200 ",
    "ki": " ki:100 kiedy:40 kierunku:40 kilka:40 kilku:40 kim:100 kimden:100 kime:100 "
    "kimi:100 kimin:100 kimisi:100 kimse:100 kimsecik:100 kimsecikler:100 ",
    "ko": " kogo:40 kon:20 ", "kt": " kto:40 ktokolwiek:40 ", "ku": " ku:40 kunnen:20 ",
    "l": " l:8c ", "la": " la:8e lado:2 lakin:100 largo:2 las:2 lat:40 ",
    "le": " le:8e lecz:40 leh:100 lei:8 les:6 leur:4 leurs:4 ", "lh": " lhe:10 lhes:10 ",
    "li": " li:88 ligado:10 ", "ll": " lleva:2 llevar:2 ",
    "lo": " lo:a lor:80 loro:8 lors:4 los:2 ", "lu": " lub:40 luego:2 lugar:2 lui:8c lungo:8 ",
    "m": " m:84 ",
    "ma": " ma:cc maada:100 maar:20 machen:1 madem:100 mademki:100 maggior:8 mai:88 "
    "maintenant:4 maioria:10 maiorias:10 mais:14 malgrado:8 mam:40 mamafih:100 mamy:40 "
    "man:1 manche:1 manchem:1 manchen:1 mancher:1 manches:1 manera:2 mare:80 mas:10 mayor:2 "
    "",
    "me": " me:3e mebni:100 mediante:12 meer:20 meglio:8 mein:1 meine:1 meinem:1 meinen:1 "
    "meiner:1 meines:1 mejor:2 men:20 menos:12 mes:4 mesmo:10 met:20 meu:10 meus:10 ",
    "mg": " mgr:40 ",
    "mi": " mi:ca mia:8 mich:1 mie:8 miei:8 mientras:2 mij:20 mijn:20 milyar:100 "
    "milyon:100 mimo:40 mine:4 minha:10 minhas:10 mio:a mir:1 mis:2 misma:2 mismas:2 "
    "mismo:2 mismos:2 mit:1 ",
    "mn": " mnie:40 ",
    "mo": " mod:80 modo:2 moet:20 moi:44 moim:40 moins:4 moja:40 moje:40 molta:8 molti:8 "
    "molto:8 momento:2 mon:4 mot:4 moyennant:4 ",
    "mu": " mu:140 mucha:2 muchas:2 mucho:2 muchos:2 muito:10 muitos:10 mult:80 multa:80 "
    "multe:80 multi:80 musi:40 muss:1 musst:1 musste:1 muy:2 ",
    "my": " my:40 ", "n": " n:84 ",
    "na": " na:70 naar:20 nach:1 nachdem:1 nad:40 nada:2 nadie:2 nam:40 nami:40 nas:50 "
    "nasi:40 nasz:40 nasza:40 nasze:40 naszego:40 naszych:40 natomiast:40 natychmiast:40 "
    "nawet:40 nazaran:100 ",
    "ne": " ne:18c neden:100 nedeniyle:100 nedenle:100 nedense:100 nedir:100 negl:8 "
    "negli:8 nei:8 nein:1 nel:8 nell:8 nella:8 nelle:8 nello:8 nem:10 nerde:100 nerden:100 "
    "nerdeyse:100 nere:100 nerede:100 nereden:100 neredeyse:100 neresi:100 nereye:100 "
    "netekim:100 neye:100 neyi:100 neyse:100 ",
    "ng": " ngay:200 nghen:200 ", "nh": " nhau:200 ",
    "ni": " ni:86 nic:40 nice:100 nich:40 nicht:1 nichts:1 nici:80 niciodata:80 nie:40 "
    "niech:40 niego:40 niej:40 niemu:40 niet:20 niets:20 nigdy:40 nihayet:100 "
    "nihayetinde:100 nim:40 nimeni:80 nimi:40 nimic:80 ninguna:2 ningunas:2 ninguno:2 "
    "ningunos:2 niste:80 nitekim:100 niye:100 ",
    "no": " no:5a noch:1 nog:20 noi:88 nome:18 non:8 nonostante:8 nos:16 nosotras:2 "
    "nosotros:2 nossa:10 nossas:10 nosso:10 nossos:10 nostra:8 nostre:8 nostri:88 nostro:8 "
    "notre:4 nou:80 noua:80 nous:4 nouveau:4 nouveaux:4 nove:8 novo:10 nowe:40 ",
    "np": " np:40 ", "nr": " nr:40 ",
    "nu": " nu:a0 nuestra:2 nuestras:2 nuestro:2 nuestros:2 nueva:2 nuevas:2 nuevo:2 "
    "nuevos:2 num:10 numa:10 numai:80 nun:1 nunca:2 nuovi:8 nuovo:8 nur:1 ",
    "o": " o:1da ", "ob": " ob:1 obok:40 ", "oc": " ocho:2 ", "od": " od:40 oder:1 ",
    "of": " of:20 ", "og": " ogni:8 ", "oh": " ohne:1 ", "ok": " ok:40 ",
    "ol": " olan:100 olarak:100 oldu:100 olmak:100 olmayan:100 olmaz:100 olsa:100 "
    "olsun:100 oltre:8 olup:100 olur:100 olursa:100 oluyor:100 ",
    "om": " om:20 omdat:20 ",
    "on": " on:144 ona:140 onca:100 onda:100 ondan:100 onde:10 onder:20 one:40 oni:40 "
    "onlar:100 onlardan:100 onlari:100 ono:40 ons:20 ont:4 onu:100 onun:100 ",
    "oo": " ook:20 ", "op": " op:20 ",
    "or": " or:80 ora:8 orada:100 oradan:100 oranca:100 oranla:100 oraya:100 oraz:40 "
    "ori:80 orice:80 oricum:80 ",
    "os": " os:12 ", "ot": " oto:40 otra:2 otras:2 otro:2 otros:2 otto:8 otuz:100 ",
    "ou": " ou:14 outre:4 outro:10 ", "ov": " over:20 ", "ow": " owszem:40 ",
    "oy": " oysa:100 oysaki:100 ", "p": " p:80 ",
    "pa": " pai:80 pan:40 pana:40 pani:40 par:4 para:12 parca:80 parce:4 parece:2 parmi:4 "
    "parole:4 parte:12 partir:2 pas:4 pasada:2 pasado:2 ",
    "pe": " pe:80 pegar:10 peggio:8 pek:100 pekala:100 peki:100 pela:10 pelas:10 pelo:10 "
    "pelos:10 pendant:4 pentru:80 per:8 perante:10 perche:8 pero:a persone:8 personne:4 "
    "personnes:4 pesar:2 peste:80 peu:4 peut:4 peyderpey:100 ",
    "ph": " pho:200 ", "pi": " pina:80 piu:8 ",
    "pl": " pl:40 plein:4 plupart:4 plus:84 plusieurs:4 ",
    "po": " po:40 poca:2 pocas:2 poco:a pocos:2 pod:40 podczas:40 pode:10 podeis:2 "
    "podemos:2 poder:2 podia:10 podria:2 podriais:2 podriamos:2 podrian:2 podrias:2 poi:8 "
    "pomimo:40 ponad:40 poner:2 por:12 porque:12 posible:2 pour:4 pourquoi:4 povo:10 "
    "powinien:40 powinna:40 powinni:40 powinno:40 poza:40 ",
    "pr": " prawie:40 prea:80 primer:2 primera:2 primero:2 primeros:2 primo:8 prin:80 "
    "principalmente:2 prof:40 promeiro:10 promesso:8 propia:2 propias:2 propio:2 propios:2 "
    "przed:40 przede:40 przedtem:40 przez:40 przy:40 ",
    "pu": " pudo:2 pueda:2 puede:2 pueden:2 puedo:2 pues:2 puis:4 puo:8 putini:80 ",
    "qu": " qu:4 qua:208 quais:10 qual:18 qualche:8 qualcuno:8 quale:8 quali:8 qualquer:10 "
    "quand:4 quando:18 quanta:18 quantas:10 quante:8 quanti:8 quanto:18 quantos:10 quarto:8 "
    "quasi:8 quattro:8 que:16 quel:4 quella:8 quelle:c quelles:4 quelli:8 quello:8 quels:4 "
    "quem:10 queremos:2 questa:8 queste:8 questi:8 questo:8 qui:c quien:2 quienes:2 "
    "quiere:2 quieto:10 quindi:8 quinto:8 quoi:4 ",
    "r": " r:80 ", "ra": " ra:200 raz:40 razie:40 ",
    "re": " realizado:2 realizar:2 reeds:20 respecto:2 ", "ri": " rispetto:8 ", "ro": " roku:40 ",
    "s": " s:84 ",
    "sa": " sa:84 sabe:2 sabeis:2 sabemos:2 saben:2 saber:12 sabes:2 sadece:100 sahi:100 "
    "sahiden:100 sai:80 sale:80 salvo:a sam:40 sama:40 sana:100 sanki:100 sans:4 sao:200 "
    "sara:8 sarai:8 saranno:8 sarebbe:8 sarebbero:8 sarei:8 saremmo:8 saremo:8 sareste:8 "
    "saresti:8 sarete:8 sau:280 sauf:4 ",
    "se": " se:9e sea:2 seamos:2 sean:2 seas:2 secondo:8 segunda:2 segundo:12 sehr:1 sei:8 "
    "seid:1 sein:1 seine:1 seinem:1 seinen:1 seiner:1 seines:1 seis:2 seja:10 sejam:10 "
    "sejamos:10 sekiz:100 seksen:100 selbst:1 selon:4 sem:10 sembra:8 sembrava:8 sempre:8 "
    "sen:100 senden:100 seni:100 senin:100 senza:8 ser:12 sera:4 serai:4 seraient:4 "
    "serais:4 serait:4 seras:4 serei:10 seremos:12 serez:4 seria:10 seriam:10 seriez:4 "
    "serions:4 serons:4 seront:4 ses:4 sette:8 seu:10 seulement:4 seus:10 ",
    "si": " si:8e sia:8 siamo:8 siano:8 siate:8 sich:1 sido:2 sie:1 siempre:2 sien:4 "
    "siendo:2 siete:a sigue:2 siguiente:2 sin:2 sind:1 sino:2 sint:80 sintem:80 siz:100 "
    "sizden:100 sizi:100 sizin:100 ",
    "so": " so:201 sob:10 sobie:40 sobre:12 soi:4 soient:4 sois:6 soit:4 sola:2 "
    "solamente:2 solas:2 solche:1 solchem:1 solchen:1 solcher:1 solches:1 soll:1 sollen:1 "
    "sollst:1 sollt:1 sollte:1 solo:a solos:2 somente:10 sommes:4 somos:12 son:6 sondern:1 "
    "sono:8 sonra:100 sonradan:100 sonst:1 sont:4 sonunda:100 sopra:8 soprattutto:8 sotto:8 "
    "sou:10 sous:4 soweit:1 sowie:1 soy:2 soyez:4 soyons:4 ",
    "sp": " spre:80 ",
    "st": " sta:8 stai:8 stando:8 stanno:8 starai:8 staranno:8 starebbe:8 starebbero:8 "
    "starei:8 staremmo:8 staremo:8 stareste:8 staresti:8 starete:8 stati:8 stato:8 stava:8 "
    "stavamo:8 stavano:8 stavate:8 stavi:8 stavo:8 stemmo:8 stesse:8 stessero:8 stessi:8 "
    "stessimo:8 stesso:8 steste:8 stesti:8 stette:8 stettero:8 stetti:8 stia:8 stiamo:8 "
    "stiano:8 stiate:8 sto:8 ",
    "su": " su:a sua:18 suas:10 sub:80 subito:8 sue:8 sugl:8 sugli:8 sui:8 suis:4 "
    "suivant:4 sujet:4 sul:8 sull:8 sulla:8 sulle:8 sullo:8 sunt:80 suntem:80 suo:8 suoi:8 "
    "sur:4 sus:82 suya:2 suyas:2 suyo:2 suyos:2 ",
    "sw": " swoje:40 ", "t": " t:84 ",
    "ta": " ta:44 tabii:100 tak:40 taka:40 taki:40 takich:40 takie:40 tal:12 tam:140 "
    "tamam:100 tamamen:100 tampoco:2 tan:2 tandis:4 tanh:200 tanto:a ",
    "te": " te:fe tegen:20 tego:40 tej:40 tek:100 tel:40 tellement:4 tels:4 tem:10 "
    "temos:10 tempo:10 temu:40 ten:40 tendremos:2 tened:2 teneis:2 tenemos:2 tener:2 "
    "tenga:2 tengamos:2 tengan:2 tengas:2 tengo:2 tenha:10 tenham:10 tenhamos:10 tenho:10 "
    "tenida:2 tenidas:2 tenido:2 tenidos:2 teniendo:2 tentar:10 tentaram:10 tente:10 "
    "tentei:10 ter:10 teraz:40 tercera:2 terei:10 teremos:10 teria:10 teriam:10 terzo:8 "
    "tes:4 teu:10 teus:10 teve:10 ",
    "th": " thanh:200 theo:200 ",
    "ti": " ti:8a tiempo:2 tiene:2 tienen:2 tienes:2 tinha:10 tinham:10 tipo:10 tive:10 "
    "tivemos:10 tiver:10 tivera:10 tiveram:10 tiverem:10 tivermos:10 tivesse:10 tivessem:10 "
    "",
    "to": " to:40 toata:80 toate:80 tobie:40 toch:20 tocmai:80 toda:2 todas:2 todo:2 "
    "todos:12 toen:20 toi:4 ton:4 tot:a0 total:2 toti:80 totul:80 totusi:80 touchant:4 "
    "tous:4 tout:4 toutes:4 ",
    "tr": " tra:8 trabaja:2 trabajais:2 trabajamos:2 trabajan:2 trabajar:2 trabajas:2 "
    "trabajo:2 trabalhar:10 trabalho:10 tranne:8 tras:2 trata:2 tre:8 tres:2 trilyon:100 "
    "triplo:8 trong:200 trop:4 trzeba:40 ",
    "tu": " tu:de tua:18 tuas:10 tue:8 tuo:8 tuoi:8 tus:2 tutaj:40 tutta:8 tutte:8 tutti:8 "
    "tutto:8 tuturor:80 tuve:2 tuviera:2 tuvierais:2 tuvieran:2 tuvieras:2 tuvieron:2 "
    "tuviese:2 tuvieseis:2 tuviesen:2 tuvieses:2 tuvimos:2 tuviste:2 tuvisteis:2 tuvo:2 "
    "tuy:200 tuya:2 tuyas:2 tuyo:2 tuyos:2 ",
    "tw": " twoi:40 twoim:40 twoja:40 twoje:40 twym:40 ",
    "ty": " ty:40 tych:40 tylko:40 tym:40 tys:40 ", "tz": " tzw:40 ", "u": " u:e0 ",
    "ui": " uit:20 ", "ul": " ul:c0 ultimo:a ului:80 ", "um": " um:11 uma:10 umas:10 ",
    "un": " un:8e una:8a unas:2 und:1 unde:80 une:4 unei:80 unele:80 uneori:80 unii:80 "
    "uno:a unor:80 unos:2 uns:11 unser:1 unsere:1 unserer:1 unter:1 unui:80 unul:80 ",
    "us": " usa:12 usais:2 usamos:2 usan:2 usar:12 usas:2 uso:2 usted:2 ", "uw": " uw:20 ",
    "v": " v:80 ",
    "va": " va:8a vai:8 vais:2 valeur:4 valor:12 vamos:2 van:22 var:100 varias:2 varios:2 vaya:2 ",
    "ve": " ve:100 veces:2 veel:20 veja:10 velev:100 veo:200 ver:12 verdad:2 verdade:10 "
    "verdadeiro:10 verdadera:2 verdadero:2 vers:4 verso:8 veya:100 veyahut:100 vez:2 ",
    "vi": " vi:48 via:4 viel:1 vii:40 viii:40 ",
    "vo": " voi:88 voici:4 voie:4 voient:4 vol:40 volte:8 vom:81 von:1 vont:4 voor:20 "
    "vor:81 vos:14 vosotras:2 vosotros:2 vostra:8 vostre:8 vostri:8 vostro:8 votre:4 vous:4 "
    "voy:2 ",
    "vr": " vreo:80 vreun:80 ", "vu": " vu:4 vuestra:2 vuestras:2 vuestro:2 vuestros:2 ",
    "w": " w:40 ",
    "wa": " waar:20 waarom:20 wam:40 wami:40 wann:1 wanneer:20 want:20 war:1 waren:21 "
    "warst:1 warum:1 was:61 wasi:40 wasz:40 wasza:40 wasze:40 wat:20 ",
    "we": " we:60 weg:1 weil:1 weiter:1 weitere:1 wel:20 welche:1 welchem:1 welchen:1 "
    "welcher:1 welches:1 welk:20 welke:20 wem:1 wen:1 wenn:1 wer:1 werd:20 werde:1 werden:1 "
    "werdet:1 weshalb:1 wezen:20 ",
    "wi": " wie:61 wieder:1 wiele:40 wielu:40 wiens:20 wieso:1 wieviel:1 wij:20 wil:20 "
    "will:1 wir:1 wird:1 wirst:1 ",
    "wo": " wo:1 woher:1 wohin:1 wollen:1 wollte:1 worden:20 wordt:20 ",
    "ws": " wszyscy:40 wszystkich:40 wszystkie:40 wszystkim:40 wszystko:40 ", "wt": " wtedy:40 ",
    "ww": " www:40 ", "wy": " wy:40 ", "xi": " xi:40 xii:40 xiii:40 xiv:40 ", "xv": " xv:40 ",
    "y": " y:6 ", "ya": " ya:102 yahut:100 yakinen:100 yani:100 yapacak:100 yapmak:100 ",
    "ye": " yedi:100 yeniden:100 yenilerde:100 yerine:100 ", "yi": " yine:100 yirmi:100 ",
    "yo": " yo:2 yok:100 yoksa:100 yoluyla:100 ", "z": " z:40 ",
    "za": " za:40 zal:20 zapewne:40 zaten:100 zati:100 zawsze:40 ",
    "ze": " ze:60 zei:20 zelf:20 zeznowu:40 ", "zi": " zich:20 zij:20 zijn:20 zira:100 ",
    "zn": " znowu:40 ", "zo": " zo:20 zonder:20 zou:20 ", "zu": " zu:1 zum:1 zur:1 ",
    "zw": " zwar:1 zwischen:1 ",
}
# fmt: on
"""` word:languages ` in hexadecimal, by its first two letters: nothing is built at import."""
