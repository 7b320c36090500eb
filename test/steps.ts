import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { programs, projectFiles, root } from './project-files.ts'

/** One line of `npm test`. */
export interface Step {
  name: string
  run: () => Promise<Result>
}

export interface Result {
  passed: number
  failed: number
  /** What the step saw, in words. A step that saw too little fails. */
  saw: string
  /** Printed if the step failed. */
  output: string
}

/** Generates React Router's route types, which lint and types need. */
export const preparation: Step = {
  name: 'route types',
  async run() {
    const { code, output } = await execute(['react-router', 'typegen'])
    const passed = code === 0 ? 1 : 0
    return { passed, failed: 1 - passed, saw: 'generated', output }
  },
}

/** The checks of `npm test` without a database. They run two at a time. */
export const checks: Step[] = [
  checker('format', ['oxfmt', '--check'], /on (\d+) files/, projectFiles([...programs, '.css']).length),
  checker('lint', ['oxlint', '--type-aware'], /on (\d+) files/, projectFiles(programs).length),
  { name: 'types', run: types },
  checker(
    'dead code',
    [
      'knip',
      '--reporter',
      'symbols',
      '--reporter',
      './test/knip-reporter.ts',
      '--treat-config-hints-as-errors',
    ],
    /Looked at (\d+) files/,
    projectFiles(programs).length,
  ),
  checker(
    'migrations',
    ['squawk', ...projectFiles(['.sql'])],
    /issues in (\d+) file/,
    projectFiles(['.sql']).length,
  ),
  tests('architecture'),
]

// More workers than cores, because they mostly wait for databases, browsers and shops.
export const suites: Step[][] = [
  // Tests that start and stop shops leave the processors idle most of the time.
  [tests('api', '--maxWorkers=2'), tests('start', '--maxWorkers=2')],
  [tests('e2e', '--maxWorkers=3')],
]

/** A tool that reads files. It passes if it exits with 0 and reports at least that many files. */
function checker(name: string, command: string[], count: RegExp, atLeast: number): Step {
  return {
    name,
    async run() {
      const { code, output } = await execute(command)
      const seen = Number(count.exec(output)?.[1] ?? 0)
      return verdict(code === 0, seen, atLeast, output)
    },
  }
}

function verdict(passed: boolean, seen: number, atLeast: number, output: string): Result {
  const enough = seen >= atLeast && seen > 0
  const note = enough ? '' : `\nIt saw ${seen} files where there are ${atLeast}.\n`
  const good = passed && enough
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, saw: `${seen} files`, output: output + note }
}

/**
 * Compiles the two programs, server and web, which together must contain every file. Each runs on one core, because
 * several threads repeat work.
 */
async function types(): Promise<Result> {
  const runs = await Promise.all(
    ['tsconfig.server.json', 'tsconfig.web.json'].map((project) =>
      execute(['tsc', '-p', project, '--singleThreaded', '--listFiles']),
    ),
  )
  const lines = runs.flatMap(({ output }) => output.split('\n'))
  const listed = new Set(lines.filter((line) => line.startsWith(root)).map((line) => line.slice(root.length)))
  const files = projectFiles(['.ts', '.tsx'])
  const missed = files.filter((path) => !listed.has(path)).map((path) => `No tsconfig holds ${path}.`)
  const errors = lines.filter((line) => line !== '' && !line.startsWith('/'))
  const passed = runs.every(({ code }) => code === 0)
  const output = [...errors, ...missed].join('\n')
  return verdict(passed, files.length - missed.length, files.length, output)
}

/** Runs a project of `vitest.config.ts`. A skipped test counts as failed, and so does a run without tests. */
function tests(project: string, ...options: string[]): Step {
  return {
    name: project,
    async run() {
      const report = join(root, `node_modules/.cache/${project}-report.json`)
      await rm(report, { force: true })
      const reporters = ['--reporter=minimal', '--reporter=json']
      const command = ['vitest', 'run', '--project', project, ...reporters, ...options]
      const { code, output } = await execute([...command, `--outputFile.json=${report}`])
      const counts = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Partial<Report>
      const { numPassedTests: passed = 0, numTotalTests: total = 0, testResults: files = [] } = counts
      const skipped = (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0)
      const bad = (counts.numFailedTests ?? 0) + skipped
      const saw = [
        `${total} tests in ${files.length} files`,
        ...(skipped > 0 ? [`${skipped} skipped`] : []),
        ...files.flatMap(namesOfFailed),
      ].join(', ')
      const failed = bad === 0 && (code !== 0 || passed === 0) ? 1 : bad
      return { passed, failed, saw, output: `${output}\n${saw}\n` }
    },
  }
}

/** The parts of vitest's JSON report that we read. */
interface Report {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: FileReport[]
}

interface FileReport {
  name: string
  status: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

/** The names of failed tests, for readers who see only the beginning of a long output. */
function namesOfFailed({ name, status, assertionResults }: FileReport): string[] {
  const broken = assertionResults.filter((test) => test.status === 'failed')
  if (broken.length === 0 && status === 'failed') return [`${name.slice(root.length)} failed`]
  return broken.map(({ fullName }) => `“${fullName}” failed`)
}

/** Compiler and linter are Go programs. One core each and rare garbage collection halve their work. */
const forGo = { GOMAXPROCS: '1', GOGC: '400' }

/** Runs a tool of `node_modules/.bin` in the root. Answers stdout and stderr in one text. */
async function execute([tool = '', ...args]: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Tools are scripts for "node", and the pinned Node is in the same folder.
    env: {
      ...forGo,
      ...process.env,
      PATH: `${root}node_modules/.bin${delimiter}${process.env['PATH']}`,
      FORCE_COLOR: '0',
    },
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('exit', resolve),
  )
  const [code, out, complaints] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: out + complaints }
}
