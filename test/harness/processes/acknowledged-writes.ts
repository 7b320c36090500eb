import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { generateProducts } from '../../../demo/generate-products.ts'

/** The writes that the database acknowledged before it was killed. */
export interface Acknowledged {
  products: number
  /** Rows of the table `acknowledged_note`. */
  notes: number[]
}

/**
 * Writes to a database until it is killed or `stop` is called. The generator adds products to shop 1, and three writers
 * add notes, each in its own transaction. Adds every acknowledged commit to `acknowledged`.
 */
export function startWriting(
  url: string,
  dataDir: string,
  acknowledged: Acknowledged,
): { stop(): Promise<unknown> } {
  const db = connect(url, { max: 4, limits: false })
  const before = acknowledged.products
  let isStopped = false

  const generate = async () => {
    const onProgress = (done: number) => {
      acknowledged.products = before + done
      if (isStopped) throw new Error('stopped')
    }
    await generateProducts(db, {
      shopId: 1,
      count: 1_000_000,
      seed: before,
      storage: openUploadsFolder(dataDir),
      onProgress,
    })
  }
  const note = async () => {
    while (!isStopped) {
      const n = nextNote++
      await sql`insert into acknowledged_note values (${n})`.execute(db)
      acknowledged.notes.push(n)
    }
  }
  const writers = [generate(), note(), note(), note()]
  const ended = Promise.allSettled(writers).then(() => db.destroy())
  return {
    // A start that adopts the database ends its sessions, but a writer between two statements opens another one.
    stop() {
      isStopped = true
      return ended
    },
  }
}

let nextNote = 1
