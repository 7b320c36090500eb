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

/** The lines of a shopper, the newest last. */
export async function listLines(db: Database, configId: number, shopperId: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, p.id as "productId", v.id as "variantId", p.name, p.options as "optionNames", v.options, l.quantity, v.price, p.offer, p.gst,
      l.price_at_add as "priceAtAdd", s.available, v.picture,
      p.status = 'live' and p.deleted_at is null and v.retired_at is null as sold,
      array(
        select json_build_object('file', f.file, 'width', f.width, 'height', f.height, 'alt', coalesce(nullif(i.alt, ''), p.name))
        from product_picture i join picture f on f.config_id = i.config_id and f.file = i.file
        where i.config_id = p.config_id and i.product_id = p.id
        order by i.position
      ) as pictures
    from cart_line l
    join variant v on v.config_id = l.config_id and v.id = l.variant_id
    join product p on p.config_id = v.config_id and p.id = v.product_id
    join stock_level s on s.config_id = v.config_id and s.variant_id = v.id
    where l.config_id = ${configId} and l.shopper_id = ${shopperId}
    order by l.added_at, l.id`.execute(db)
  return rows
}
