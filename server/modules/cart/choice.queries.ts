import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { inOrder, type Choice } from './cart.rules.ts'

/** A product, and in each row one of its variants that may be meant. */
export interface ChoiceRow {
  name: string
  optionNames: string[]
  variantId: number | null
  options: Record<string, string>
  available: number
}

/** What is meant: a product and, where it has several, one of its variants. */
export interface Wanted {
  productid: number
  variantid?: number | undefined
}

/** Selects what may be meant: two rows where it must be said which. `price` is that of one piece after the offer. */
export const selectChoices = (
  configId: number,
  { productid, variantid }: Wanted,
): RawBuilder<ChoiceRow & { price: number }> => sql`
  select p.name, p.options as "optionNames", v.id as "variantId", v.options, l.available,
    (v.price * (10000 - p.offer) + 5000) / 10000 as price
  from product p
  left join variant v on v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null
    and v.id = coalesce(${variantid ?? null}::integer, v.id)
  left join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
  where p.config_id = ${configId} and p.id = ${productid} and p.status = 'live' and p.deleted_at is null
  limit 2`

/** The one that is meant. AppError 404 where the shop does not sell it (any more), 400 where it must be said which. */
export function choiceOf([row, another]: readonly ChoiceRow[], { variantid }: Wanted): Choice {
  if (!row) throw notSold('This product')
  const { variantId, name, optionNames, options, available } = row
  if (variantId === null) throw notSold(variantid ? `This kind of ${name}` : name)
  if (another) {
    const message = `Please choose ${optionNames.join(' and ')} of ${name}`
    throw new AppError(400, 'choose_variant', message, [{ path: 'variantid', message }])
  }
  return { variantId, name, options: inOrder(options, optionNames), available }
}

export async function findChoice(db: Database, configId: number, wanted: Wanted): Promise<Choice> {
  const { rows } = await sql<ChoiceRow>`/* planned once */ ${selectChoices(configId, wanted)}`.execute(db)
  return choiceOf(rows, wanted)
}

const notSold = (what: string) => new AppError(404, 'not_found', `${what} is no longer available`)
