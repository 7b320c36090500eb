// `npm run test:repeat` runs `npm test` several times in the background, each time on a fresh clone of the last commit,
// and writes what happens to test-repeat.log. A test that fails once is a defect to mend.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './project-files.ts'

const logFile = join(root, 'test-repeat.log')
const usage = `npm run test:repeat -- [--runs 10] [--beside-load 3]

  --runs N          how often
  --beside-load N   so many of them, the last ones, beside two busy loops`

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    'beside-load': { type: 'string', default: '3' },
    here: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const besideLoad = Number(values['beside-load'])
if (!Number.isInteger(runs) || !Number.isInteger(besideLoad) || runs < 1 || besideLoad > runs) {
  console.error(usage)
  process.exit(2)
}

if (values.here) await repeat()
else startInBackground()

function startInBackground() {
  const log = openSync(logFile, 'w')
  const args = [import.meta.filename, '--here', '--runs', values.runs, '--beside-load', values['beside-load']]
  const child = spawn(process.execPath, args, { cwd: root, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  console.log(`Process ${child.pid} runs npm test ${runs} times and writes ${logFile}.`)
}

async function repeat() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  console.log(`npm test on ${runs} fresh clones of ${commit}; ${cpus().length} cores, load ${load()}`)
  let red = 0
  for (let run = 1; run <= runs; run++) if (!(await runOnce(run, commit))) red++
  console.log(`\n${runs - red} of ${runs} runs green`)
  process.exitCode = red === 0 ? 0 : 1
}

/** Clones, runs `npm test`, and prints its line and its steps, or its whole output if it failed. */
async function runOnce(run: number, commit: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-repeat-'))
  const isBusy = run > runs - besideLoad
  const loops = isBusy ? [busyLoop(), busyLoop()] : []
  try {
    execFileSync('git', ['clone', '--quiet', root, folder])
    execFileSync('git', ['checkout', '--quiet', commit], { cwd: folder })
    const start = performance.now()
    const { code, output } = await npmTest(folder)
    const seconds = Math.round((performance.now() - start) / 1000)
    const result = /^\d+ passed.*$/m.exec(output)?.[0] ?? 'no result'
    const beside = isBusy ? ' beside two busy loops' : ''
    console.log(
      `run ${run}${beside}: ${code === 0 ? 'green' : 'RED'}, ${result}; ${seconds} s with installation, load ${load()}`,
    )
    console.log(code === 0 ? stepsOf(output) : output)
    return code === 0
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

/** The lines of the steps, with their seconds. */
function stepsOf(output: string): string {
  const lines = output.split('\n').filter((line) => /^(ok|FAILED) /.test(line))
  return lines.map((line) => `  ${line}`).join('\n')
}

async function npmTest(folder: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('npm', ['test'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

function busyLoop(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
}

function load(): string | undefined {
  return loadavg()[0]?.toFixed(1)
}
