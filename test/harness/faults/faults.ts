import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cuttable, Impairment } from '../app/cuttable-proxy.ts'

/** What a fault works on. */
export interface Victim {
  /** Between shop and database. */
  proxy: Cuttable
  /** The database without the proxy. */
  directUrl: string
  /** The processes of the database server, the first one its main process; empty if they must be left alone. */
  processes(): number[]
}

/** What a fault does to calls beside being slow. A call whose name is absent may be refused with 503 in time. */
export interface Fault {
  name: string
  /** Calls that must succeed during the fault. */
  harmless?: readonly string[]
  /** Begins the fault and returns how to end it. */
  begin(victim: Victim): Promise<() => Promise<void>>
}

const line = (name: string, how: Impairment): Fault => ({
  name,
  async begin({ proxy }) {
    proxy.impair(how)
    return async () => proxy.heal()
  },
})

/** Runs statements on a connection of its own, which stays open during the fault. */
const session = (name: string, statements: string, more: Partial<Fault> = {}): Fault => ({
  name,
  ...more,
  async begin({ directUrl }) {
    const client = await open(directUrl)
    await client.query(statements)
    return () => client.end()
  },
})

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'fault' })
  client.on('error', () => {})
  await client.connect()
  return client
}

const terminateAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name like 'haat%'`

/** Everything that `npm run test:stress -- faults` does to a database. */
export const faults: readonly Fault[] = [
  {
    name: 'connections refused',
    async begin({ proxy }) {
      proxy.cut()
      return async () => proxy.heal()
    },
  },
  {
    name: 'connections reset once',
    async begin({ proxy }) {
      proxy.hangUp()
      return async () => {}
    },
  },
  {
    name: 'flapping',
    async begin({ proxy }) {
      let isOver = false
      const flap = async () => {
        while (!isOver) {
          proxy.cut()
          await wait(300)
          proxy.heal()
          await wait(300)
        }
      }
      const flapping = flap()
      return async () => {
        isOver = true
        await flapping
      }
    },
  },
  line('packets lost', { loses: true }),
  line('packets held, then delivered', { holds: true }),
  line('listener deaf', { loses: true, only: 'haat listener' }),
  line('latency 200 ms', { delayMs: 200 }),
  line('latency 2 s', { delayMs: 2000 }),
  line('1 kB a second', { bytesPerSecond: 1000 }),
  line('sliced', { sliceBytes: 7 }),
  line('cut after 50 kB', { cutAfterBytes: 50_000 }),
  session('lock table product', 'begin; lock table product in access exclusive mode', {
    harmless: ['session'],
  }),
  session('lock of every stock level', 'begin; select from stock_level for update', {
    harmless: ['session', 'uncached page', 'read cart', 'product table'],
  }),
  session('terminated connections', terminateAll),
  {
    name: 'read-only database',
    async begin({ directUrl }) {
      const client = await open(directUrl)
      const database = client.escapeIdentifier(client.database ?? '')
      await client.query(`alter database ${database} set default_transaction_read_only = on; ${terminateAll}`)
      return async () => {
        await client.query('set default_transaction_read_only = off')
        await client.query(`alter database ${database} reset default_transaction_read_only; ${terminateAll}`)
        await client.end()
      }
    },
  },
  {
    name: 'connections exhausted',
    async begin({ directUrl }) {
      const clients: pg.Client[] = []
      const control = await open(directUrl)
      await control.query(terminateAll)
      try {
        for (;;) clients.push(await open(directUrl))
      } catch {
        // The server has no more.
      }
      await control.query(terminateAll)
      const refill = setInterval(
        () =>
          void open(directUrl).then(
            (client) => clients.push(client),
            () => {},
          ),
        20,
      )
      return async () => {
        clearInterval(refill)
        await wait(100)
        await Promise.all([control, ...clients].map((client) => client.end()))
      }
    },
  },
  {
    name: 'immediate restart',
    async begin({ processes }) {
      const [main] = processes()
      if (main) process.kill(main, 'SIGQUIT')
      return async () => {}
    },
  },
  {
    name: 'frozen server',
    async begin({ processes }) {
      const frozen = processes()
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      return async () => {
        for (const pid of frozen) process.kill(pid, 'SIGCONT')
      }
    },
  },
]
