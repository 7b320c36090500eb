// Faults of the line to the database and of the database itself, while shoppers and staff use the shop. The table at the end
// has a row for each fault and call.

import { join } from 'node:path'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { cuttable } from '#test/harness/app/cuttable-proxy.ts'
import { prepareFaultWorld } from '#test/harness/faults/fault-calls.ts'
import { runFault, type Cell, type FaultLimits } from '#test/harness/faults/fault-run.ts'
import { faults, type Fault } from '#test/harness/faults/faults.ts'
import { inFolder, type Report } from '#test/harness/processes/kill-folder.ts'
import { childrenOf, startKillable } from '#test/harness/processes/killable-shop.ts'

/** Each fault lasts that many seconds and meets that many callers of each call. Throws if a call breaks its promise. */
export async function run(seconds = 5, callers = 2): Promise<void> {
  const answerMs = { cached: 50, read: 3000, write: 5000 }
  const limits = { seconds, callers, answerMs, recoveryMs: 5000 }
  const cells = await runFaults(faults, limits, console.log)
  const rows = cells.map(({ problems, undisturbedMs, slowestMs, recoveredMs, ...cell }) => ({
    ...cell,
    'cached alone, median ms': Math.round(undisturbedMs),
    'slowest ms': Math.round(slowestMs),
    'well again after ms': Math.round(recoveredMs),
    problems: problems.join('; '),
  }))
  console.table(rows)
  const broken = cells.filter(({ problems }) => problems.length > 0)
  if (broken.length > 0) throw new Error(`${broken.length} of ${cells.length} cells broke their promise.`)
}

/** Runs these faults one after the other on one shop with its own database server. Returns one cell per fault and call. */
export async function runFaults(
  chosen: readonly Fault[],
  limits: FaultLimits,
  report: Report,
  env: Record<string, string> = {},
): Promise<Cell[]> {
  return inFolder(async (dataDir) => {
    const settings = { fsync: 'off', max_connections: '60' }
    const server = await startEmbedded(join(dataDir, 'database'), { durable: false, settings })
    const proxy = await cuttable()
    const shop = startKillable(dataDir, {
      DATABASE_URL: proxy.through(server.url),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...env,
    })
    const db = connect(server.url, { max: 1, limits: false })
    const processes = () => {
      const { pid } = server
      return pid === undefined ? [] : [pid, ...childrenOf(pid).map((child) => child.pid)]
    }
    try {
      const world = await prepareFaultWorld(db, await shop.opened)
      const victim = { proxy, directUrl: server.url, processes }
      const cells: Cell[] = []
      for (const fault of chosen) {
        const found = await runFault(db, fault, { world, victim, limits })
        cells.push(...found)
        const problems = found.flatMap((cell) => cell.problems.map((problem) => `${cell.call}: ${problem}`))
        const slowest = Math.max(...found.map(({ recoveredMs }) => recoveredMs))
        report([`${fault.name}: well again after ${Math.round(slowest)} ms`, ...problems].join('; '))
      }
      const findings = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
      if (findings.length > 0) throw new Error(`Reconciliation found ${JSON.stringify(findings.slice(0, 3))}`)
      return cells
    } finally {
      await shop.stop()
      await db.destroy()
      await proxy.close()
      await server.stop()
    }
  })
}
