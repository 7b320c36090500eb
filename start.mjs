// What `npm start` runs. On the Node that package.json pins this is the server itself. On another one, `prestart` has not
// been run, because npm is told to run no scripts (ignore-scripts): then this sets up, and goes on with the right one.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const inRoot = (path) => fileURLToPath(new URL(path, import.meta.url))
const { dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))

// The C library of Linux gives every thread of Node a store of memory of its own, and what lay there unused was a fifth of
// the shop. One for all has to be asked for before the program begins.
const env = { MALLOC_ARENA_MAX: '1', ...process.env }

if (process.version === `v${dependencies.node}`) {
  if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
    const { execPath, execArgv, argv } = process
    process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], env)
  }
  await import('./server/main.ts')
} else {
  const { pinnedNode } = await import('./setup.mjs')
  const server = spawn(
    pinnedNode,
    [...process.execArgv, inRoot('server/main.ts'), ...process.argv.slice(2)],
    { stdio: 'inherit', env },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.once('exit', (code) => process.exit(code ?? 1))
}
