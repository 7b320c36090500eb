import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { read } from '#test/project-files.ts'
import { findProgram } from './packages.ts'
import { proxyFiles } from './proxy-files.ts'

/** A folder of this test. */
function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'haat-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

test.each(proxyFiles)('$name accepts its file', (file) => {
  const program = findProgram(file.name)
  if (program === undefined) return
  const folder = folderOfTest()
  const shops = ['127.0.0.1:1', '127.0.0.1:2'] as const
  const { check } = file.write({ folder, port: 3, plainPort: 4, shops })
  run(program, ...check)
})

test('HAProxy accepts the file for PostgreSQL', () => {
  const program = findProgram('haproxy')
  if (program !== undefined) run(program, '-c', '-f', 'deploy/haproxy-postgres.cfg')
})

test('systemd accepts the unit, which exposes little', () => {
  const systemd = findProgram('systemd-analyze', 'systemd')
  if (systemd === undefined) return
  const file = join(folderOfTest(), 'haat.service')
  const unit = read('deploy/systemd/haat.service')
  expect(unit).toContain('ExecStart=/opt/haat/node_modules/.bin/node ')
  writeFileSync(file, unit.replace('/opt/haat/node_modules/.bin/node', process.execPath))
  // It warns about lines that it does not know, and ends with 0.
  const { status, stderr } = spawnSync(systemd, ['verify', file], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('haat.service'))).toEqual([])
  expect(status, stderr).toBe(0)
  run(systemd, 'security', '--offline=true', '--threshold=15', file)
})

test('the shop accepts the example of its settings', () => {
  const lines = read('deploy/systemd/haat.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)
  const env = Object.fromEntries(Array.from(lines, ([, name, value]) => [name, value]))
  expect(Object.keys(env).length).toBeGreaterThan(10)
  expect(readConfig(env).publicUrl).toBe('https://shop.example.com')
})
