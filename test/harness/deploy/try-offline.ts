import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '#test/project-files.ts'
import { findProgram } from './packages.ts'

const MAX_START_MS = 60_000
const execute = promisify(execFile)

/** Runs `npm start` of this built checkout where there is no network but loopback. Returns the problems. */
export async function tryOffline(): Promise<string[]> {
  const unshare = findProgram('unshare', 'util-linux')
  if (unshare === undefined) return []
  if (process.getuid?.() !== 0) {
    console.log('Skipped: npm start without a network (only root may make a network namespace)')
    return []
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-offline-'))
  const command = 'ip link set lo up && exec npm start'
  const shop = spawn(unshare, ['--net', 'sh', '-c', command], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', DEMO: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [shop.stdout, shop.stderr])
    stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const ended = once(shop, 'close')
  const began = performance.now()
  const address = () => /open at (\S+)/.exec(printed)?.[1]
  try {
    while (!address() && shop.exitCode === null && performance.now() - began < MAX_START_MS) await wait(50)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const fetchIt = `const answer = await fetch('${address()}'); if (!answer.ok) throw new Error(answer.status)`
    await execute('nsenter', ['--target', String(shop.pid), '--net', process.execPath, '-e', fetchIt])
    console.log(`npm start without a network: open after ${seconds} s, / is 200`)
    return []
  } catch (error) {
    return [`npm start without a network: ${String(error)}\n${printed}`]
  } finally {
    shop.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}
