import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project-files.ts'

/** The outcome of a vitest run, as `npm test` reads it. Times in ms. */
export interface TestReport {
  files: { path: string; failed: boolean; importMs: number; runMs: number }[]
  tests: { path: string; name: string; state: string; ms: number; error: string }[]
  /** What tests have printed of programs that this machine lacks. */
  missing: string[]
}

/** The file of the latest report of a vitest project. */
export const reportFile = (project: string) => join(root, `node_modules/.cache/test-reports/${project}.json`)

/** The latest reports of these projects together; empty if vitest wrote none. */
export function readReports(projects: readonly string[]): TestReport {
  const reports = projects
    .map(reportFile)
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as TestReport)
  return {
    files: reports.flatMap(({ files }) => files),
    tests: reports.flatMap(({ tests }) => tests),
    missing: reports.flatMap(({ missing }) => missing),
  }
}

const SHOWN = 30

/** The slowest files and tests of these projects, as lines. */
export function slowest(projects: readonly string[]): string[] {
  const report = readReports(projects)
  const files = report.files.map(({ path, importMs, runMs }) => ({
    ms: importMs + runMs,
    what: `${path} (imports ${asSeconds(importMs)} s)`,
  }))
  const tests = report.tests.map(({ path, name, ms }) => ({ ms, what: `${path}: ${name}` }))
  const top = (all: { ms: number; what: string }[]) =>
    all
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, SHOWN)
      .map(({ ms, what }) => `${asSeconds(ms).padStart(8)} s  ${what}`)
  return [`The ${SHOWN} slowest files:`, ...top(files), `The ${SHOWN} slowest tests:`, ...top(tests)]
}

const asSeconds = (ms: number) => (ms / 1000).toFixed(1)
