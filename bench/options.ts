import { parseArgs } from 'node:util'

/** The measurements, in the order of the table. */
export const suiteNames = [
  'pages',
  'encodings',
  'revalidation',
  'fast-path',
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

/** The sizes of the measurements. Times are in seconds. */
export interface Options {
  quick: boolean
  suites: readonly SuiteName[]
  /** Connections of the load client. */
  connections: number
  /** Rounds in which the servers are loaded in turn. */
  rounds: number
  /** Seconds of load per server and round. */
  turn: number
  /** Uncached pages per kind and size. */
  renders: number
  /** Uncached lists, one after another. */
  lists: number
  /** Pages of each dashboard table. */
  tables: number
  /** Signed-in customers, each with a cart. */
  customers: number
  /** Sign-ins per second. */
  signIns: number
  /** Seconds of load before memory is read. */
  memoryLoad: number
  /** Products of the shop whose memory is read. */
  memoryProducts: number
  /** Products, and orders, of the large shop. */
  manyProducts: number
  /** Products of the compared shops, smallest first. */
  growth: readonly number[]
  /** Uncached pages per kind in each of these shops. */
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

/** Shows that everything runs. Its figures mean little. */
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

/** A million products take minutes to generate, so they are not part of a normal run. */
const growth = { full: '1000,10000,100000', short: '500,2000' }

export const usage = `Usage: npm run bench -- [--quick] [--only ${suiteNames.join(',')}] [--growth ${growth.full}] [--NAME NUMBER]
--quick   small and short: shows that everything runs, judges nothing, keeps nothing
--only    some of the measurements, separated by commas
--growth  products of the shops that are compared with one another, such as 1000,1000000
Numbers:  ${Object.entries(full)
  .map(([name, value]) => `--${name} ${value}`)
  .join(' ')}`

/** Reads the command line. Throws an error with a sentence for the user. */
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
