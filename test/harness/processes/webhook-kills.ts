import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/db/connect.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { root } from '#test/project-files.ts'
import { freePort } from '../app/free-port.ts'

/** Subjects that are written at the same time. */
const WRITERS = 8

interface Kills {
  db: Database
  /** How many events happen, about how many subjects. */
  events: number
  subjects: number
  /** How often the shop and the receiver are killed in turn, and how long each lives. */
  kills: number
  lifeMs: number
  /** Creates a webhook for `search.empty` at an address. */
  subscribe(url: string): Promise<unknown>
  /** Starts a shop that delivers. It prints something when it works. */
  startShop(): ChildProcess
}

/** What arrived. */
export interface Arrivals {
  /** Ids of the events that happened. */
  happened: number[]
  /** Arrivals by subject: ids in the order in which they arrived. */
  bySubject: Map<string, number[]>
  total: number
  /** Since the first event. */
  seconds: number
}

/** Kills shop and receiver with SIGKILL while events happen, until every event has arrived. */
export async function deliverUnderKills(options: Kills): Promise<Arrivals> {
  const { db, kills, lifeMs, subscribe, startShop } = options
  const folder = await mkdtemp(join(tmpdir(), 'haat-arrivals-'))
  const file = join(folder, 'arrivals')
  await writeFile(file, '')
  const port = await freePort()
  const receiver = keepAlive(() => startReceiver(file, port))
  await receiver.opened()
  await subscribe(`http://127.0.0.1:${port}/`)
  const shop = keepAlive(startShop)
  try {
    await shop.opened()
    const start = performance.now()
    const writing = writeEvents(options)
    for (let n = 0; n < kills; n++) {
      await wait(lifeMs)
      await (n % 2 === 0 ? shop : receiver).killAndRestart()
    }
    await writing
    const rows = await db
      .selectFrom('event')
      .select('id')
      .where('kind', '=', 'search.empty')
      .orderBy('id')
      .execute()
    const happened = rows.map(({ id }) => id)
    for (;;) {
      const arrived = await readArrivals(file)
      if (new Set(arrived.map(({ id }) => id)).size >= happened.length) {
        const bySubject = Map.groupBy(arrived, ({ subject }) => subject)
        return {
          happened,
          bySubject: new Map([...bySubject].map(([subject, list]) => [subject, list.map(({ id }) => id)])),
          total: arrived.length,
          seconds: (performance.now() - start) / 1000,
        }
      }
      await wait(50)
    }
  } finally {
    await Promise.all([shop.end(), receiver.end()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws if an event is missing, or an earlier one of a subject arrived after a later one. */
export function checkArrivals({ happened, bySubject }: Arrivals): void {
  const arrived = new Set([...bySubject.values()].flat())
  const missing = happened.filter((id) => !arrived.has(id))
  if (missing.length > 0) throw new Error(`Missing: ${missing.slice(0, 10).join(', ')}`)
  for (const [subject, ids] of bySubject) {
    const late = ids.find((id, n) => n > 0 && id < (ids[n - 1] ?? 0))
    if (late !== undefined) throw new Error(`${late} arrived late: ${subject}: ${ids.join(', ')}`)
  }
}

async function writeEvents({ db, events, subjects }: Kills): Promise<void> {
  const write = async (subject: number) => {
    for (let n = subject; n < events; n += subjects) {
      const event = {
        kind: 'search.empty',
        subject: `search:${subject}`,
        data: { q: String(subject) },
      } as const
      await db.transaction().execute((tx) => recordEvent(tx, 1, event))
    }
  }
  const rest = Array.from({ length: subjects }, (_, subject) => subject)
  const work = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await write(next)
  }
  await Promise.all(Array.from({ length: WRITERS }, work))
}

async function readArrivals(file: string): Promise<{ id: number; subject: string }[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  return lines.map((line) => {
    const { id, data } = JSON.parse(line) as { id: number; data: { q: string } }
    return { id, subject: data.q }
  })
}

/** A program that answers after it has written the event to a file. */
const startReceiver = (file: string, port: number) =>
  startCode(`import { appendFileSync } from 'node:fs'
    import { createServer } from 'node:http'
    createServer((request, response) => {
      let body = ''
      request.on('data', (bytes) => (body += bytes))
      request.on('end', () => {
        appendFileSync(${JSON.stringify(file)}, body + '\\n')
        response.end()
      })
    }).listen(${port}, '127.0.0.1', () => console.log('open'))`)

/** Runs code in a process of its own. */
export const startCode = (code: string): ChildProcess =>
  spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** A process that can be killed and started again. */
function keepAlive(start: () => ChildProcess) {
  let child = start()
  let opening = once(child.stdout ?? child, 'data')
  const kill = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    opened: () => opening,
    async killAndRestart() {
      await kill()
      child = start()
      opening = once(child.stdout ?? child, 'data')
      await opening
    },
    end: kill,
  }
}
