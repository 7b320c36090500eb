// `npm run bench`: measures the suites, prints their rows, and after a run of everything writes bench/results.md.

import { cpus, loadavg, totalmem } from 'node:os'
import { readOptions, usage, type Options, type SuiteName } from './options.ts'
import { commitOfCheckout, saveResults } from './report/checkout.ts'
import { countMet } from './report/results.ts'
import type { Row } from './report/row.ts'
import { asText } from './report/text-table.ts'
import { prepareShops, type Shops } from './shops/shops.ts'
import { measureCart } from './suites/cart.ts'
import { measureDashboard } from './suites/dashboard.ts'
import { measureFirstTime } from './suites/pages/first-time.ts'
import { measureFastPath } from './suites/pages/fast-path.ts'
import { measureGrowth } from './suites/growth.ts'
import { measureImages } from './suites/images.ts'
import { measureJavascript } from './suites/pages/javascript.ts'
import { measureLighthouse } from './suites/pages/lighthouse.ts'
import { measureMemory } from './suites/memory.ts'
import { measureOrders } from './suites/orders.ts'
import { measurePages } from './suites/pages/pages.ts'
import { measurePersonal } from './suites/personal.ts'
import { measureProcesses } from './suites/processes.ts'
import { measureSearch } from './suites/search.ts'
import { measureSignin } from './suites/signin.ts'
import { measureUncached } from './suites/pages/uncached.ts'
import { measureVolume } from './suites/volume/volume.ts'

const suites: Record<SuiteName, (shops: Shops, options: Options) => Promise<Row[]>> = {
  memory: measureMemory,
  pages: measurePages,
  'fast-path': measureFastPath,
  cart: measureCart,
  personal: measurePersonal,
  orders: measureOrders,
  processes: measureProcesses,
  signin: measureSignin,
  'first-time': measureFirstTime,
  uncached: measureUncached,
  growth: measureGrowth,
  dashboard: measureDashboard,
  images: measureImages,
  search: measureSearch,
  volume: measureVolume,
  javascript: measureJavascript,
  lighthouse: measureLighthouse,
}

/** A core that is busy for a quarter of the time disturbs what is measured on it. */
const MAX_IDLE_LOAD_PER_CORE = 0.25

function optionsOrUsage(args: string[]) {
  try {
    return readOptions(args)
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    return process.exit(2)
  }
}

/** A suite that fails counts as a missed mark; the others continue. */
async function measure(name: SuiteName, shops: Shops, options: Options): Promise<Row[]> {
  try {
    return await suites[name](shops, options)
  } catch (error) {
    console.error(error)
    return [{ what: name, measured: 'failed', met: false, how: String(error).split('\n')[0] ?? '' }]
  }
}

async function main(args: string[]): Promise<void> {
  const options = optionsOrUsage(args)
  const isWhole = args.length === 0
  const load = loadavg()[0] ?? 0
  const cores = cpus().length
  const busy = load > MAX_IDLE_LOAD_PER_CORE * cores
  const commit = commitOfCheckout()
  const memory = `${Math.round(totalmem() / 1e9)} GB of memory`
  const machine = `${cores} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${memory}, Node ${process.versions.node}`
  console.error(`${machine}; load average ${load.toFixed(2)}${busy ? ': the machine is NOT idle' : ''}`)
  const unsaved = 'bench/results.md stays as it is: the checkout has uncommitted changes'
  if (isWhole && !commit) console.error(unsaved)

  const rows: Row[] = []
  const seconds: Record<string, number> = {}
  const shops = prepareShops(options)
  try {
    for (const name of options.suites) {
      const start = performance.now()
      rows.push(...(await measure(name, shops, options)))
      seconds[name] = (performance.now() - start) / 1000
      console.error(`${name}: ${seconds[name].toFixed(0)} s`)
    }
  } finally {
    await shops.stop()
  }

  const minutes = Object.values(seconds).reduce((sum, each) => sum + each, 0) / 60
  console.log(asText(rows))
  console.log(`\n${machine}; ${minutes.toFixed(1)} minutes; ${countMet(rows)} marks met`)
  if (options.quick) return
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
  if (!isWhole) return
  // A commit made during the run would put its name on figures of the one before.
  if (commit && commit.hash === commitOfCheckout()?.hash)
    saveResults({ commit, machine, load, busy, seconds, rows })
  else console.log(unsaved)
}

await main(process.argv.slice(2))
