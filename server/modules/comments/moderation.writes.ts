import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { noSuchComment } from './own-comment.writes.ts'

/** Notes that a shopper finds something wrong with a comment; a second time nothing changes. Answers whether it is new. */
export async function addReport(
  tx: Transaction,
  configId: number,
  userId: number,
  commentId: number,
  reason: string,
): Promise<boolean> {
  const { rows } = await sql<{ author: number | null }>`
    select c.user_id as author from comment c
    join product p on p.config_id = c.config_id and p.id = c.product_id and p.status = 'live' and p.deleted_at is null
    where c.config_id = ${configId} and c.id = ${commentId} and c.status = 'visible'
    for key share of c`.execute(tx)
  const [comment] = rows
  if (!comment) throw noSuchComment()
  if (comment.author === userId) {
    throw new AppError(400, 'own_comment', 'This is your own comment: you can change or delete it.')
  }
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('comment_report')
    .values({ config_id: configId, comment_id: commentId, user_id: userId, reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return added === 1n
}

export interface Moderation {
  /** What was reported about a comment that is shown again is settled. */
  status?: 'visible' | 'hidden' | undefined
  /** What the shop says to it; null takes it away. */
  answer?: string | null | undefined
  /** What the writer has seen; later changes are refused with AppError 409. */
  version?: number | undefined
}

/** Hides a comment or shows it again, and answers it as the shop. */
export async function moderate(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { status, answer, version }: Moderation,
): Promise<void> {
  const { configId } = context
  const found = await lockComment(tx, configId, id)
  const subject = { subject: 'comment', subjectId: id }
  await requireVersion(tx, context, { ...subject, version })
  const after = { status: status ?? found.status, answer: answer === undefined ? found.answer : answer }
  const answers = after.answer !== found.answer
  // A status that is written moves the stars of the product: only where it differs.
  if (after.status !== found.status || answers) {
    await tx
      .updateTable('comment')
      .set({
        ...(after.status !== found.status && { status: after.status }),
        ...(answers && { answer: after.answer, answered_at: after.answer === null ? null : sql`now()` }),
      })
      .where('config_id', '=', configId)
      .where('id', '=', id)
      .execute()
  }
  const reports = status === 'visible' ? await settleReports(tx, configId, id) : []
  await record(tx, {
    ...context,
    ...subject,
    action: 'update',
    before: { ...found, reports },
    after: { ...after, reports: [] },
  })
}

/** How it is moderated now, locked until the transaction ends. AppError 404 where there is none. */
export async function lockComment(tx: Transaction, configId: number, id: number) {
  const found = await tx
    .selectFrom('comment')
    .select(['status', 'answer'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw noSuchComment()
  return found
}

async function settleReports(tx: Transaction, configId: number, commentId: number): Promise<string[]> {
  const settled = await tx
    .deleteFrom('comment_report')
    .where('config_id', '=', configId)
    .where('comment_id', '=', commentId)
    .returning('reason')
    .execute()
  return settled.map(({ reason }) => reason)
}
