import { parseArgs } from 'node:util'

/**
 * The suites, in the order of the table. Memory is first: the shops of other suites would share pages with the measured
 * one, and its share would look smaller. Volume changes the products of the large shop, so it follows all that read them.
 */
export const suiteNames = [
  'memory',
  'pages',
  'fast-path',
  'cart',
  'personal',
  'orders',
  'processes',
  'signin',
  'first-time',
  'uncached',
  'growth',
  'dashboard',
  'images',
  'search',
  'volume',
  'javascript',
  'lighthouse',
] as const
export type SuiteName = (typeof suiteNames)[number]

/** The sizes of a run. */
export interface Options {
  quick: boolean
  suites: readonly SuiteName[]
  /** Connections of the load client. */
  connections: number
  /** Rounds in which the servers are loaded in turn. */
  rounds: number
  /** Seconds of load per server and round. */
  turn: number
  /** Uncached pages per kind and shop. */
  pages: number
  /** Uncached lists, one after another. */
  lists: number
  /** Pages of each dashboard table. */
  tables: number
  /** Signed-in customers, each with a cart. */
  customers: number
  /** Seconds of load before memory is read. */
  memoryLoad: number
  /** Products of the shop whose memory is read. */
  memoryProducts: number
  /** Products and comments of the large shop. */
  products: number
  /** Orders of the large shop, where their tables are measured. */
  orders: number
  /** Queries for each way to change a product's name. */
  knownItems: number
  lighthouseRuns: number
}

const full = {
  connections: 16,
  rounds: 7,
  turn: 1,
  pages: 200,
  lists: 300,
  tables: 500,
  customers: 128,
  memoryLoad: 60,
  memoryProducts: 10_000,
  products: 100_000,
  orders: 100_000,
  knownItems: 100,
  lighthouseRuns: 3,
}

/** Shows that everything runs. Its figures mean little. */
const short: typeof full = {
  ...full,
  rounds: 3,
  turn: 0.5,
  pages: 20,
  lists: 50,
  tables: 50,
  customers: 16,
  memoryLoad: 5,
  memoryProducts: 1_000,
  products: 2_000,
  orders: 2_000,
  knownItems: 10,
  lighthouseRuns: 1,
}

export const usage = `Usage: npm run bench -- [--quick] [--only ${suiteNames.join(',')}] [--NAME NUMBER]
Without options every suite runs, some 45 minutes on 2 slow cores, and the table is written to bench/results.md.
The exit code is 1 if a mark is missed.
--quick     small and short: shows that everything runs, judges nothing
--only      some of the suites, separated by commas
--products  products of the large shop; 1000000 takes 12 minutes to generate
Numbers:    ${Object.entries(full)
  .map(([name, value]) => `--${name} ${value}`)
  .join(' ')}`

/** Reads the command line. Throws an error with a sentence for the user. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: suiteNames.join(',') },
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
  return { ...numbers, quick: values.quick, suites: suiteNames.filter((name) => wanted.includes(name)) }
}
