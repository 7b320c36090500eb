// Breaks the leader of a PostgreSQL cluster again and again while shoppers order: killed, frozen, cut off in turn.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPatroni } from '#test/harness/cluster/database-node.ts'
import { databaseHosts } from '#test/harness/cluster/postgres-cluster.ts'
import { createHosts, edge, removeHosts, testHost } from '#test/harness/cluster/test-hosts.ts'
import { findProgram } from '#test/harness/deploy/packages.ts'
import { root } from '#test/project-files.ts'

const hosts = { ...databaseHosts, shop1: ['10.0.0.11'], shop2: ['10.0.0.12'], [edge]: ['10.0.0.5'] }
const MAX_ROUND_MS = 120_000
const MAX_START_MS = 300_000

/**
 * Three nodes of `deploy/patroni.yml`, and two shops behind `deploy/haproxy.cfg`, each in a network namespace of its own.
 * Needs root and Debian's packages. Throws if an acknowledged order is lost or double.
 */
export async function run(rounds = 20): Promise<void> {
  const programs = ['haproxy', 'ip', 'setpriv'].map((name) => findProgram(name))
  programs.push(findPatroni(), findProgram('etcd', 'etcd-server'), findProgram('runuser', 'postgresql'))
  if (programs.includes(undefined) || process.getuid?.() !== 0)
    return console.log('Skipped: it needs root, too.')
  const name = `haat${process.pid}`
  const folder = await mkdtemp(join(tmpdir(), 'haat-failover-'))
  await chmod(folder, 0o755)
  try {
    createHosts(name, hosts)
    const program = join(import.meta.dirname, '../../harness/cluster/failover-program.ts')
    const [command = '', ...args] = testHost(name, edge).command([
      process.execPath,
      program,
      name,
      folder,
      String(rounds),
    ])
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
    const timer = setTimeout(() => child.kill('SIGKILL'), MAX_START_MS + rounds * MAX_ROUND_MS)
    const [code] = (await once(child, 'exit')) as [number | null]
    clearTimeout(timer)
    if (code !== 0) throw new Error(`The run ended with ${code}`)
    await copyFile(join(folder, 'failover.svg'), join(root, 'docs/failover.svg'))
    console.log('The timeline is in docs/failover.svg.')
  } finally {
    removeHosts(name, hosts)
    await rm(folder, { recursive: true, force: true })
  }
}
