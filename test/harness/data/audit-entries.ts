import { getAudit, undoAudit, type AuditEntry } from '#contract/audit/audit.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { newcomer } from '../people/account.ts'
import type { testApp } from '../app/app.ts'
import { makeGoods } from './goods.ts'

/** Another writer with this name, without an account. */
export const someone = (name: string) => ({ shopId: 1, actor: { id: null, name } })

/** A shop with products, an admin, and functions that read and undo audit entries. */
export async function auditLogOf({ app, db }: Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'db'>) {
  const goods = await makeGoods(db)
  const { id: adminId, browser: admin } = await newcomer(db, app, { role_id: 1, full_name: 'Devika' })

  /** The audit entries of a record, newest first. */
  async function historyOf(subject: string, id: number): Promise<AuditEntry[]> {
    return (await admin.send(getAudit, { subject, subjectId: String(id), limit: 100 })).answer.data
  }

  async function latest(subject: string, id: number): Promise<AuditEntry> {
    const [entry] = await historyOf(subject, id)
    if (!entry) throw new Error(`${subject} ${id} has no history`)
    return entry
  }

  const write = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)
  const undo = (input: object, by = admin) => by.send(undoAudit, input)
  return { goods, admin, adminId, historyOf, latest, write, undo }
}

/** The stored category. */
export const categoryOf = (db: Database, id: number) =>
  db
    .selectFrom('category')
    .select(['name', 'slug', 'position'])
    .where('config_id', '=', 1)
    .where('id', '=', id)
    .executeTakeFirst()

/** The stored product, also if deleted. */
export const productOf = (db: Database, id: number) =>
  db
    .selectFrom('product')
    .select(['name', 'slug', 'offer', 'price_from', 'in_stock', 'deleted_at'])
    .where('config_id', '=', 1)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
