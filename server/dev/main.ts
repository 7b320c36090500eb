// `npm run dev` keeps the database open and runs server.ts. It restarts server.ts when a file of the server changes;
// Vite updates the pages without a restart. During a restart a stand-in answers.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connectionsOf } from '#server/db/connect.ts'
import { openDatabase } from '#server/db/open.ts'
import { shutdownOnSignal } from '#server/shutdown.ts'
import { StartError } from '#server/start-error.ts'
import { createStandIn, type StandIn } from './stand-in.ts'

/** To server.ts: open the shop, or listen. */
export type ServerTask = { kind: 'open'; databaseUrl: string } | { kind: 'listen' }
/** From server.ts: free the port, because the shop is about to listen. */
export type PortRequest = 'port'

const root = join(import.meta.dirname, '../..')
const watchedFolders = ['server', 'client', 'contract', 'demo']
/** Editors and `git` write several files at once. */
const SETTLE_MS = 100

const shutdown = shutdownOnSignal()
const print = (sentence: string) => console.log(sentence)

async function run(): Promise<void> {
  const config = prepareDataDir(readConfig())
  const standIn = createStandIn(config)
  await standIn.open()
  let server = startServer(standIn)
  let stopDatabase = async () => {}
  shutdown.add(async () => {
    await stop(server)
    await standIn.close()
    await stopDatabase()
  }, 45_000)
  const database = await openDatabase(config, print, connectionsOf(1))
  stopDatabase = database.stop
  const { url: databaseUrl } = database
  const open = (child: ChildProcess) => send(child, { kind: 'open', databaseUrl })
  open(server)

  let restarting: Promise<void> | undefined
  const restart = async () => {
    void standIn.open()
    await stop(server)
    if (shutdown.started) return
    server = startServer(standIn)
    open(server)
  }
  let timer: NodeJS.Timeout | undefined
  const onChange = (_event: string, file: string | null) => {
    if (!file || !/(?<!\.test)\.(ts|sql)$/.test(file) || shutdown.started) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      print(`${file} has changed: the server restarts`)
      restarting = (restarting ?? Promise.resolve()).then(restart)
    }, SETTLE_MS)
  }
  for (const folder of watchedFolders) watch(join(root, folder), { recursive: true }, onChange)
}

const send = (child: ChildProcess, task: ServerTask) => child.connected && child.send(task)

function startServer(standIn: StandIn): ChildProcess {
  const env = { ...process.env, NODE_ENV: 'development', PORT: String(standIn.port()) }
  // Vite picks the development files of packages, so Node must too: two copies of React Router do not work together.
  const execArgv = [...process.execArgv, '--conditions=development']
  const child = fork(join(import.meta.dirname, 'server.ts'), { env, execArgv })
  child.on('message', (_request: PortRequest) => {
    void standIn.close().then(() => send(child, { kind: 'listen' }))
  })
  child.once('exit', (code) => {
    if (code === 0 || shutdown.started) return
    print('The server stopped. It starts again after the next change.')
    void standIn.open()
  })
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  // Not SIGTERM, at which a part of React Router's plugin would end the process at once, with an error.
  if (child.connected) child.disconnect()
  await exited
}

await run().catch(async (error: unknown) => {
  if (!shutdown.started) console.error(error instanceof StartError ? error.message : error)
  await shutdown.begin(1)
})
