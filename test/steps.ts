import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { programs, projectFiles, root } from './project-files.ts'
import { readReports, reportFile } from './test-report.ts'

/** One line of `npm test`. */
export interface Step {
  name: string
  /** The vitest projects that it runs. */
  projects: string[]
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
  projects: [],
  async run() {
    const { code, output } = await execute(['react-router', 'typegen'])
    const passed = code === 0 ? 1 : 0
    return { passed, failed: 1 - passed, saw: 'generated', output }
  },
}

/** What `npm test -- --changed` looks at. */
export interface Scope {
  /** The changed files. */
  changed: readonly string[]
  /** The test files for them. */
  tests: readonly string[]
}

/**
 * The checks without a database, which run two at a time. With a scope, format, lint and migrations look only at its
 * files, and the compiler only at what they changed for it.
 */
export function checks(scope?: Scope): Step[] {
  const changed = scope?.changed
  const of = (endings: string[]) => projectFiles(endings).filter((path) => changed?.includes(path) ?? true)
  const look = (name: string, command: string[], count: RegExp, files: string[]): Step[] =>
    files.length === 0 ? [] : [checker(name, [...command, ...(changed ? files : [])], count, files.length)]
  const migrations = of(['.sql']).filter((path) => path.startsWith('server/db/migrations/'))
  const architecture = changed?.some(
    (path) => path.includes('oxlint') || path.startsWith('test/architecture/'),
  )
  return [
    ...look('format', ['oxfmt', '--check'], /on (\d+) files?/, of([...programs, '.css'])),
    ...look('lint', ['oxlint', '--type-aware'], /on (\d+) files?/, of(programs)),
    { name: 'types', projects: [], run: () => types(changed !== undefined) },
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
    ...look('migrations', ['squawk', ...(changed ? [] : migrations)], /issues in (\d+) file/, migrations),
    ...suite('web', [], scope),
    ...suite('forms', [], scope),
    // The rules of the linter hold while nobody changes them.
    tests('architecture', changed && !architecture ? ['--exclude', '**/lint.test.ts'] : []),
  ]
}

/**
 * The suites: those of a group run side by side, each group uses the whole machine. With a scope, only its tests
 * run.
 */
export function suites(scope?: Scope): Step[][] {
  // More workers than cores, because they mostly wait for databases, browsers and shops.
  return [
    // Tests that start and stop shops leave the processors idle most of the time.
    [...suite('api', ['--maxWorkers=2'], scope), ...suite('start', ['--maxWorkers=2'], scope)],
    suite('e2e', ['--maxWorkers=3'], scope),
  ]
}

/** The vitest project of a test file. */
function projectOf(path: string): string {
  if (path.startsWith('test/e2e/')) return 'e2e'
  if (path.startsWith('test/architecture/')) return 'architecture'
  if (path.startsWith('web/')) return path.endsWith('/every-form.test.tsx') ? 'forms' : 'web'
  return /^(test|server\/db\/embedded)\/[^/]+$/.test(path) ? 'start' : 'api'
}

/** The tests of a project, or those of the scope; no step if there are none. */
function suite(project: string, options: string[], scope: Scope | undefined): Step[] {
  const own = scope?.tests.filter((path) => projectOf(path) === project) ?? []
  return scope && own.length === 0 ? [] : [tests(project, [...options, ...own])]
}

/** A tool that reads files. It passes if it exits with 0 and reports at least that many files. */
function checker(name: string, command: string[], count: RegExp, atLeast: number): Step {
  return {
    name,
    projects: [],
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
 * several threads repeat work. `incremental` builds on the previous run.
 */
async function types(incremental: boolean): Promise<Result> {
  const runs = await Promise.all(
    ['server', 'web'].map((name) => {
      const info = join(root, `node_modules/.cache/${name}.tsbuildinfo`)
      const more = incremental ? ['--incremental', '--tsBuildInfoFile', info] : []
      return execute(['tsc', '-p', `tsconfig.${name}.json`, '--singleThreaded', '--listFiles', ...more])
    }),
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

/**
 * Runs a project of `vitest.config.ts`. A skipped test counts as failed, unless this machine lacks a program, which the result then
 * names. A run without tests counts as failed.
 */
function tests(project: string, options: string[] = []): Step {
  return {
    name: project,
    projects: [project],
    async run() {
      await rm(reportFile(project), { force: true })
      const reporters = ['--reporter=minimal', '--reporter=./test/vitest-reporter.ts']
      const { code, output } = await execute([
        'vitest',
        'run',
        '--project',
        project,
        ...reporters,
        ...options,
      ])
      const { files, tests: all, missing } = readReports([project])
      const having = (state: string) => all.filter((test) => test.state === state)
      const passed = having('passed').length
      const skipped = all.length - passed - having('failed').length
      const broken = files.filter(
        ({ path, failed }) => failed && !having('failed').some((test) => test.path === path),
      )
      const browser = /^Browser: (.+)$/m.exec(output)?.[1]
      const saw = [
        `${all.length} tests in ${files.length} files`,
        ...(browser ? [browser] : []),
        ...(skipped > 0 ? [`${skipped} skipped`] : []),
        ...missing,
        // For readers who see only the beginning of a long output.
        ...broken.map(({ path }) => `${path} failed`),
        ...having('failed').map(({ name, error }) => `“${name}” failed: ${error}`),
      ].join(', ')
      const unexplained = missing.length > 0 ? 0 : skipped
      const bad = having('failed').length + unexplained + broken.length
      const failed = bad === 0 && (code !== 0 || passed === 0) ? 1 : bad
      return { passed, failed, saw, output: `${output}\n${saw}\n` }
    },
  }
}

/** Compiler and linter are Go programs. One core each and rare garbage collection halve their work. */
const forGo = { GOMAXPROCS: '1', GOGC: '400' }

/** Runs a tool of `node_modules/.bin` in the root. Returns stdout and stderr in one text. */
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
