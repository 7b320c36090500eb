import type { Language } from './language.ts'

/**
 * Words that shoppers write around what they look for, in the form of `searchKey`. They count a tenth of other words, and no
 * product needs them. Those of other languages in the English list name nothing in English. A language of its own needs no
 * English list: "sale" is salt in Italian, and "kind" a child in German.
 */
const lists: Record<Language, string> = {
  en:
    'kind kinds type types sort sorts variety varieties style styles show find search searching look looking need needs want ' +
    'wanted buy buying purchase get give please idea ideas cheap cheapest cheaper best good nice great top price prices cost ' +
    'shop store online sale deal deals any all every everything some something anything what where which how much many have ' +
    'has available recommend recommended suitable ones thing things stuff etc called that this these ' +
    'der das den dem und mit fur fuer eine einen einer ein le les une des du et avec pour el los las un una y para con com uma ' +
    'dos gli della del dei di ke ka ki wala wali',
  de:
    'der die das den dem des ein eine einen einem einer und mit fur von zum zur ich wir suche suchen gesucht brauche mochte ' +
    'zeig zeige finde finden kaufen bestellen bitte gunstig gunstige gunstiger gunstigste billig billige gut gute guter gutes ' +
    'beste bester bestes schone schoner schones preis preise angebot angebote sale online shop welche welcher welches was wo wie ' +
    'viel alle alles arten sorten etwas',
  fr:
    'le la les un une des du de et ou avec pour je cherche chercher recherche trouver voudrais veux besoin acheter achat montrez ' +
    'svp pas cher chere moins bon bonne meilleur meilleure meilleurs beau belle prix promo promotion promotions solde soldes ' +
    'boutique ligne quel quelle quels quelles tous toutes tout genre genres sorte sortes',
  es:
    'el la los las un una unos unas de del y o con para busco buscar quiero necesito encontrar comprar compra muestra mostrar ' +
    'favor barato barata baratos baratas bueno buena buenos buenas mejor mejores bonito bonita precio precios oferta ofertas ' +
    'rebajas tienda online que cual cuales donde todo todos todas tipo tipos clase clases algun alguna',
  pt:
    'o a os as um uma de do da dos das e ou com para procuro procurar quero preciso encontrar comprar compra mostrar favor ' +
    'barato barata baratos baratas bom boa bons boas melhor melhores bonito bonita preco precos oferta ofertas promocao ' +
    'promocoes loja online que qual quais onde todo todos todas tipo tipos algum alguma',
  it:
    'il lo la i gli le un uno una di del della dei delle e o con per cerco cercare voglio vorrei trovare comprare acquistare ' +
    'acquisto mostra favore economico economica economici economiche buono buona buoni buone migliore migliori bello bella ' +
    'prezzo prezzi offerta offerte sconto sconti saldi negozio online quale quali dove tutto tutti tutte tipo tipi qualche',
  nl:
    'de het een en of van voor met ik zoek zoeken wil vinden kopen koop bestellen laat zien graag goedkoop goedkope goedkoopste ' +
    'goed goede beste mooi mooie prijs prijzen aanbieding aanbiedingen korting winkel online welke wat waar alle alles soort ' +
    'soorten',
  hi:
    'kind kinds type types show find search need want buy please cheap cheapest best good nice price prices shop store online ' +
    'sale any all some ke ka ki ko mein aur liye wala wale wali chahiye dikhao sasta saste sasti accha acche acchi ' +
    'का की के को में से और लिए वाला वाले वाली चाहिए दिखाओ दिखाएं दिखाइए खरीदना खरीदें सस्ता सस्ते सस्ती अच्छा अच्छे अच्छी बढिया कीमत दाम ' +
    'कोई सभी कुछ प्रकार तरह',
}

const chatter = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Abbreviations of units. Documents have them with their number: "cm" alone is rare, and says little. */
const units = new Set('in inch inches ft yd mm cm gal qt oz lb lbs kg ml sq pk pc pcs ct'.split(' '))

/** Whether the word, in the form of `searchKey`, says nothing about the product. */
export const isChatter = (word: string, language: Language): boolean =>
  units.has(word) || (chatter.get(language)?.has(word) ?? false)
