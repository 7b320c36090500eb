import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { countWords, indexDue, searchProducts } from '../index.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

const names = new Map<number, string>()

/** Adds a shop with these products, and returns its search: the names found, and the corrected text. */
async function openShop(shopId: number, locale: string, products: readonly string[]) {
  await sql`insert into shop (config_id, name, locale) values (${shopId}, ${locale}, ${locale})`.execute(db)
  await sql`insert into category (config_id, id, name, slug) values (${shopId}, ${shopId}, 'Tassen', 'tassen')`.execute(
    db,
  )
  const { rows } = await sql<{ id: number; name: string }>`
    insert into product (config_id, category_id, name, slug)
    select ${shopId}, ${shopId}, name, 'p-' || ${shopId}::int || '-' || place
    from unnest(${products}::text[]) with ordinality p (name, place) returning id, name`.execute(db)
  for (const { id, name } of rows) names.set(id, name)
  await countWords(db, shopId)
}

async function search(shopId: number, q: string) {
  const { ids, correctedQuery } = await searchProducts(db, shopId, q)
  return { first: names.get(ids[0] ?? 0), count: ids.length, correctedQuery }
}

const shops = {
  de: 101,
  fr: 102,
  es: 103,
  pt: 104,
  it: 105,
  nl: 106,
  hi: 107,
}

beforeAll(async () => {
  await openShop(shops.de, 'de-DE', [
    'Gartenschlauch 20 m',
    'Gartenschere aus Edelstahl',
    'Schlauchwagen fahrbar',
    'Kaffeebecher blau',
    'Kaffeekanne mit Filter',
    'Käsereibe aus Stahl',
    'Käse Messer Set',
    'Lederhandschuhe gefüttert',
    'Gürtel aus Leder',
    'Sonnenschirm rund',
    'Arbeitstisch aus Eiche',
    'Running Shoes',
    'Soda Sprudler',
  ])
  await openShop(shops.fr, 'fr-FR', ["Carafe d'eau", 'Seau à charbon', 'Couteau de table', 'Robe brodée'])
  await openShop(shops.es, 'es-ES', ['Llave de habitación', 'Sartén honda', 'Lápiz rojo', 'Mesa redonda'])
  await openShop(shops.pt, 'pt-PT', ['Botão de madeira', 'Lençol branco', 'Papel pardo', 'Chá verde'])
  await openShop(shops.it, 'it-IT', [
    "Caraffa d'acqua",
    'Bicchiere da vino',
    'Sale marino',
    'Pepe nero marino',
  ])
  await openShop(shops.nl, 'nl-NL', [
    'Wijnglas kristal',
    'Koffiekopje wit',
    'Kinderstoel van beuken',
    'Wollen deken',
  ])
  await openShop(shops.hi, 'hi-IN', [
    'बनारसी साड़ी',
    'सूती कुर्ता',
    'असम चाय',
    'हिन्दी पुस्तक',
    'चाँदी की पायल',
    'Kolhapuri chappal',
    'Cotton bedsheet',
  ])
})

it.each<[keyof typeof shops, string, string]>([
  ['de', 'gartenschläuche', 'Gartenschlauch 20 m'],
  ['de', 'Kase Messer', 'Käse Messer Set'],
  ['de', 'Kaese Messer', 'Käse Messer Set'],
  ['de', 'kaesereiben', 'Käsereibe aus Stahl'],
  ['de', 'running shoes', 'Running Shoes'],
  ['de', 'guertel', 'Gürtel aus Leder'],
  ['fr', 'eau', "Carafe d'eau"],
  ['fr', 'couteaux', 'Couteau de table'],
  ['fr', 'brodé', 'Robe brodée'],
  ['es', 'habitaciones', 'Llave de habitación'],
  ['es', 'sartenes', 'Sartén honda'],
  ['es', 'lapices', 'Lápiz rojo'],
  ['pt', 'botoes', 'Botão de madeira'],
  ['pt', 'lençóis', 'Lençol branco'],
  ['pt', 'papéis', 'Papel pardo'],
  ['it', 'acqua', "Caraffa d'acqua"],
  ['it', 'bicchieri', 'Bicchiere da vino'],
  ['it', 'sale marino', 'Sale marino'],
  ['nl', 'wijnglazen', 'Wijnglas kristal'],
  ['nl', 'kopjes', 'Koffiekopje wit'],
  ['nl', 'dekens', 'Wollen deken'],
  ['hi', 'साड़ियाँ', 'बनारसी साड़ी'],
  ['hi', 'साडी', 'बनारसी साड़ी'],
  ['hi', 'हिंदी', 'हिन्दी पुस्तक'],
  ['hi', 'चांदी', 'चाँदी की पायल'],
  ['hi', 'bedsheets', 'Cotton bedsheet'],
])('in %s, %s finds "%s" without a correction', async (language, q, first) => {
  expect(await search(shops[language], q)).toMatchObject({ first, correctedQuery: undefined })
})

describe('compounds', () => {
  it.each<[keyof typeof shops, string, string]>([
    ['de', 'kaffee becher', 'Kaffeebecher blau'],
    ['de', 'schlauch garten', 'Gartenschlauch 20 m'],
    ['de', 'handschuhe aus leder', 'Lederhandschuhe gefüttert'],
    ['de', 'sonne schirm', 'Sonnenschirm rund'],
    ['de', 'arbeit tisch', 'Arbeitstisch aus Eiche'],
    ['de', 'käsemesser', 'Käse Messer Set'],
    ['nl', 'glas wijn', 'Wijnglas kristal'],
    ['nl', 'stoel kind', 'Kinderstoel van beuken'],
  ])('in %s, %s finds "%s"', async (language, q, first) => {
    expect((await search(shops[language], q)).first).toBe(first)
  })

  it('finds compounds by a part with another ending', async () => {
    const { ids } = await searchProducts(db, shops.de, 'schläuche')
    expect(new Set(ids.map((id) => names.get(id)))).toEqual(
      new Set(['Gartenschlauch 20 m', 'Schlauchwagen fahrbar']),
    )
  })
})

describe('Hindi words in Latin letters', () => {
  it.each([
    ['saree', 'बनारसी साड़ी'],
    ['banarasi sari', 'बनारसी साड़ी'],
    ['kurta', 'सूती कुर्ता'],
    ['chai', 'असम चाय'],
    ['चप्पल', 'Kolhapuri chappal'],
    ['कोल्हापुरी', 'Kolhapuri chappal'],
  ])('%s finds "%s"', async (q, first) => {
    expect((await search(shops.hi, q)).first).toBe(first)
  })

  // The right side is what shops and shoppers in India write.
  it.each(
    `चाय chai chay; कुर्ता kurta kurtaa; साड़ी saree sari saari sadi; साड़ियाँ sariyan; चप्पल chappal chapal; कपड़ा kapda kapra kapde;
    दुपट्टा dupatta dupata; लहंगा lehenga lehnga lahanga; सलवार salwar shalwar salvar; मेहंदी mehndi mehendi mehandi; पायल payal paayal;
    चूड़ी chudi choodi churi; झुमका jhumka; बिंदी bindi; धोती dhoti; पगड़ी pagdi pagri; टोपी topi; जूता juta joota jutta; मोजड़ी mojari mojdi;
    थाली thali thaali; कढ़ाई kadhai karahi; तवा tawa tava; बेलन belan; चकला chakla; लोटा lota; कटोरी katori; चम्मच chammach chamach;
    मसाला masala masaale; हल्दी haldi; धनिया dhania dhaniya; जीरा jeera zeera jira; अचार achar achaar aachar; पापड़ papad papar; घी ghee ghi;
    आटा atta aata; चावल chawal chaval; दाल dal daal; नमकीन namkeen namkin; लड्डू laddu ladoo laddoo; प्याज pyaz pyaaz; अगरबत्ती agarbatti;
    दीया diya; झाड़ू jhadu jharu jhaadoo; साबुन sabun saboon; कंबल kambal; कम्बल kambal; रज़ाई razai rajai; तकिया takiya takia;
    चादर chadar chaadar chaddar; पंखा pankha; बाल्टी balti baalti; थैला thaila thela; फूल phool fool phul; दीये diye`
      .split(';')
      .map((line) => line.trim().split(/\s+/)),
  )('%s sounds like its Latin spellings', async (...words) => {
    const { rows } = await sql<{ sound: string }>`
      select distinct search_hindi_sound(search_key(word)) as sound from unnest(${words}::text[]) word`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sound).toMatch(/^[a-z]{2,}$/)
  })

  it('tells other goods apart', async () => {
    const { rows } = await sql`
      select distinct search_hindi_sound(word) from unnest('{kela,kala,kali,tel,chini,chana,chuna,kurta,kurti,dal,dil}'::text[]) word`.execute(
      db,
    )
    expect(rows).toHaveLength(11)
  })

  it('are found in English shops of India too, and English words stay apart', async () => {
    await openShop(110, 'en-IN', ['Cotton saree', 'Steel tawa', 'Sheet metal', 'Seat cover'])
    expect((await search(110, 'साड़ी')).first).toBe('Cotton saree')
    expect((await search(110, 'तवा')).first).toBe('Steel tawa')
    expect(await search(110, 'seat')).toMatchObject({ first: 'Seat cover', count: 1 })
  })
})

it('corrects short words only by a word list', async () => {
  expect(await search(shops.de, 'sofa')).toEqual({ first: undefined, count: 0, correctedQuery: undefined })
  expect(await search(shops.de, 'sprudlre')).toMatchObject({
    first: 'Soda Sprudler',
    correctedQuery: 'sprudler',
  })
  expect((await search(shops.hi, 'पुस्तख')).first).toBe('हिन्दी पुस्तक')
})

it('ignores the articles of the language alone', async () => {
  expect((await search(shops.it, 'sale')).count).toBe(1)
  expect((await search(shops.de, 'suche einen gartenschlauch')).first).toBe('Gartenschlauch 20 m')
})

it('analyses the catalog again when the language of the shop changes', async () => {
  await openShop(111, 'en-GB', ['Blaue Tassen'])
  const stems = async () => {
    const { rows } = await sql`
      select (select stems from category where config_id = 111) as category,
        (select array_agg(stem order by stem) from search_word where config_id = 111) as words,
        exists (select from search_document where config_id = 111 and lexemes @@ '''111n/tass''') as document`.execute(
      db,
    )
    return rows[0]
  }
  expect(await stems()).toEqual({ category: ['tassen'], words: ['blaue', 'tassen'], document: false })
  await sql`update shop set locale = 'de-AT' where config_id = 111`.execute(db)
  await indexDue(db)
  expect(await stems()).toEqual({ category: ['tass'], words: ['blau', 'tass'], document: true })
  await sql`update category set name = 'Gläser' where config_id = 111`.execute(db)
  expect(await stems()).toMatchObject({ category: ['glas'] })
})
