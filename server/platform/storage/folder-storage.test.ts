import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderStorage } from './folder-storage.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-storage-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('creates its folder and returns what was stored', async () => {
  const storage = folderStorage(join(folder, 'deep', 'uploads'))
  expect(await storage.exists('a.webp')).toBe(false)
  expect(await storage.get('a.webp')).toBeUndefined()
  await storage.put('a.webp', Buffer.from('one'))
  expect(await storage.exists('a.webp')).toBe(true)
  expect(String(await storage.get('a.webp'))).toBe('one')
})

test('twenty concurrent writers of one name leave one complete file', async () => {
  const storage = folderStorage(join(folder, 'many'))
  const bytes = Buffer.alloc(300_000, 7)
  await Promise.all(Array.from({ length: 20 }, () => storage.put('b.webp', bytes)))
  expect(await storage.get('b.webp')).toEqual(bytes)
  expect(await readdir(join(folder, 'many'))).toEqual(['b.webp'])
})

test.each(['..', '../a', 'a/b', 'a\\b', '.hidden', '', 'a\0b', 'ends.'])(
  'refuses the name %j',
  async (name) => {
    const storage = folderStorage(folder)
    await expect(storage.put(name, Buffer.from('x'))).rejects.toThrow('Invalid storage name')
  },
)

test('rejects if it cannot write', async () => {
  await writeFile(join(folder, 'file'), '')
  const storage = folderStorage(join(folder, 'file', 'uploads'))
  await expect(storage.put('a.webp', Buffer.from('x'))).rejects.toThrow()
})
