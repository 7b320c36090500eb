import { parseArgs } from 'node:util'

/** What can be measured, in the order of the table. */
export const suiteNames = [
  'pages',
  'revalidation',
  'list',
  'uncached',
  'dashboard',
  'cart',
  'orders',
  'processes',
  'signin',
  'render',
  'growth',
  'memory',
  'javascript',
  'lighthouse',
] as const
export type SuiteName = (typeof suiteNames)[number]

/** How much is measured. Times in seconds. */
export interface Options {
  quick: boolean
  suites: readonly SuiteName[]
  /** Connections of the load client. */
  connections: number
  /** Rounds in which the servers are loaded in turn. */
  rounds: number
  /** Length of one server's turn. */
  turn: number
  /** Pages rendered anew, of each kind and size. */
  renders: number
  /** Lists asked for one after another, past the cache. */
  lists: number
  /** Pages of each of the dashboard's tables. */
  tables: number
  /** Customers who are signed in, each with a cart. */
  customers: number
  /** Sign-ins that arrive in a second. */
  signIns: number
  /** Length of the load before memory is read. */
  memoryLoad: number
  /** Products of the shop whose memory is read. */
  memoryProducts: number
  /** Products of the large shop, and orders. */
  manyProducts: number
  /** Products of the shops that are compared with one another, the smallest first. */
  growth: readonly number[]
  /** Pages of each kind made anew in each of these. */
  growthPages: number
  lighthouseRuns: number
}

const full = {
  connections: 16,
  rounds: 7,
  turn: 2,
  renders: 150,
  lists: 500,
  tables: 800,
  customers: 128,
  signIns: 200,
  memoryLoad: 60,
  memoryProducts: 10_000,
  manyProducts: 100_000,
  growthPages: 200,
  lighthouseRuns: 3,
}

/** Shows that everything runs; its figures mean little. */
const short: typeof full = {
  ...full,
  rounds: 3,
  turn: 0.5,
  renders: 20,
  lists: 50,
  tables: 50,
  customers: 16,
  memoryLoad: 5,
  memoryProducts: 1_000,
  manyProducts: 2_000,
  growthPages: 20,
  lighthouseRuns: 1,
}

/** A million takes minutes to make, and so has to be asked for. */
const growth = { full: '1000,10000,100000', short: '500,2000' }

export const usage = `Usage: npm run bench -- [--quick] [--only ${suiteNames.join(',')}] [--growth ${growth.full}] [--NAME NUMBER]
--quick   small and short: shows that everything runs, judges nothing, keeps nothing
--only    some of the measurements, separated by commas
--growth  products of the shops that are compared with one another, such as 1000,1000000
Numbers:  ${Object.entries(full)
  .map(([name, value]) => `--${name} ${value}`)
  .join(' ')}`

/** Reads the command line. Throws an error with a sentence for the person who typed it. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: suiteNames.join(',') },
      growth: { type: 'string' },
      ...(Object.fromEntries(Object.keys(full).map((name) => [name, { type: 'string' }])) as Record<
        keyof typeof full,
        { type: 'string' }
      >),
    },
  })
  const wanted = values.only.split(',')
  const unknown = wanted.find((name) => !suiteNames.some((suite) => suite === name))
  if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${suiteNames.join(', ')}`)
  const numbers = { ...(values.quick ? short : full) }
  for (const name of Object.keys(full) as (keyof typeof full)[]) {
    const text = values[name]
    if (text === undefined) continue
    if (!(Number(text) > 0)) throw new Error(`--${name} must be a number above 0 (it is "${text}")`)
    numbers[name] = Number(text)
  }
  const suites = suiteNames.filter((name) => wanted.includes(name))
  const sizes = readSizes(values.growth ?? (values.quick ? growth.short : growth.full))
  return { ...numbers, quick: values.quick, suites, growth: sizes }
}

function readSizes(text: string): number[] {
  const sizes = text.split(',').map(Number)
  if (sizes.every((size) => Number.isInteger(size) && size > 0)) return sizes.sort((a, b) => a - b)
  throw new Error(`--growth must be whole numbers above 0, separated by commas (it is "${text}")`)
}
