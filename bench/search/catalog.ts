import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { countWords, indexDue } from '#server/modules/search/index.ts'

interface Line {
  id: string
  name: string
  description: string
  category: string
  /** Minor units. */
  price: number
}

/** The catalog's ids by the shop's ids. */
export type Ids = ReadonlyMap<number, string>

const batchSize = 2000

/** Loads a catalog of JSON lines into shop 1, or its ids and names alone. Throws if a line has no id or name. */
export async function loadCatalog(
  db: Database,
  file: string,
  { namesOnly = false }: { namesOnly?: boolean } = {},
): Promise<Map<number, string>> {
  const ids = new Map<number, string>()
  let batch: Line[] = []
  const flush = async () => {
    for (const [at, id] of (await insertProducts(db, batch)).entries()) ids.set(id, batch[at]?.id ?? '')
    if (ids.size === batch.length)
      await sql`analyze product, variant, search_word, search_document`.execute(db)
    batch = []
  }
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (text.trim() === '') continue
    const { id, name, ...others } = JSON.parse(text) as Record<string, unknown>
    batch.push(lineOf({ id, name, ...(!namesOnly && others) }))
    if (batch.length === batchSize) await flush()
  }
  if (batch.length > 0) await flush()
  await settle(db)
  return ids
}

/** Writes all search documents and analyses the tables. */
export async function settle(db: Database, shopId = 1): Promise<void> {
  await indexDue(db)
  await sql`vacuum (analyze) product, variant, product_listing, search_document, search_word`.execute(db)
  await countWords(db, shopId)
}

function lineOf({ id, name, description, category, price }: Record<string, unknown>): Line {
  const written = textOf(name).replaceAll(/\s+/g, ' ').trim().slice(0, 200).toWellFormed().trim()
  if (textOf(id) === '' || written === '') throw new Error('A product has no id or no name')
  const amount = Number(price)
  return {
    id: textOf(id),
    name: written,
    description: textOf(description).slice(0, 20_000).toWellFormed(),
    category:
      textOf(category).replaceAll(/\s+/g, ' ').trim().slice(0, 200).toWellFormed().trim() || 'Everything',
    price: Number.isFinite(amount) && amount > 0 ? Math.round(amount * 100) : 100,
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\0', '') : ''

/** Adds products with their categories. Returns their ids in the shop, in the same order. */
export async function insertProducts(db: Database, lines: readonly Line[], shopId = 1): Promise<number[]> {
  return await db.transaction().execute(async (tx) => {
    const json = JSON.stringify(lines)
    await sql`
      insert into category (config_id, name, slug)
      select ${shopId}, min(category), 'c-' || md5(lower(category)) from jsonb_to_recordset(${json}::jsonb) as l (category text)
      group by lower(category)
      on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      with line as (
        select nextval(pg_get_serial_sequence('product', 'id'))::int as product_id, e.place, l.*
        from jsonb_array_elements(${json}::jsonb) with ordinality e (value, place)
        cross join lateral jsonb_to_record(e.value) as l (name text, description text, category text, price bigint)
      ), added as (
        insert into product (config_id, id, category_id, name, slug, description, price_from, price_to, in_stock)
        select ${shopId}, l.product_id, c.id, l.name, 'p-' || l.product_id, l.description, l.price, l.price, true
        from line l join category c on c.config_id = ${shopId} and lower(c.name) = lower(l.category)
      )
      select product_id as id from line order by place`.execute(tx)
    await sql`
      insert into variant (config_id, product_id, price)
      select ${shopId}, id, price_from from product where config_id = ${shopId} and id = any(${rows.map(({ id }) => id)}::int[])`.execute(
      tx,
    )
    return rows.map(({ id }) => id)
  })
}
