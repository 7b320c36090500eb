import { ownAddress } from '#contract/own-address.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'
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
  const { id } = await tx
    .insertInto('banner')
    .values({ config_id: shopId, id: formerId, ...rowOf(after) })
    .returning('id')
    .executeTakeFirstOrThrow()
  later(tx, record(tx, { ...context, action: 'create', subject: 'banner', subjectId: id, after }))
  return id
}

/** Changes the given fields of a banner. AppError 404 if it does not exist. */
export async function updateBanner(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<BannerInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await lockVersion(
    tx,
    context,
    { subject: 'banner', subjectId: id, version },
    lockBanner(tx, shopId, id),
  )
  const after = withChanges(before, changes)
  requireValid(after)
  if (after.image !== before.image) await requireImages(tx, shopId, [after.image])
  await tx
    .updateTable('banner')
    .set(rowOf(after))
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  later(tx, record(tx, { ...context, action: 'update', subject: 'banner', subjectId: id, before, after }))
}

/** Deletes a banner but keeps its image. AppError 404 if it does not exist. */
export async function deleteBanner(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { shopId } = context
  const before = await lockBanner(tx, shopId, id)
  await tx.deleteFrom('banner').where('config_id', '=', shopId).where('id', '=', id).execute()
  later(tx, record(tx, { ...context, action: 'delete', subject: 'banner', subjectId: id, before }))
}

type Banner = Required<BannerInput>

function rowOf({ shownFrom, shownUntil, ...banner }: Banner) {
  return { ...banner, visible_from: shownFrom, visible_until: shownUntil }
}

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

/** The stored banner, locked until the transaction ends. AppError 404 if it does not exist. */
export async function lockBanner(tx: Transaction, shopId: number, id: number) {
  const row = await tx
    .selectFrom('banner')
    .select(['image', 'title', 'subtitle', 'link', 'position'])
    .select(['visible_from as shownFrom', 'visible_until as shownUntil'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('banner')
  return row
}
