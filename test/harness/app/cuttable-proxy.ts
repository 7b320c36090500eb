import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

/** A proxy to a database that a test can cut and restore. */
export interface Cuttable {
  /** The URL of the database through the proxy. */
  through(url: string): string
  /** Ends all connections and refuses new ones, like a stopped server. */
  cut(): void
  /** Drops all data silently, like a lost network route. */
  silence(): void
  mend(): void
  close(): Promise<void>
}

/** Starts a working proxy: `const proxy = await cuttable(); testApp({ through: proxy.through })`. */
export async function cuttable(): Promise<Cuttable> {
  let state: 'open' | 'cut' | 'silent' = 'open'
  let reach: () => Socket
  const sockets = new Set<Socket>()

  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => state === 'open' && to.write(bytes))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (state !== 'silent') to.destroy()
    })
  }
  const server = createServer((socket) => {
    if (state === 'cut') return void socket.resetAndDestroy()
    if (state === 'silent') return void sockets.add(socket.on('error', () => {}))
    const onward = reach()
    pass(socket, onward)
    pass(onward, socket)
  })
  const hangUp = () => sockets.forEach((socket) => socket.destroy())
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
      state = 'cut'
      hangUp()
    },
    silence: () => void (state = 'silent'),
    mend() {
      if (state === 'open') return
      state = 'open'
      hangUp()
    },
    async close() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}
