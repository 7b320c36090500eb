// `npm run test:stress -- SUITE [SIZE…]` runs a long suite. Each is a file of this folder that exports `run(...sizes)` and
// throws at a fault. Sizes have defaults.

import { readdirSync } from 'node:fs'

interface Suite {
  run(...sizes: number[]): Promise<void>
}

const suites = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.slice(0, -'.ts'.length))
const [name = '', ...sizes] = process.argv.slice(2)
const areNumbers = sizes.every((size) => /^[1-9]\d*$/.test(size))

if (suites.includes(name) && areNumbers) {
  const start = performance.now()
  const suite = (await import(`./${name}.ts`)) as Suite
  await suite.run(...sizes.map(Number))
  console.log(`${name} held for ${((performance.now() - start) / 1000).toFixed(0)} s.`)
} else {
  console.error(`Usage: npm run test:stress -- SUITE [SIZE…]\nSuites: ${suites.join(', ') || 'none yet'}`)
  process.exitCode = 2
}
