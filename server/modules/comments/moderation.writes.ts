import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { noSuchComment } from './own-comment.writes.ts'

/** Notes that a shopper finds something wrong with a comment; a second time nothing changes. */
export async function addReport(
  tx: Transaction,
  configId: number,
  userId: number,
  commentId: number,
  reason: string,
): Promise<void> {
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
  await tx
    .insertInto('comment_report')
    .values({ config_id: configId, comment_id: commentId, user_id: userId, reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Hides a comment or shows it again; what was reported about one that is shown is settled. */
export async function setCommentStatus(
  tx: Transaction,
  context: WriteContext,
  id: number,
  status: 'visible' | 'hidden',
): Promise<void> {
  const { configId } = context
  const found = await tx
    .selectFrom('comment')
    .select('status')
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw noSuchComment()
  if (found.status !== status) {
    await tx
      .updateTable('comment')
      .set({ status })
      .where('config_id', '=', configId)
      .where('id', '=', id)
      .execute()
  }
  const reports = status === 'visible' ? await settleReports(tx, configId, id) : []
  const before = { status: found.status, reports }
  await record(tx, {
    ...context,
    action: 'update',
    subject: 'comment',
    subjectId: id,
    before,
    after: { status, reports: [] },
  })
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
