import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connect } from '#server/db/connect.ts'
import { doNextCheck, requestNightly } from './books.writes.ts'

/**
 * Checks the books of every shop each night at three, by its own clock, and when somebody asks. Looks every few seconds
 * whether there is something to do; any number of processes may.
 */
export function startBookkeeper(
  databaseUrl: string,
  log: Logger,
  { pause = 3000 } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  // The statements read everything there is; and nobody waits for them.
  const db = connect(databaseUrl, { max: 2, limits: false })
  const look = async () => {
    await requestNightly(db)
    while (!signal.aborted && (await doNextCheck(db)));
  }
  const work = async () => {
    while (!signal.aborted) {
      await wait(pause, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted)
        await look().catch((error: unknown) => log.warn({ err: error }, 'the books could not be checked'))
    }
  }
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await working
      await db.destroy()
    },
  }
}
