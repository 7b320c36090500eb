import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { countChanges, type Changes } from './changes.ts'

/** What this process knows of changes to the catalogue: triggers tell them on a channel of the database at commit. */
export interface CatalogueVersion extends Changes {
  /** False once a try to reach the lost database has failed: what is kept may be old, but nothing newer can be had. */
  reachable(): boolean
  /** Returns once every change committed before the call is counted here; after 2 s it assumes that there were some. */
  sync(): Promise<void>
  close(): Promise<void>
}

const waitLimit = 1000
const heartbeat = 2000
const retryPause = 250

/** Listens on a connection of its own, and again after each loss. Returns after the first attempt to connect. */
export async function watchCatalogue(databaseUrl: string, log: Logger): Promise<CatalogueVersion> {
  const changes = countChanges()
  const waiting = new Map<string, () => void>()
  const closing = new AbortController()
  let listener: pg.Client | undefined
  let gone = false

  const hear = ({ payload = '' }: pg.Notification) => {
    const [shop, product] = payload.split(':')
    if (shop === 'sync') waiting.get(product ?? '')?.()
    else if (product === undefined) changes.shopChanged(Number(shop))
    else changes.productChanged(Number(shop), Number(product))
  }

  const lose = (client: pg.Client, error?: Error) => {
    if (listener !== client || closing.signal.aborted) return
    listener = undefined
    log.warn({ err: error }, 'lost the connection that tells of catalogue changes')
    // So that nobody joins work that began before it, either.
    changes.anythingChanged()
    void reconnect()
  }

  const attempt = async () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: waitLimit,
      query_timeout: waitLimit,
      keepAlive: true,
      application_name: 'haat listener',
    })
    client.on('notification', hear)
    client.on('error', (error) => lose(client, error))
    client.on('end', () => lose(client))
    try {
      await client.connect()
      await client.query('listen catalogue')
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    if (closing.signal.aborted) return client.end()
    // What was committed between the loss and this moment was not told to us.
    changes.anythingChanged()
    listener = client
    gone = false
  }

  const reconnect = async () => {
    while (!closing.signal.aborted) {
      try {
        await attempt()
        log.info('listening for catalogue changes again')
        return
      } catch (error) {
        gone = true
        log.debug({ err: error }, 'the database cannot be reached')
        await wait(retryPause, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  const syncOnce = async () => {
    const client = listener
    if (!client) return changes.anythingChanged()
    const id = randomUUID()
    const arrived = new Promise<true>((resolve) => waiting.set(id, () => resolve(true)))
    // A self-sent notification comes after those of all transactions that were committed before it.
    const sent = client.query(`select pg_notify('catalogue', $1)`, [`sync:${id}`])
    const tooLate = wait(waitLimit, false, { ref: false })
    const heard = await Promise.race([sent.then(() => arrived).catch(() => false), tooLate])
    waiting.delete(id)
    if (heard) return
    lose(client)
    void client.end().catch(() => {})
  }

  // One at a time: who comes while one is under way shares the next, which is sent after they came.
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  const sync = () =>
    (next ??= running.then(() => {
      next = undefined
      return (running = syncOnce())
    }))

  await attempt().catch((error: unknown) => {
    gone = true
    log.warn({ err: error }, 'cannot listen for catalogue changes yet')
    void reconnect()
  })
  // A connection can die without a word; a listener that never asks would not notice.
  const pulse = setInterval(() => void (listener && sync()), heartbeat)
  pulse.unref()

  return {
    ...changes,
    // While nobody listens, nothing that was made before is known to be true.
    since: (tick, configId, productIds) => !listener || changes.since(tick, configId, productIds),
    reachable: () => !gone,
    sync,
    async close() {
      closing.abort()
      clearInterval(pulse)
      await listener?.end()
    },
  }
}
