import type { Transaction } from '#server/db/connect.ts'
import { requireImages } from './images/image.writes.ts'
import { nextPosition } from './positions/next-position.queries.ts'
import { claimSlug } from './slugs/slug.writes.ts'

interface NewRow {
  name: string
  image: string | null
  slug: string | undefined
  position: number | undefined
}

/**
 * Does in one round trip what a new category, subcategory or collection needs: marks its image as used, claims its slug
 * and finds its position. AppErrors of `requireImages` and `claimSlug`.
 */
export async function claimForNewRow(
  tx: Transaction,
  shopId: number,
  kind: 'category' | 'subcategory' | 'collection',
  { name, image, slug: wanted, position: given }: NewRow,
): Promise<{ slug: string; position: number }> {
  const [slug, position] = await Promise.all([
    claimSlug(tx, shopId, kind, { name, wanted }),
    given ?? nextPosition(tx, shopId, kind),
    requireImages(tx, shopId, image === null ? [] : [image]),
  ])
  return { slug, position }
}
