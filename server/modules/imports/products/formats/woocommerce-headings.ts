import type { TableRow } from '#server/platform/table-files/table.ts'

// WooCommerce writes its headings in the language of the shop. These are those of its translations into German, French, Spanish,
// Portuguese, Italian, Dutch, Russian and Polish, older wordings included. Source: https://translate.wordpress.org/projects/wp-plugins/woocommerce/
const translations: Readonly<Record<string, readonly string[]>> = {
  ID: ['ID'],
  Type: ['Typ', 'Type', 'Tipo', 'Тип'],
  SKU: ['Artikelnummer', 'UGS', 'COD', 'REF', 'Артикул'],
  'GTIN, UPC, EAN, or ISBN': [
    'GTIN, UPC, EAN oder ISBN',
    'GTIN, UPC, EAN ou ISBN',
    'GTIN, UPC, EAN o ISBN',
    'GTIN, UPC, EAN of ISBN',
    'GTIN, UPC, EAN или ISBN',
    'GTIN, UPC, EAN lub ISBN',
  ],
  Name: ['Name', 'Nom', 'Nombre', 'Nome', 'Naam', 'Имя', 'Название', 'Наименование', 'Nazwa'],
  Published: [
    'Veröffentlicht',
    'Publié',
    'Publicado',
    'Pubblicato',
    'Gepubliceerd',
    'Опубликован',
    'Опубликовано',
    'Opublikowano',
    'Opublikowane',
  ],
  'Is featured?': [
    'Ist hervorgehoben?',
    'Empfohlen?',
    'Mis en avant ?',
    '¿Está destacado?',
    'Em destaque?',
    'É destaque?',
    'In primo piano?',
    'Uitgelicht?',
    'рекомендуемый?',
    'Рекомендуемый?',
    'Wyróżniony produkt?',
    'Wyróżnione?',
  ],
  'Visibility in catalog': [
    'Sichtbarkeit im Katalog',
    'Visibilité dans le catalogue',
    'Visibilidad en el catálogo',
    'Visibilidade no catálogo',
    'Visibilità nel catalogo',
    'Zichtbaarheid in catalogus',
    'Видимость в каталоге',
    'Widoczność w katalogu',
  ],
  'Short description': [
    'Kurzbeschreibung',
    'Description courte',
    'Descripción corta',
    'Descrição curta',
    'Breve descrizione',
    'Korte omschrijving',
    'Korte beschrijving',
    'Короткое описание',
    'Краткое описание',
    'Krótki opis',
  ],
  Description: [
    'Beschreibung',
    'Description',
    'Descripción',
    'Descrição',
    'Descrizione',
    'Beschrijving',
    'Описание',
    'Opis',
  ],
  'Date sale price starts': [
    'Datum, an dem Angebotspreis beginnt',
    'Angebotspreis gültig ab',
    'Date de début de promo',
    'Día en que empieza el precio rebajado',
    'Data de preço promocional começa em',
    'Data em que o preço promocional começa',
    'Data di inizio del prezzo in offerta',
    'Data di inizio dello sconto',
    'Startdatum actieprijs',
    'Дата начала действия цены распродажи',
    'Дата начала действия продажной цены',
    'Data rozpoczęcia promocji',
  ],
  'Date sale price ends': [
    'Datum, an dem Angebotspreis endet',
    'Angebotspreis gültig bis',
    'Date de fin de promo',
    'Día en que termina el precio rebajado',
    'Data de preço promocional termina em',
    'Data em que o preço promocional termina',
    'Data di fine del prezzo in offerta',
    'Data di fine dello sconto',
    'Einddatum actieprijs',
    'Дата окончания действия цены распродажи',
    'Дата окончания действия продажной цены',
    'Data zakończenia promocji',
  ],
  'Tax status': [
    'Steuerstatus',
    'État de la TVA',
    'Statut fiscal',
    'Estado del impuesto',
    'Status do imposto',
    'Stato delle imposte',
    'Btw status',
    'Belastingstatus',
    'Статус налога',
    'Status podatku',
  ],
  'Tax class': [
    'Steuerklasse',
    'Classe de TVA',
    'Classe TVA',
    'Clase de impuesto',
    'Classe de imposto',
    'Aliquota di imposta',
    'Belastingklasse',
    'Налоговый класс',
    'Класс налога',
    'Klasa podatkowa',
  ],
  'In stock?': [
    'Vorrätig?',
    'Auf Lager?',
    'En stock ?',
    'En inventaire?',
    '¿En inventario?',
    '¿Existencias?',
    'Em estoque?',
    'Em stock?',
    'In stock?',
    'Op voorraad?',
    'В наличии?',
    'W magazynie?',
    'Na stanie?',
  ],
  Stock: [
    'Lager',
    'Lagerbestand',
    'Bestand',
    'Stock',
    'Inventaire',
    'Inventario',
    'Estoque',
    'Magazzino',
    'Voorraad',
    'Запасы',
    'Stan magazynowy',
  ],
  'Backorders allowed?': [
    'Lieferrückstand erlaubt?',
    'Nachbestellungen erlaubt?',
    'Lieferrückstände erlaubt?',
    'Autoriser les commandes de produits en rupture ?',
    '¿Permitir reservas de productos agotados?',
    'São permitidas encomendas?',
    'Permitir encomendas?',
    'Abilita gli ordini arretrati?',
    'Nabestellingen toestaan?',
    'Задержанный заказ возможен?',
    'Возможен ли предзаказ?',
    'Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?',
    'Zamówienia oczekujące?',
  ],
  'Sale price': [
    'Angebotspreis',
    'Tarif promo',
    'Prix promo',
    'Precio rebajado',
    'Preço promocional',
    'Prezzo in offerta',
    'Prezzo scontato',
    'Actieprijs',
    'Aanbiedingsprijs',
    'Акционная цена',
    'Цена распродажи',
    'Cena promocyjna',
  ],
  'Regular price': [
    'Regulärer Preis',
    'Normaler Preis',
    'Tarif régulier',
    'Prix régulier',
    'Precio normal',
    'Preço',
    'Preço normal',
    'Preço regular',
    'Prezzo di listino',
    'Prezzo regolare',
    'Reguliere prijs',
    'Normale prijs',
    'Базовая цена',
    'Обычная цена',
    'Cena',
    'Cena regularna',
  ],
  Categories: [
    'Kategorien',
    'Catégories',
    'Categorías',
    'Categorias',
    'Categorie',
    'Categorieën',
    'Категории',
    'Kategorie',
  ],
  Tags: ['Schlagwörter', 'Étiquettes', 'Etiquetas', 'Tag', 'Tags', 'Метки', 'Tagi', 'Znaczniki'],
  Images: [
    'Bilder',
    'Images',
    'Imágenes',
    'Imagens',
    'Immagine',
    'Immagini',
    'Afbeeldingen',
    'Изображения',
    'Obrazki',
    'Obrazy',
  ],
  Parent: [
    'Übergeordnet',
    'Übergeordnetes Produkt',
    'Parent',
    'Superior',
    'Ascendente',
    'Pai',
    'Genitore',
    'Hoofd',
    'Родительский',
    'Родитель',
    'Element nadrzędny',
    'Nadrzędny',
  ],
  Brands: ['Marken', 'Marques', 'Marcas', 'Marchi', 'Marche', 'Merken', 'Бренды', 'Marki'],
  Slug: [],
  MPN: [],
  'Cost of goods': [],
}

const canonical = new Map(
  Object.entries(translations).flatMap(([heading, others]) =>
    [heading, ...others].map((one) => [keyOf(one), heading] as const),
  ),
)

/** Spaces before a question mark and typographic apostrophes differ between versions. */
function keyOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[\s\u00a0\u202f]+/gu, ' ')
    .replaceAll('’', "'")
    .replace(/ \?$/, '?')
    .trim()
}

const weight = /^(?:weight|gewicht|poids|peso|вес|waga) \((\p{L}+)\)$/iu
const attribute = /attribut|atribut|eigensch|аттрибут|атрибут|atrybut/i
const attributeName = /\bname\b|\bnom\b|nombre|nome|\bnaam\b|имя|название|nazwa/iu
const attributeValues = /value|\bwert|valeur|valor|valuta|waarde|значени|warto/iu
const attributeRest =
  /visible|sichtbar|visib|visí|zichtba|видим|widoczn|global|глобальн|default|standard|défaut|defecto|padrão|predefin|standaard|по умолч|domyśln/iu

/** The English heading of one that WooCommerce writes; undefined for any other. */
export function englishHeading(heading: string): string | undefined {
  const known = canonical.get(keyOf(heading))
  if (known !== undefined) return known
  const [, unit] = weight.exec(heading.trim()) ?? []
  if (unit !== undefined) return `Weight (${unit === 'кг' ? 'kg' : unit})`
  const [number] = /\d+/.exec(heading) ?? []
  if (number === undefined || !attribute.test(heading)) return undefined
  // "Valeur(s) de l’attribut 1" has no name, and "Имя атрибута 1" no value; "Attribut 1 sichtbar" has neither.
  if (attributeValues.test(heading)) return `Attribute ${number} value(s)`
  if (attributeRest.test(heading)) return undefined
  return attributeName.test(heading) ? `Attribute ${number} name` : undefined
}

/** The row with English headings. Others stay as they are. */
export function withEnglishHeadings(row: TableRow): TableRow {
  return {
    ...row,
    cells: Object.fromEntries(Object.entries(row.cells).map(([heading, cell]) => [englishOf(heading), cell])),
  }
}

const known = new Map<string, string>()

/** As `englishHeading`, remembered: a file has the same headings on each row. */
function englishOf(heading: string): string {
  const found = known.get(heading)
  if (found !== undefined) return found
  const english = englishHeading(heading) ?? heading
  if (known.size < 2000) known.set(heading, english)
  return english
}
