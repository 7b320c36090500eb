import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/harness/app/free-port.ts'
import { ask } from '../load/request.ts'

/** A shop as `npm start` runs it, with its own database in a temporary folder. */
export interface Shop {
  port: number
  /** Process id of the server; its children are the database. */
  pid: number
  dataDir: string
  /** Stops it and removes its data. A second call does nothing. */
  stop: () => Promise<void>
}

const startLimit = 120_000

/**
 * Creates a shop with the demo catalog and generated products, starts it in a number of processes, and waits until it
 * is ready.
 */
export async function startShop(generatedProducts: number, processes = 1): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-bench-'))
  const port = await freePort()
  const logFile = join(dataDir, 'bench.log')
  const log = openSync(logFile, 'a')
  const run = (...script: string[]) =>
    spawn(process.execPath, script, {
      cwd: new URL('../..', import.meta.url),
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
  const stop = async () => {
    if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    if (generatedProducts > 0) {
      const start = performance.now()
      const [code] = (await once(run('demo/generate.cli.ts', String(generatedProducts)), 'exit')) as [number]
      if (code !== 0) throw new Error('The products could not be generated')
      const seconds = ((performance.now() - start) / 1000).toFixed(0)
      console.error(`${generatedProducts.toLocaleString('en')} products generated in ${seconds} s`)
    }
    server = run(...(await startCommand()))
    await untilReady(port, server, processes)
  } catch (error) {
    const lastWords = (await readFile(logFile, 'utf8')).slice(-2000)
    await stop()
    throw new Error(`${String(error)}\n${lastWords}`, { cause: error })
  }
  return { port, pid: server.pid ?? 0, dataDir, stop }
}

/** The options and the file that `npm start` passes to Node. */
async function startCommand(): Promise<string[]> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
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
