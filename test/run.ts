// `npm test` runs every check: one line each, and the whole output of failed ones. `npm test -- lint e2e` runs only
// these.

import { checks, preparation, suites, type Step } from './steps.ts'

const wanted = process.argv.slice(2)
const known = [...checks, ...suites.flat()].map(({ name }) => name)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are: ${known.join(', ')}.`)
  process.exit(2)
}
const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.includes(name)

let passed = 0
let failed = 0
const outputs: string[] = []

/** Runs one step, prints its line and adds its counts. */
async function run(step: Step): Promise<void> {
  const start = performance.now()
  const result = await step.run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const mark = result.failed === 0 ? 'ok    ' : 'FAILED'
  console.log(`${mark}  ${step.name.padEnd(12)}${seconds.padStart(6)} s  ${result.saw}`)
  passed += result.passed
  failed += result.failed
  if (result.failed > 0) outputs.push(`\n---- ${step.name} ----\n${result.output.trim()}`)
}

await run(preparation)
// Two at a time, because most of these tools use one core.
const queue = checks.filter(isWanted)
const worker = async () => {
  for (let step = queue.shift(); step; step = queue.shift()) await run(step)
}
await Promise.all([worker(), worker()])
// Each of these groups uses the whole machine.
for (const group of suites) await Promise.all(group.filter(isWanted).map(run))

for (const output of outputs) console.log(output)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
