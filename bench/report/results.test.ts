import { expect, test } from 'vitest'
import { formatResults, parseResults, type Results } from './results.ts'
import { readSpeedSentence, replaceSpeedSentence, speedSentence } from './speed-sentence.ts'

const results: Results = {
  commit: { hash: 'abc1234', date: '2026-11-26' },
  machine: '2 × Processor, 25 GB of memory, Node 24.21.0',
  load: 0.123,
  busy: false,
  seconds: { pages: 90, search: 60 },
  rows: [
    {
      what: 'Home page, cached, of Fastify',
      measured: '0.95 ×',
      mark: '≥ 0.80 ×',
      met: true,
      how: '7 rounds',
    },
    {
      what: 'p95, search with facets, 100,000 products',
      measured: '18.1 ms',
      mark: '≤ 9 ms',
      met: false,
      how: 'a | b\nc',
    },
    { what: 'Sign-in', measured: '2 ms', how: '' },
  ],
}

test('the page tells the run, and its rows can be read again', () => {
  const page = formatResults(results)
  for (const line of [
    '- Commit: `abc1234` of 2026-11-26',
    '- Load average before the run: 0.12',
    '- Duration: 2.5 minutes; seconds by suite: pages 90, search 60',
    '- Marks met: 1 of 2',
  ])
    expect(page.split('\n')).toContain(line)
  const { commit, machine, rows } = parseResults(page)
  expect({ commit, machine }).toEqual({ commit: 'abc1234', machine: results.machine })
  expect(rows).toEqual([results.rows[0], { ...results.rows[1], how: 'a / b c' }, results.rows[2]])
  expect(() => parseResults('# Benchmark results')).toThrow('no commit')
})

test('a busy machine is mentioned', () => {
  expect(formatResults({ ...results, busy: true })).toContain('not idle')
})

test('the sentence of the README comes from the table', () => {
  const parsed = parseResults(formatResults(results))
  const sentence = speedSentence(parsed)
  expect(sentence).toBe(
    'On 2 × Processor, the shop (commit `abc1234`) sends 0.95 times as many cached home pages per second of processor time as a bare Fastify server, ' +
      'answers 95 of 100 searches of 100,000 products within 18.1 ms, and meets [1 of 2 marks](bench/results.md).',
  )
  const readme = replaceSpeedSentence('- **Speed.** <!-- speed -->old<!-- end of speed -->\n', sentence)
  expect(readme).toBe(`- **Speed.** <!-- speed -->${sentence}<!-- end of speed -->\n`)
  expect(readSpeedSentence(readme)).toBe(sentence)
  expect(() => readSpeedSentence('No markers')).toThrow('markers')
})

test('the sentence leaves out what failed', () => {
  const failed = {
    commit: 'abc1234',
    machine: '2 × Processor',
    rows: [{ what: 'pages', measured: 'failed', met: false, how: '' }],
  }
  expect(speedSentence(failed)).toBe(
    'On 2 × Processor, the shop (commit `abc1234`) meets [0 of 1 marks](bench/results.md).',
  )
})
