import { sql } from 'kysely'
import { AppError } from '#server/http/errors.ts'
import { lines, plain, type Revertible } from '#server/modules/journal/index.ts'
import { setCommentStatus } from './moderation.writes.ts'
import { noSuchComment } from './own-comment.writes.ts'

/** Whether a comment is shown, as the journal shows it and puts it back. */
export const revertibleComment: Revertible = {
  subject: 'comment',
  noun: 'Comment',
  permission: 'content',
  fields: {
    status: plain('Status'),
    reports: {
      ...lines<string>('Reports', (reason) => reason || 'without a reason'),
      kept: 'Reports that were settled stay settled',
    },
  },
  async listNames(db, configId, ids) {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: number; name: string }>`
      select c.id, c.author_name || ' on ' || p.name as name from comment c
      join product p on p.config_id = c.config_id and p.id = c.product_id
      where c.config_id = ${configId} and c.id = any(${[...ids]})`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
  back: {
    async read(tx, configId, id) {
      const row = await tx
        .selectFrom('comment')
        .select('status')
        .where('config_id', '=', configId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw noSuchComment()
      return row
    },
    async update(tx, write, id, { status }) {
      if (status !== 'visible' && status !== 'hidden') {
        throw new AppError(409, 'not_revertible', 'A comment that was looked at does not wait again')
      }
      await setCommentStatus(tx, write, id, status)
    },
  },
}
