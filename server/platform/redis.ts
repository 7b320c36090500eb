/** The part of Redis that rate limits need. */
export interface Redis {
  /** Runs a script on one key atomically. Rejects if the server fails or times out. */
  run(script: string, key: string, values: readonly number[]): Promise<unknown>
  remove(key: string): Promise<void>
  close(): void
}

const TIMEOUT_MS = 500

/**
 * Connects to `redis://` or `rediss://`, and reconnects after a loss. Waits half a second for the first connection;
 * calls without a connection reject at once.
 */
export async function openRedis(url: string): Promise<Redis> {
  // Loaded only if Redis is configured.
  const { Redis: Client } = await import('ioredis')
  const client = new Client(url, {
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    enableReadyCheck: false,
    disableClientInfo: true,
    // A call that was lost with its connection counts elsewhere, so it must not be sent again.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    // Detects a server that vanished silently.
    socketTimeout: 5000,
    retryStrategy: () => 1000,
  })
  // Calls during an outage reject, so the event needs no handling.
  client.on('error', () => {})
  await withTimeout(client.connect()).catch(() => {})
  return {
    run: (script, key, values) => withTimeout(client.eval(script, 1, key, ...values)),
    async remove(key) {
      await withTimeout(client.del(key))
    },
    close: () => client.disconnect(),
  }
}

async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  // A late rejection must not count as unhandled.
  answer.catch(() => {})
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Redis timed out')), TIMEOUT_MS)
  return Promise.race([answer, timedOut]).finally(() => clearTimeout(timer))
}
