import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { hangUp, openClient } from '#server/db/connect.ts'
import { shareRuns } from '#server/platform/concurrency.ts'
import { createVersionCounter, type VersionReader } from './version-counter.ts'

/** Follows changes of the catalog: database triggers send a notification for each change at commit. */
export interface CatalogVersion extends VersionReader {
  /** False while changes cannot be followed: nothing cached is known to be fresh. */
  listening(): boolean
  /** False once a reconnection attempt has failed: cached responses may be old, but nothing newer is available. */
  reachable(): boolean
  /**
   * Resolves once every earlier commit is counted here. After `maxMs` without an answer it counts everything as changed.
   */
  sync(maxMs?: number): Promise<void>
  close(): Promise<void>
}

const DATABASE_TIMEOUT_MS = 1000
const HEARTBEAT_MS = 1000
const RECONNECT_PAUSE_MS = 250

/** Listens on a connection of its own and reconnects after each loss. Resolves after the first attempt to connect. */
export async function watchCatalogVersion(databaseUrl: string, log: Logger): Promise<CatalogVersion> {
  const counter = createVersionCounter()
  const pendingSyncs = new Map<string, () => void>()
  const closing = new AbortController()
  let listener: pg.Client | undefined
  let unreachable = false

  const onNotification = ({ payload = '' }: pg.Notification) => {
    const [shop, product] = payload.split(':')
    if (shop === 'sync') pendingSyncs.get(product ?? '')?.()
    else if (product === undefined) counter.shopChanged(Number(shop))
    else counter.productChanged(Number(shop), Number(product))
  }

  const onConnectionLost = (client: pg.Client, error?: Error) => {
    if (listener !== client || closing.signal.aborted) return
    listener = undefined
    hangUp(client)
    log.warn({ err: error }, 'lost the connection that reports catalog changes')
    // New requests must not join work in flight that started before the loss.
    counter.anythingChanged()
    void reconnect()
  }

  const connect = async () => {
    const client = await openClient(databaseUrl, {
      name: 'haat listener',
      timeoutMs: DATABASE_TIMEOUT_MS,
      prepare(opening) {
        opening.on('notification', onNotification)
        opening.on('error', (error) => onConnectionLost(opening, error))
        opening.on('end', () => onConnectionLost(opening))
      },
      first: 'listen catalog',
    })
    if (closing.signal.aborted) return client.end()
    // Commits between the loss and this moment sent their notifications to nobody.
    counter.anythingChanged()
    listener = client
    unreachable = false
  }

  const reconnect = async () => {
    while (!closing.signal.aborted) {
      try {
        await connect()
        log.info('listening for catalog changes again')
        return
      } catch (error) {
        unreachable = true
        log.debug({ err: error }, 'the database cannot be reached')
        await wait(RECONNECT_PAUSE_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  const syncOnce = async () => {
    const client = listener
    if (!client) return counter.anythingChanged()
    const id = randomUUID()
    const received = new Promise<true>((resolve) => pendingSyncs.set(id, () => resolve(true)))
    // PostgreSQL delivers notifications in commit order, so this one arrives after those of earlier commits.
    const sent = client.query(`select pg_notify('catalog', $1)`, [`sync:${id}`])
    const timeout = wait(DATABASE_TIMEOUT_MS, false, { ref: false })
    const inSync = await Promise.race([sent.then(() => received).catch(() => false), timeout])
    pendingSyncs.delete(id)
    if (!inSync) onConnectionLost(client)
  }

  const startSync = shareRuns(syncOnce)
  const sync = async (maxMs = DATABASE_TIMEOUT_MS) => {
    const inTime = await Promise.race([startSync().then(() => true), wait(maxMs, false, { ref: false })])
    if (!inTime) counter.anythingChanged()
  }

  await connect().catch((error: unknown) => {
    unreachable = true
    log.warn({ err: error }, 'cannot listen for catalog changes yet')
    void reconnect()
  })
  // A connection can die without an event. A statement that writes nothing detects that.
  const checkConnection = async () => {
    while (!closing.signal.aborted) {
      const client = listener
      await client?.query('select 1').catch((error: Error) => onConnectionLost(client, error))
      await wait(HEARTBEAT_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  void checkConnection()

  return {
    ...counter,
    // Without a listener nothing built earlier is known to be fresh.
    changedSince: (version, shopId, productIds) =>
      !listener || counter.changedSince(version, shopId, productIds),
    listening: () => listener !== undefined,
    reachable: () => !unreachable,
    sync,
    async close() {
      closing.abort()
      // A server that does not answer would keep the shutdown waiting.
      if (listener) hangUp(listener)
    },
  }
}
