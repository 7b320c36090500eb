import { sql } from 'kysely'
import type { Picture } from '#contract/fields.ts'
import type { Database } from '#server/db/connect.ts'

/** A line of a cart with what the catalogue says now. Prices in minor units, before the offer; shares in hundredths. */
export interface LineRow {
  id: number
  productId: number
  variantId: number
  name: string
  optionNames: string[]
  options: Record<string, string>
  quantity: number
  price: number
  offer: number
  gst: number
  priceAtAdd: number
  sold: boolean
  available: number
  /** File name of the picture that shows the variant. */
  picture: string | null
  pictures: Picture[]
}

/**
 * The lines of a shopper, the newest last. Looked up line by line (a lateral with a limit is not rearranged), so that it
 * is as quick before the planner has statistics to go by.
 */
export async function listLines(db: Database, configId: number, shopperId: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`/* planned once */
    select l.id, p.id as "productId", v.id as "variantId", p.name, p.options as "optionNames", v.options, l.quantity,
      v.price, p.offer, p.gst, l.price_at_add as "priceAtAdd", s.available, v.picture,
      p.status = 'live' and p.deleted_at is null and v.retired_at is null as sold,
      (
        select coalesce(json_agg(json_build_object(
          'file', f.file, 'width', f.width, 'height', f.height, 'alt', coalesce(nullif(i.alt, ''), p.name)
        ) order by i.position), '[]')
        from product_picture i join picture f on f.config_id = i.config_id and f.file = i.file
        where i.config_id = l.config_id and i.product_id = p.id
      ) as pictures
    from cart_line l
    cross join lateral (
      select id, product_id, options, price, picture, retired_at
      from variant where config_id = l.config_id and id = l.variant_id limit 1
    ) v
    cross join lateral (
      select id, name, options, offer, gst, status, deleted_at
      from product where config_id = l.config_id and id = v.product_id limit 1
    ) p
    cross join lateral (
      select available from stock_level where config_id = l.config_id and variant_id = l.variant_id limit 1
    ) s
    where l.config_id = ${configId} and l.shopper_id = ${shopperId}
    order by l.added_at, l.id`.execute(db)
  return rows
}
