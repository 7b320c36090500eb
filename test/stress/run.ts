// `npm run test:stress -- SUITE [SIZE]` runs a long suite. Each is a file of this folder that exports `run(size)` and
// throws at a fault. SIZE has a default.

import { readdirSync } from 'node:fs'

interface Suite {
  run(size: number | undefined): Promise<void>
}

const suites = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.slice(0, -'.ts'.length))
const [name = '', size] = process.argv.slice(2)
const isNumber = size === undefined || /^[1-9]\d*$/.test(size)

if (suites.includes(name) && isNumber) {
  const start = performance.now()
  const suite = (await import(`./${name}.ts`)) as Suite
  await suite.run(size === undefined ? undefined : Number(size))
  console.log(`${name} held for ${((performance.now() - start) / 1000).toFixed(0)} s.`)
} else {
  console.error(`Usage: npm run test:long -- SUITE [SIZE]\nSuites: ${suites.join(', ') || 'none yet'}`)
  process.exitCode = 2
}
