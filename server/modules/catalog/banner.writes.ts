import type { Transaction } from '#server/db/connect.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { notFound, refuseIssues, withChanges } from './input.rules.ts'
import { requirePictures } from './picture.writes.ts'
import { nextPosition } from './position.queries.ts'

export interface BannerInput {
  /** File name of a stored picture. */
  picture: string
  title?: string
  subtitle?: string
  /** A path of this shop, such as /products. */
  link?: string | null
  /** Behind the last where absent. */
  position?: number
  /** Shown from this moment on; null: since ever. */
  shownFrom?: Date | null
  /** Shown until just before this moment; null: for ever. */
  shownUntil?: Date | null
}

/** Adds a banner and answers its id. A deleted one comes back under its `formerId`. */
export async function createBanner(
  tx: Transaction,
  context: WriteContext,
  input: BannerInput,
  formerId?: number,
): Promise<number> {
  const { configId } = context
  const { picture, title = '', subtitle = '', link = null, shownFrom = null, shownUntil = null } = input
  const position = input.position ?? (await nextPosition(tx, configId, 'banner'))
  const after = { picture, title, subtitle, link, position, shownFrom, shownUntil }
  refuseWrong(after)
  await requirePictures(tx, configId, [picture])
  const { id } = await tx
    .insertInto('banner')
    .values({ config_id: configId, id: formerId, ...rowOf(after) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, { ...context, action: 'create', subject: 'banner', subjectId: id, after })
  return id
}

/** Changes the given fields of a banner. AppError 404 where there is none. */
export async function updateBanner(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<BannerInput> & { version?: number | undefined },
): Promise<void> {
  const { configId } = context
  const before = await lockBanner(tx, configId, id)
  await requireVersion(tx, context, { subject: 'banner', subjectId: id, version })
  const after = withChanges(before, changes)
  refuseWrong(after)
  if (after.picture !== before.picture) await requirePictures(tx, configId, [after.picture])
  await tx
    .updateTable('banner')
    .set(rowOf(after))
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
  await record(tx, { ...context, action: 'update', subject: 'banner', subjectId: id, before, after })
}

/** Deletes a banner; its picture stays. AppError 404 where there is none. */
export async function deleteBanner(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { configId } = context
  const before = await lockBanner(tx, configId, id)
  await tx.deleteFrom('banner').where('config_id', '=', configId).where('id', '=', id).execute()
  await record(tx, { ...context, action: 'delete', subject: 'banner', subjectId: id, before })
}

type Banner = Required<BannerInput>

function rowOf({ shownFrom, shownUntil, ...banner }: Banner) {
  return { ...banner, shown_from: shownFrom, shown_until: shownUntil }
}

function refuseWrong({ title, subtitle, link, shownFrom, shownUntil }: Banner): void {
  const issues = []
  if (title.length > 200) issues.push({ path: 'title', message: 'A title has at most 200 characters' })
  if (subtitle.length > 300)
    issues.push({ path: 'subtitle', message: 'A subtitle has at most 300 characters' })
  if (link !== null && !/^\/([^/\\]|$)/.test(link)) {
    issues.push({ path: 'link', message: 'A link is a page of this shop and begins with a slash' })
  }
  if (link && link.length > 500) issues.push({ path: 'link', message: 'A link has at most 500 characters' })
  if (shownFrom && shownUntil && shownFrom >= shownUntil) {
    issues.push({ path: 'shownUntil', message: 'The end must be after the beginning' })
  }
  refuseIssues(issues)
}

/** As it is stored, locked until the transaction ends. AppError 404 where there is none. */
export async function lockBanner(tx: Transaction, configId: number, id: number) {
  const row = await tx
    .selectFrom('banner')
    .select(['picture', 'title', 'subtitle', 'link', 'position'])
    .select(['shown_from as shownFrom', 'shown_until as shownUntil'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('banner')
  return row
}
