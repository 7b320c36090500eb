import { sql } from 'kysely'
import { links } from '#contract/links.ts'
import type { PersonalContext } from '#server/http/route.ts'

const types: Record<string, string> = {
  'privacy-policy': 'privacy_policy',
  terms: 'terms_of_service',
  'help/returns': 'refund_policy',
  'help/shipping': 'shipping_policy',
  'help/faq': 'faq',
}

/** The pages of the shop that a buyer must be able to read before an order, with the types of the protocol. */
export async function policyLinks({
  db,
  shop,
  origin,
}: Pick<PersonalContext, 'db' | 'shop' | 'origin'>): Promise<{ type: string; url: string; title: string }[]> {
  const { rows } = await sql<{ slug: string; title: string }>`
    select slug, title from content_page
    where config_id = ${shop.shopId} and slug = any(${Object.keys(types)})`.execute(db)
  return rows.map(({ slug, title }) => ({
    type: types[slug] ?? slug,
    url: `${origin}${links.page(slug)}`,
    title,
  }))
}
