import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { commentNotFound } from '../own-comment.writes.ts'

/** Adds a shopper's report of a comment and returns whether it is their first one. */
export async function addReport(
  tx: Transaction,
  shopId: number,
  userId: number,
  commentId: number,
  reason: string,
): Promise<boolean> {
  const { rows } = await sql<{ author: number | null }>`
    select c.user_id as author from comment c
    join product p on p.config_id = c.config_id and p.id = c.product_id and p.status = 'live' and p.deleted_at is null
    where c.config_id = ${shopId} and c.id = ${commentId} and c.status = 'visible'
    for key share of c`.execute(tx)
  const [comment] = rows
  if (!comment) throw commentNotFound()
  if (comment.author === userId) {
    throw new AppError(400, 'own_comment', 'This is your own comment. You can edit or delete it.')
  }
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('comment_report')
    .values({ config_id: shopId, comment_id: commentId, user_id: userId, reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return added === 1n
}

export interface Moderation {
  /** `visible` also dismisses the reports. */
  status?: 'visible' | 'hidden' | undefined
  /** The shop's reply; null removes it. */
  answer?: string | null | undefined
  /** The version that the writer saw; later changes are refused with AppError 409. */
  version?: number | undefined
}

/** Sets the status of a comment and the shop's reply. */
export async function moderate(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { status, answer, version }: Moderation,
): Promise<void> {
  const { shopId } = context
  const { kind, ...found } = await lockComment(tx, shopId, id)
  if (kind === 'answer' && answer) {
    throw new AppError(400, 'invalid_input', 'Reply to the question instead of to an answer.')
  }
  const subject = { subject: 'comment', subjectId: id }
  await requireVersion(tx, context, { ...subject, version })
  const after = { status: status ?? found.status, answer: answer === undefined ? found.answer : answer }
  const changesAnswer = after.answer !== found.answer
  // Writing the status makes triggers recount the product's rating, so it is written only if it differs.
  if (after.status !== found.status || changesAnswer) {
    await tx
      .updateTable('comment')
      .set({
        ...(after.status !== found.status && { status: after.status }),
        ...(changesAnswer && {
          answer: after.answer,
          answered_at: after.answer === null ? null : sql`now()`,
        }),
      })
      .where('config_id', '=', shopId)
      .where('id', '=', id)
      .execute()
  }
  const reports = status === 'visible' ? await dismissReports(tx, shopId, id) : []
  later(
    tx,
    record(tx, {
      ...context,
      ...subject,
      action: 'update',
      before: { ...found, reports },
      after: { ...after, reports: [] },
    }),
  )
}

/** Reads and locks the moderation of a comment. Throws AppError 404. */
export async function lockComment(tx: Transaction, shopId: number, id: number) {
  const found = await tx
    .selectFrom('comment')
    .select(['kind', 'status', 'answer'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw commentNotFound()
  return found
}

async function dismissReports(tx: Transaction, shopId: number, commentId: number): Promise<string[]> {
  const dismissed = await tx
    .deleteFrom('comment_report')
    .where('config_id', '=', shopId)
    .where('comment_id', '=', commentId)
    .returning('reason')
    .execute()
  return dismissed.map(({ reason }) => reason)
}
