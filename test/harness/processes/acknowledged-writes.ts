import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { generateProducts } from '../../../demo/generate-products.ts'

/** The writes that the database acknowledged before it was killed. */
export interface Acknowledged {
  products: number
  /** Rows of the table `acknowledged_note`. */
  notes: number[]
}

/**
 * Writes to a database until it is killed. The generator adds products to shop 1, and three writers add notes, each
 * in its own transaction. Adds every acknowledged commit to `acknowledged`.
 */
export function startWriting(
  url: string,
  dataDir: string,
  acknowledged: Acknowledged,
): { ended: Promise<unknown> } {
  const db = connect(url, { max: 4, limits: false })
  const before = acknowledged.products

  const generate = async () => {
    const onProgress = (done: number) => (acknowledged.products = before + done)
    await generateProducts(db, { configId: 1, count: 1_000_000, seed: before, dataDir, onProgress })
  }
  const note = async () => {
    for (;;) {
      const n = nextNote++
      await sql`insert into acknowledged_note values (${n})`.execute(db)
      acknowledged.notes.push(n)
    }
  }
  const writers = [generate(), note(), note(), note()]
  return { ended: Promise.allSettled(writers).then(() => db.destroy()) }
}

let nextNote = 1
