import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { StartError } from './start-error.ts'

const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('creates the secret once, readable only by its owner', () => {
  const dataDir = join(scratch(), 'new', 'data')
  const { authSecret } = prepareDataDir(readConfig({ DATA_DIR: dataDir }))
  expect(authSecret).toMatch(/^[\w-]{43}$/)
  expect(prepareDataDir(readConfig({ DATA_DIR: dataDir })).authSecret).toBe(authSecret)
  expect(readdirSync(dataDir)).toEqual(['auth-secret'])
  expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600)
})

test('uses a given secret without writing it to disk', () => {
  const dataDir = scratch()
  const given = 'x'.repeat(32)
  expect(prepareDataDir(readConfig({ DATA_DIR: dataDir, AUTH_SECRET: given })).authSecret).toBe(given)
  expect(readdirSync(dataDir)).toEqual([])
})

test('refuses a folder that is not writable in one sentence', () => {
  const folder = scratch()
  writeFileSync(join(folder, 'file'), '')
  expect(() => prepareDataDir(readConfig({ DATA_DIR: join(folder, 'file', 'data') }))).toThrow(StartError)
})
