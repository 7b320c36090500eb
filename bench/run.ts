import { readOptions, usage, type Options, type SuiteName } from './options.ts'
import { asText, machine, saveResults } from './report/report.ts'
import type { Row } from './report/row.ts'
import { prepareShops, type Shops } from './shops/shops.ts'
import { measureCart } from './suites/cart.ts'
import { measureDashboard } from './suites/dashboard.ts'
import { measureEncodings } from './suites/pages/encodings.ts'
import { measureFastPath } from './suites/pages/fast-path.ts'
import { measureGrowth } from './suites/growth.ts'
import { measureJavascript } from './suites/pages/javascript.ts'
import { measureLighthouse } from './suites/pages/lighthouse.ts'
import { measureList } from './suites/list.ts'
import { measureMemory } from './suites/memory.ts'
import { measureOrders } from './suites/orders.ts'
import { measurePages } from './suites/pages/pages.ts'
import { measureProcesses } from './suites/processes.ts'
import { measureRender } from './suites/pages/render.ts'
import { measureRevalidation } from './suites/pages/revalidation.ts'
import { measureSignin } from './suites/signin.ts'
import { measureUncached } from './suites/pages/uncached.ts'

const suites: Record<SuiteName, (shops: Shops, options: Options) => Promise<Row[]>> = {
  pages: measurePages,
  encodings: measureEncodings,
  revalidation: measureRevalidation,
  'fast-path': measureFastPath,
  list: measureList,
  uncached: measureUncached,
  dashboard: measureDashboard,
  cart: measureCart,
  orders: measureOrders,
  processes: measureProcesses,
  signin: measureSignin,
  render: measureRender,
  growth: measureGrowth,
  memory: measureMemory,
  javascript: measureJavascript,
  lighthouse: measureLighthouse,
}

function optionsOrUsage() {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    return process.exit(2)
  }
}

/** A measurement that fails counts as a missed target; the others continue. */
async function measure(name: SuiteName): Promise<Row[]> {
  console.error(`${sinceBegin()} ${name}`)
  try {
    return await suites[name](shops, options)
  } catch (error) {
    console.error(error)
    return [{ what: name, measured: 'failed', met: false, detail: String(error).split('\n')[0] ?? '' }]
  }
}

const options = optionsOrUsage()
const shops = prepareShops(options)
const begin = Date.now()
const sinceBegin = () => `${Math.round((Date.now() - begin) / 1000)} s`
const rows: Row[] = []
try {
  for (const name of options.suites) rows.push(...(await measure(name)))
} finally {
  await shops.stop()
}

console.log(`${asText(rows)}\n\n${machine}; took ${sinceBegin()}`)
if (!options.quick) {
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ').replace(/ --$/, '')
  if (!saveResults(rows, command)) console.log('Not saved: the checkout has uncommitted changes.')
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
}
