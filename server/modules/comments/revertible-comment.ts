import { sql } from 'kysely'
import { AppError } from '#server/http/errors.ts'
import { lines, plain, type Revertible } from '#server/modules/journal/index.ts'
import { lockComment, moderate, type Moderation } from './moderation.writes.ts'

/** Whether a comment is shown and what the shop says to it, as the journal shows it and puts it back. */
export const revertibleComment: Revertible = {
  subject: 'comment',
  noun: 'Comment',
  permission: 'content',
  fields: {
    status: plain('Status'),
    answer: plain('Answer'),
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
    read: lockComment,
    async update(tx, write, id, { status, answer }) {
      if (status === 'pending') {
        throw new AppError(409, 'not_revertible', 'A comment that was looked at does not wait again')
      }
      await moderate(tx, write, id, { status, answer } as Moderation)
    },
  },
}
