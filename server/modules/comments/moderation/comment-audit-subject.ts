import { sql } from 'kysely'
import { AppError } from '#server/http/errors.ts'
import { lines, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { lockComment, moderate, type Moderation } from './moderation.writes.ts'

/** The moderation of comments in the audit log. */
export const commentAuditSubject: AuditSubject = {
  subject: 'comment',
  noun: 'Comment',
  permission: 'content',
  fields: {
    status: plain('Status'),
    answer: plain('Reply'),
    reports: {
      ...lines<string>('Reports', (reason) => reason || 'no reason given'),
      undoRefusal: 'Dismissed reports can’t be restored',
    },
  },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: number; name: string }>`
      select c.id, c.author_name || ' on ' || p.name as name from comment c
      join product p on p.config_id = c.config_id and p.id = c.product_id
      where c.config_id = ${shopId} and c.id = any(${[...ids]})`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
  undo: {
    async read(tx, shopId, id) {
      const { status, answer } = await lockComment(tx, shopId, id)
      return { status, answer }
    },
    async update(tx, write, id, { status, answer }) {
      if (status === 'pending') {
        throw new AppError(409, 'not_undoable', 'A moderated comment can’t become pending again')
      }
      await moderate(tx, write, id, { status, answer } as Moderation)
    },
  },
}
