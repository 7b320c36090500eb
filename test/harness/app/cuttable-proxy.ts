import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** What is wrong with the line to the database. */
export interface Impairment {
  /** Added to the way to the database, and so to each round trip. */
  delayMs?: number
  /** In each direction of each connection. */
  bytesPerSecond?: number
  /** Data arrives in pieces of this size. */
  sliceBytes?: number
  /** A connection is reset after so many bytes. */
  cutAfterBytes?: number
  /** Data is lost, and a connection that has lost any is dead from then on, also after the line is healed. */
  loses?: true
  /** Data waits and arrives when the line is healed. */
  holds?: true
  /** Only for connections whose first message contains this, such as the name of the application. */
  only?: string
}

/** A proxy to a database that a test can cut and restore. */
export interface Cuttable {
  /** The URL of the database through the proxy. */
  through(url: string): string
  /** Ends all connections and refuses new ones, like a stopped server. */
  cut(): void
  /** Drops all data silently, like a lost network route. */
  silence(): void
  /** Passes data on badly until `heal`. */
  impair(how: Impairment): void
  /** Accepts connections and passes data on again. Open connections stay as they are. */
  heal(): void
  /** Ends all connections, unless the line works, and heals it. */
  mend(): void
  /** Ends all connections. */
  hangUp(): void
  close(): Promise<void>
}

const SLICE_PAUSE_MS = 1
/** A slow line sends in pieces of this size. */
const SLOW_SLICE_BYTES = 64

/** Starts a working proxy: `const proxy = await cuttable(); testApp({ through: proxy.through })`. */
export async function cuttable(): Promise<Cuttable> {
  let isCut = false
  let line: Impairment | undefined
  let healed = Promise.withResolvers<void>()
  let reach: () => Socket
  const sockets = new Set<Socket>()

  const join = (client: Socket, database: Socket) => {
    let isDead = false
    let passed = 0
    let firstMessage: Buffer | undefined
    /** What is wrong with the line for this connection. */
    const lineNow = () => (line?.only && !firstMessage?.includes(line.only) ? undefined : line)

    const pass = (from: Socket, to: Socket, isRequest: boolean) => {
      let before = Promise.resolve()
      const deliver = async (bytes: Buffer, arrivedAt: number) => {
        const how = lineNow()
        if (how?.loses) isDead = true
        if (how?.holds) await healed.promise
        if (how?.delayMs && isRequest) await wait(arrivedAt + how.delayMs - performance.now())
        const size = how?.sliceBytes ?? (how?.bytesPerSecond ? SLOW_SLICE_BYTES : bytes.length)
        for (let start = 0; start < bytes.length && !isDead; start += size) {
          const piece = bytes.subarray(start, start + size)
          passed += piece.length
          if (how?.cutAfterBytes && passed > how.cutAfterBytes) {
            for (const end of [from, to]) end.destroy()
            return
          }
          if (how?.bytesPerSecond) await wait((piece.length * 1000) / how.bytesPerSecond)
          else if (how?.sliceBytes) await wait(SLICE_PAUSE_MS)
          to.write(piece)
        }
      }
      from.on('data', (bytes) => {
        if (isRequest) firstMessage ??= bytes
        const arrivedAt = performance.now()
        before = before.then(() => deliver(bytes, arrivedAt))
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        // The end of a connection travels on the same line.
        const how = lineNow()
        void before
          .then(() => (how?.loses || how?.holds ? healed.promise : undefined))
          .then(() => to.destroy())
      })
      sockets.add(from)
    }
    pass(client, database, true)
    pass(database, client, false)
  }
  const server = createServer((socket) => {
    if (isCut) socket.on('error', () => {}).resetAndDestroy()
    else join(socket, reach())
  })
  const hangUp = () => sockets.forEach((socket) => socket.destroy())
  const heal = () => {
    isCut = false
    line = undefined
    healed.resolve()
    healed = Promise.withResolvers()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    through(url) {
      const { host, port, user, password, database } = new pg.Client({ connectionString: url })
      reach = () => (host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host))
      const own = new URL('postgres://127.0.0.1')
      own.port = String((server.address() as AddressInfo).port)
      own.username = user ?? ''
      own.password = password ?? ''
      own.pathname = `/${database}`
      return own.href
    },
    cut() {
      isCut = true
      hangUp()
    },
    silence: () => void (line = { loses: true }),
    impair: (how) => void (line = how),
    heal,
    mend() {
      if (!isCut && !line) return
      hangUp()
      heal()
    },
    hangUp,
    async close() {
      hangUp()
      heal()
      server.close()
      await once(server, 'close')
    },
  }
}
