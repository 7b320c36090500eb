import { getAudit, revertAudit, type JournalEntry } from '#contract/audit.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { newcomer } from './account.ts'
import type { testApp } from './app.ts'
import { makeGoods } from './goods.ts'

/** Who else writes: a part of the shop by this name. */
export const someone = (name: string) => ({ configId: 1, actor: { id: null, name } })

/** A shop with goods, an admin, and what tests of the journal ask it for. */
export async function journalOf({ app, db }: Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'db'>) {
  const goods = await makeGoods(db)
  const { id: adminId, browser: admin } = await newcomer(db, app, { role_id: 1, full_name: 'Devika' })

  /** The entries of a record, the newest first. */
  async function historyOf(subject: string, id: number): Promise<JournalEntry[]> {
    return (await admin.send(getAudit, { subject, subjectId: String(id), limit: 100 })).answer.data
  }

  async function latest(subject: string, id: number): Promise<JournalEntry> {
    const [entry] = await historyOf(subject, id)
    if (!entry) throw new Error(`${subject} ${id} has no history`)
    return entry
  }

  const write = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)
  const revert = (input: object, by = admin) => by.send(revertAudit, input)
  return { goods, admin, adminId, historyOf, latest, write, revert }
}

/** A category as it is stored. */
export const categoryOf = (db: Database, id: number) =>
  db
    .selectFrom('category')
    .select(['name', 'slug', 'position'])
    .where('config_id', '=', 1)
    .where('id', '=', id)
    .executeTakeFirst()

/** A product as it is stored, deleted or not. */
export const productOf = (db: Database, id: number) =>
  db
    .selectFrom('product')
    .select(['name', 'slug', 'offer', 'price_from', 'in_stock', 'deleted_at'])
    .where('config_id', '=', 1)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
