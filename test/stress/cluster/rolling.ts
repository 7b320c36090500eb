// Restarts two hosts behind HAProxy in turn under load: with the same code, and from an older version to this one.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restartInTurn, type Version } from '#test/harness/cluster/rolling-restart.ts'
import { findProgram } from '#test/harness/deploy/packages.ts'
import { root } from '#test/project-files.ts'

/**
 * `rate` requests per second. The older version is the one before the last `migrations` migrations, so that its hosts serve on
 * the new tables for a while. Throws if a request fails, or an order is lost or double.
 */
export async function run(rate = 200, migrations = 2): Promise<void> {
  const program = findProgram('haproxy')
  if (program === undefined) return
  const now: Version = { name: 'this version', root, drains: true }
  const folder = await mkdtemp(join(tmpdir(), 'haat-older-'))
  try {
    const older = await checkOut(folder, migrations)
    const versions = older ? [older, older, now] : [now, now]
    const begin = performance.now()
    const { statuses, orders } = await restartInTurn({ program, rate, versions })
    const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const seconds = (performance.now() - begin) / 1000
    console.log(
      `${versions.map(({ name }) => name).join(', then ')}: ${(versions.length - 1) * 2} restarts in ${seconds.toFixed(0)} s, ${sent} requests at ${rate} per second: ${JSON.stringify(statuses)}; ${orders.acknowledged} orders acknowledged, ${orders.stored} stored.`,
    )
    const failed = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '201')
    if (failed.length > 0 || orders.acknowledged !== orders.stored) throw new Error('A request failed')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checks out and builds the version before the last migrations; undefined where the history is not there. */
async function checkOut(folder: string, migrations: number): Promise<Version | undefined> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const files = git('ls-files', 'server/db/migrations/*.sql').split('\n')
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', files.at(-migrations) ?? '')
  try {
    const commit = git('rev-parse', `${added}^`)
    git('clone', '--quiet', '--no-checkout', root, folder)
    execFileSync('git', ['checkout', '--quiet', commit], { cwd: folder })
    execFileSync(process.execPath, ['setup.mjs'], { cwd: folder, stdio: 'ignore' })
    const drains = readFileSync(join(folder, 'server/config.ts'), 'utf8').includes('DRAIN_SECONDS')
    return { name: `version ${commit.slice(0, 8)}`, root: folder, drains }
  } catch (error) {
    console.log(`Skipped: an older version cannot be built here (${String(error)})`)
    return undefined
  }
}
