import { spawnSync } from 'node:child_process'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { registerJobMetrics } from '#server/http/server/job-metrics.ts'
import { testApp } from '#test/harness/app/app.ts'
import { read, root } from '#test/project-files.ts'
import { namedMetrics } from './named-metrics.ts'
import { findProgram } from './packages.ts'

interface Rules {
  groups: { name: string; rules: { record?: string; alert?: string; expr: string }[] }[]
}

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
  templating: { list: { query: string }[] }
}

const rules = (parse(read('deploy/prometheus/rules.yml')) as Rules).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('deploy/grafana/dashboard.json')) as Dashboard

const { app, stop } = await testApp()
afterAll(stop)

/** The names in the text of `/metrics`. */
const namesIn = (text: string) => Array.from(text.matchAll(/^([a-zA-Z_]\w*)(?:\{| )/gm), ([, name]) => name)

/** The names of everything that Prometheus knows of a shop. */
async function knownMetrics(): Promise<Set<string | undefined>> {
  await app.inject('/api/shop')
  const jobs = new Registry()
  const stats = { name: 'email', runs: 1, failures: 0, durationSeconds: 1, lagSeconds: 0 }
  registerJobMetrics(jobs, { stats: () => [stats], isLeading: () => true })
  const recorded = rules.map(({ record }) => record)
  const own = namesIn((await app.inject('/metrics')).body)
  return new Set(['up', ...own, ...namesIn(await jobs.metrics()), ...recorded])
}

test('rules and dashboard name only metrics that exist', async () => {
  const known = await knownMetrics()
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]
  const named = expressions.flatMap(namedMetrics)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('the names in expressions are found', () => {
  const expression =
    'histogram_quantile(0.95, sum by (le, route) (rate(a_bucket{route=~"b|c"}[5m]))) > 0.5 and on (job) d:e / f'
  expect(namedMetrics(expression)).toEqual(['a_bucket', 'd:e', 'f'])
})

test('promtool accepts the rules and configuration, and their tests hold', () => {
  const promtool = findProgram('promtool', 'prometheus')
  if (promtool === undefined) return
  for (const command of [
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
    ['test', 'rules', 'rules.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync(promtool, command, {
      cwd: `${root}deploy/prometheus`,
      encoding: 'utf8',
    })
    expect(status, stdout + stderr).toBe(0)
  }
})
