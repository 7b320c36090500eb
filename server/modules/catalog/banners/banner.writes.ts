import { ownAddress } from '#contract/own-address.ts'
import type { Transaction } from '#server/db/connect.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
import { notFound, refuseIssues, withChanges } from '../input.rules.ts'
import { requireImages } from '../images/image.writes.ts'
import { nextPosition } from '../positions/next-position.queries.ts'

export interface BannerInput {
  /** File name of a stored image. */
  image: string
  title?: string
  subtitle?: string
  /** A path of this shop, such as /products. */
  link?: string | null
  /** The last position by default. */
  position?: number
  /** First moment of display; null: no start. */
  shownFrom?: Date | null
  /** Display ends just before this moment; null: no end. */
  shownUntil?: Date | null
}

const banners = recordWrites({
  table: 'banner',
  columns: {
    image: 'image',
    title: 'title',
    subtitle: 'subtitle',
    link: 'link',
    position: 'position',
    shownFrom: 'visible_from',
    shownUntil: 'visible_until',
  },
  missing: () => notFound('banner'),
})

/** The stored banner, locked until the transaction ends. AppError 404 if it does not exist. */
export const lockBanner = banners.lock

/** Adds a banner and returns its id. An undo of a deletion passes the `formerId`. */
export async function createBanner(
  tx: Transaction,
  context: WriteContext,
  input: BannerInput,
  formerId?: number,
): Promise<number> {
  const { shopId } = context
  const { image, title = '', subtitle = '', link = null, shownFrom = null, shownUntil = null } = input
  const [position] = await Promise.all([
    input.position ?? nextPosition(tx, shopId, 'banner'),
    requireImages(tx, shopId, [image]),
  ])
  const after = { image, title, subtitle, link, position, shownFrom, shownUntil }
  requireValid(after)
  return banners.create(tx, context, after, formerId)
}

/** Changes the given fields of a banner. AppError 404 if it does not exist. */
export async function updateBanner(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<BannerInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await banners.lockVersion(tx, context, id, version)
  const after = withChanges(before, changes)
  requireValid(after)
  if (after.image !== before.image) await requireImages(tx, shopId, [after.image])
  await banners.update(tx, context, id, { before, after })
}

/** Deletes a banner but keeps its image. AppError 404 if it does not exist. */
export async function deleteBanner(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  await banners.remove(tx, context, id, await lockBanner(tx, context.shopId, id))
}

type Banner = Required<BannerInput>

function requireValid({ title, subtitle, link, shownFrom, shownUntil }: Banner): void {
  const issues = []
  if (title.length > 200) issues.push({ path: 'title', message: 'Use at most 200 characters' })
  if (subtitle.length > 300) issues.push({ path: 'subtitle', message: 'Use at most 300 characters' })
  if (link !== null && !ownAddress(link)) {
    issues.push({ path: 'link', message: 'Enter a shop path starting with /' })
  }
  if (link && link.length > 500) issues.push({ path: 'link', message: 'Use at most 500 characters' })
  if (shownFrom && shownUntil && shownFrom >= shownUntil) {
    issues.push({ path: 'shownUntil', message: 'End date must be after the start date' })
  }
  refuseIssues(issues)
}
