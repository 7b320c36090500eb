import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import { repeat } from '#server/platform/repeat.ts'
import { countWords, indexDue } from './documents.writes.ts'

const halfHour = 1_800_000

/** Writes documents that are due, every few seconds, and counts the words of every shop now and then. */
export function startSearchWork(db: Database, log: Logger): { stop(): Promise<void> } {
  const onError = (error: unknown) => log.warn({ err: error }, 'the search could not be kept current')
  const documents = repeat(() => indexDue(db), { first: 5000, every: 5000, onError })
  const words = repeat(() => countAllWords(db), { first: 60_000, every: halfHour, onError })
  return {
    async stop() {
      await Promise.all([documents.stop(), words.stop()])
    },
  }
}

async function countAllWords(db: Database): Promise<void> {
  const shops = await db.selectFrom('shop').select('config_id').execute()
  for (const { config_id: configId } of shops) await countWords(db, configId)
}
