import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cacheSize, dataSize, usableMemory } from './settings.ts'

const [megabyte, gigabyte] = [2 ** 20, 2 ** 30]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-size-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  { data: 0, memory: gigabyte, size: '40MB' },
  { data: 160 * megabyte, memory: gigabyte, size: '40MB' },
  { data: 400 * megabyte, memory: gigabyte, size: '100MB' },
  { data: 8 * gigabyte, memory: 8 * gigabyte, size: '1024MB' },
  { data: 8 * gigabyte, memory: 64 * megabyte, size: '40MB' },
])('caches $size for $data bytes of data and $memory bytes of memory', ({ data, memory, size }) => {
  expect(cacheSize(data, memory)).toBe(size)
})

test('measures all files of a cluster', async () => {
  for (const [database, bytes] of [
    ['1', 3000],
    ['5', gigabyte],
  ] as const) {
    await mkdir(join(folder, 'base', database), { recursive: true })
    await writeFile(join(folder, 'base', database, '2601'), '')
    await truncate(join(folder, 'base', database, '2601'), bytes)
  }
  const size = await dataSize(folder)
  expect(size).toBeGreaterThanOrEqual(gigabyte + 3000)
  // Folders have a size too.
  expect(size).toBeLessThan(gigabyte + megabyte)
})

test('reports the usable memory', () => {
  expect(usableMemory()).toBeGreaterThan(100 * megabyte)
})
