// `npm test` runs every check and test: one line each, and the whole output of failed ones. `npm test -- --help` lists
// the options.

import { parseArgs } from 'node:util'
import { changedFiles, testsFor } from './changed.ts'
import { checks, preparation, suites, type Step } from './steps.ts'
import { slowest } from './test-report.ts'

const usage = `npm test -- [STEP …] [--changed] [--since COMMIT] [--slowest]

  STEP …          only these steps, for example "lint e2e"
  --changed       only the checks and tests that depend on uncommitted files
  --since COMMIT  with --changed: on all files changed since that commit
  --slowest       lists the slowest files and tests at the end`

/** The options; for invalid ones and --help it prints the usage and exits. */
function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        changed: { type: 'boolean', default: false },
        since: { type: 'string', default: 'HEAD' },
        slowest: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (!values.help) return { ...values, wanted: positionals }
    console.log(usage)
    return process.exit(0)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    return process.exit(2)
  }
}

const options = readOptions()
const changed = options.changed ? changedFiles(options.since) : undefined
const scope = changed && { changed, tests: testsFor(changed) }
const wantedChecks = checks(scope)
const wantedSuites = suites(scope)

const known = [...checks(), ...suites().flat()].map(({ name }) => name)
const unknown = options.wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are: ${known.join(', ')}.`)
  process.exit(2)
}
const isWanted = ({ name }: Step) => options.wanted.length === 0 || options.wanted.includes(name)

let passed = 0
let failed = 0
const outputs: string[] = []
const projects: string[] = []

/** Runs one step, prints its line and adds its counts. */
async function run(step: Step): Promise<void> {
  const start = performance.now()
  const result = await step.run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const mark = result.failed === 0 ? 'ok    ' : 'FAILED'
  console.log(`${mark}  ${step.name.padEnd(12)}${seconds.padStart(6)} s  ${result.saw}`)
  passed += result.passed
  failed += result.failed
  projects.push(...step.projects)
  if (result.failed > 0) outputs.push(`\n---- ${step.name} ----\n${result.output.trim()}`)
}

const begin = performance.now()
await run(preparation)
// Two at a time, because most of these tools use one core.
const queue = wantedChecks.filter(isWanted)
const worker = async () => {
  for (let step = queue.shift(); step; step = queue.shift()) await run(step)
}
await Promise.all([worker(), worker()])
for (const group of wantedSuites) await Promise.all(group.filter(isWanted).map(run))

for (const output of outputs) console.log(output)
if (options.slowest) console.log(`\n${slowest(projects).join('\n')}`)
const seconds = Math.round((performance.now() - begin) / 1000)
console.log(`\n${passed} passed, ${failed} failed, in ${seconds} s`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
