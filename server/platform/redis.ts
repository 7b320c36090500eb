/** A Redis server, as far as counting needs it. */
export interface Redis {
  /** Runs a script on one key, as a whole or not at all; rejects where the server cannot, or takes too long. */
  run(script: string, key: string, values: readonly number[]): Promise<unknown>
  remove(key: string): Promise<void>
  close(): void
}

/** Each wait for the server ends within this many milliseconds. */
const waitLimit = 500

/**
 * Connects to `redis://` or `rediss://`, and again whenever the connection is lost. Waits for the first connection half
 * a second at most: without one, everything that is asked is refused at once, until there is one.
 */
export async function openRedis(url: string): Promise<Redis> {
  // Loaded only where there is a Redis.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    // A server that has gone in silence is noticed: what is asked every 2 s must be answered.
    pingInterval: 2000,
    socket: { connectTimeout: 2000, socketTimeout: 5000, reconnectStrategy: () => 1000 },
  })
  // Whoever asks meanwhile is told.
  client.on('error', () => {})
  await inTime(client.connect()).catch(() => {})
  return {
    run: (script, key, values) => inTime(client.eval(script, { keys: [key], arguments: values.map(String) })),
    async remove(key) {
      await inTime(client.del(key))
    },
    close() {
      if (client.isOpen) client.destroy()
    },
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  // Of what comes too late nobody hears.
  answer.catch(() => {})
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const patience = setTimeout(() => reject(new Error('Redis does not answer in time')), waitLimit)
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(patience))
}
