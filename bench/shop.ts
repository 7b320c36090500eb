import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { ask } from './load/request.ts'

/** A shop as `npm start` runs it, with a database of its own in a temporary folder. */
export interface Shop {
  port: number
  /** Of the process that serves; its children are the database. */
  pid: number
  dataDir: string
  /** How long the demo catalogue and the generated products took, in seconds; 0 where none were generated. */
  fillTime: number
  stop: () => Promise<void>
}

const startLimit = 120_000

/**
 * Makes a shop with the demo catalogue and that many generated products, starts it in so many processes, and waits until
 * it is ready.
 */
export async function startShop(generatedProducts: number, processes = 1): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-bench-'))
  const port = await freePort()
  const logFile = join(dataDir, 'bench.log')
  const log = openSync(logFile, 'a')
  const run = (...script: string[]) =>
    spawn(process.execPath, script, {
      cwd: new URL('..', import.meta.url),
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        RATE_LIMITS: 'off',
        DATABASE_URL: '',
        WEB_CONCURRENCY: String(processes),
      },
      stdio: ['ignore', log, log],
    })
  let server: ChildProcess | undefined
  let fillTime = 0
  const stop = async () => {
    if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    if (generatedProducts > 0) {
      const start = performance.now()
      const [code] = (await once(run('demo/generate.cli.ts', String(generatedProducts)), 'exit')) as [number]
      if (code !== 0) throw new Error('The products could not be generated')
      fillTime = (performance.now() - start) / 1000
    }
    server = run(...(await startCommand()))
    await untilReady(port, server, processes)
  } catch (error) {
    const lastWords = (await readFile(logFile, 'utf8')).slice(-2000)
    await stop()
    throw new Error(`${String(error)}\n${lastWords}`, { cause: error })
  }
  return { port, pid: server.pid ?? 0, dataDir, fillTime, stop }
}

/** What `npm start` gives to Node: options and file. */
async function startCommand(): Promise<string[]> {
  const file = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  const { scripts } = JSON.parse(file) as { scripts: { start: string } }
  const command = /^exec node (.+)$/.exec(scripts.start)?.[1]
  if (!command) throw new Error(`npm start is not understood: ${scripts.start}`)
  return command.split(' ')
}

async function untilReady(port: number, server: ChildProcess, processes: number) {
  const limit = Date.now() + startLimit
  while (Date.now() < limit && server.exitCode === null) {
    const get = (path: string) => ask(port, { method: 'GET', path }).catch(() => undefined)
    const isReady = (await get('/readyz'))?.status === 200
    if (isReady && (await get('/metrics'))?.body.toString().includes(`\nshop_processes ${processes}\n`))
      return
    await sleep(100)
  }
  throw new Error('The shop did not become ready')
}
