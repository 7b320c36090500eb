import { parseArgs } from 'node:util'
import { defaults, type Assumptions } from './model.ts'

/** A command of `npm run capacity` with its numbers. */
export type Command =
  | { name: 'measure' }
  | { name: 'predict'; orders: number | undefined; on: Assumptions }
  | { name: 'check'; rates: readonly [small: number, large: number]; seconds: number }

const checks = { small: 0.05, large: 0.15, seconds: 25 }
const names = Object.keys(defaults) as (keyof Assumptions)[]

/** pagesPerVisit → pages-per-visit */
const optionOf = (name: string) => name.replaceAll(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`)

export const usage = `Usage: npm run capacity -- measure | predict | check
measure  what one page, search, order and so on cost here; writes bench/capacity/costs.json
predict  machines and cost for 10 to 100,000 orders a day and for 1,000 shops, from these costs
         --orders N for one size, and what the model supposes:
${names.map((name) => `         --${optionOf(name)} ${defaults[name]}`).join('\n')}
check    the mix of the model at two rates: measured against predicted processor time; exits with 1 beyond 20 %
         orders a second and seconds: ${Object.entries(checks)
           .map(([name, value]) => `--${name} ${value}`)
           .join(' ')}`

/** Reads the command line. Throws an error with a sentence for the user. */
export function readCommand([name, ...args]: string[]): Command {
  if (name === 'measure') {
    readNumbers(args, [])
    return { name }
  }
  if (name === 'check') {
    const { small, large, seconds } = { ...checks, ...readNumbers(args, Object.keys(checks)) }
    return { name, rates: [small, large], seconds }
  }
  if (name !== 'predict') throw new Error(`"${name ?? ''}" is no command`)
  const found = readNumbers(args, ['orders', ...names])
  const { orders, ...given } = found
  return { name, orders, on: { ...defaults, ...given } }
}

/** The options that are given, each a number above 0. */
function readNumbers(args: string[], known: readonly string[]): Record<string, number> {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(known.map((each) => [optionOf(each), { type: 'string' as const }])),
  })
  return Object.fromEntries(
    known.flatMap((each) => {
      const text = values[optionOf(each)]
      if (text === undefined) return []
      if (!(Number(text) > 0))
        throw new Error(`--${optionOf(each)} must be a number above 0 (it is "${text}")`)
      return [[each, Number(text)]]
    }),
  )
}
