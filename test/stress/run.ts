// `npm run test:stress -- SUITE [SIZE…]` runs a long suite. Each is a file of this folder or below it that exports
// `run(...sizes)` and throws at a fault. Sizes have defaults.

import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Suite {
  run(...sizes: number[]): Promise<void>
}

const files = new Map(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'run.ts')
    .map((path) => [basename(path, '.ts'), path]),
)
const [name = '', ...sizes] = process.argv.slice(2)
const areNumbers = sizes.every((size) => /^[1-9]\d*$/.test(size))

const file = files.get(name)
if (file !== undefined && areNumbers) {
  const start = performance.now()
  const suite = (await import(join(import.meta.dirname, file))) as Suite
  await suite.run(...sizes.map(Number))
  console.log(`${name} held for ${((performance.now() - start) / 1000).toFixed(0)} s.`)
} else {
  console.error(`Usage: npm run test:stress -- SUITE [SIZE…]\nSuites: ${[...files.keys()].sort().join(', ')}`)
  process.exitCode = 2
}
