import { work } from '../worker.ts'
import { openConnection, type Connection } from './connection.ts'
import { renewKeys } from './idempotency-keys.ts'
import type { Load, LoadResult } from './load.ts'

// Runs in its own process, so that the load takes no time from the server or the measurement.

/** Keeps every connection busy until the time is over: each sends its next request when an answer is complete. */
async function run({ port, requests, connections, seconds, status }: Load): Promise<LoadResult> {
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  const renewed = requests.map(renewKeys)
  let next = 0
  let answers = 0
  let busy = connections
  const ask = (connection: Connection) => connection.send(renewed[next++ % renewed.length]?.() as Buffer)
  const hear = (received: number, connection: Connection) => {
    if (received !== status) return reject(new Error(`An answer was ${received} where ${status} was due`))
    answers += 1
    if (performance.now() < end) return ask(connection)
    busy -= 1
    if (busy === 0) resolve()
  }
  const open = await Promise.all(
    Array.from({ length: connections }, () => openConnection(port, hear, reject)),
  )
  const start = performance.now()
  const end = start + seconds * 1000
  for (const connection of open) ask(connection)
  try {
    await over
  } finally {
    for (const connection of open) connection.close()
  }
  return { answers, seconds: (performance.now() - start) / 1000 }
}

work(run)
