import { readFileSync, writeFileSync } from 'node:fs'
import type { Cost, Unit } from './units.ts'

/** What `npm run capacity -- measure` finds. */
export interface Costs {
  /** When, at which commit, and on which processor. */
  date: string
  commit: string
  processor: string
  node: string
  /** Products of the measured shop. */
  products: number
  units: Record<Unit, Cost>
  /** Processor time in ms per second that the processes use with no request. */
  idle: { shopMs: number; databaseMs: number }
  /** Bytes. `cachedPage` is one page in the response cache. */
  memory: { process: number; database: number; cachedPage: number }
  /** Bytes of the database for each product, with its share of everything else. */
  databaseBytesPerProduct: number
  /** What one more shop without products adds: ms of idle time per second, and bytes. */
  anotherShop: { shopMs: number; databaseMs: number; databaseBytes: number; processBytes: number }
}

const file = new URL('costs.json', import.meta.url)

/** The costs of the last `measure`. */
export const readCosts = (): Costs => JSON.parse(readFileSync(file, 'utf8')) as Costs

/** Writes bench/capacity/costs.json, with four digits of each figure. */
export function saveCosts(costs: Costs): void {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value
  writeFileSync(file, `${JSON.stringify(costs, rounded, 2)}\n`)
}
