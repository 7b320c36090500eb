import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readPidFile } from '#server/db/embedded/postgres-process.ts'
import { childrenOf, isRunning, startKillable, startShopProcess } from './harness/processes/killable-shop.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'haat-shutdown-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const folder = join(dataDir, 'postgres')

/** Opens a shop whose output is read until then, and never again. */
async function openUnread() {
  const shop = startShopProcess(dataDir, { DEMO: '0', LOG_LEVEL: 'debug' })
  onTestFinished(() => void shop.kill('SIGKILL'))
  shop.stderr.resume()
  let printed = ''
  while (!printed.includes('open at')) {
    const [chunk] = (await once(shop.stdout, 'data')) as [Buffer]
    printed += chunk.toString()
  }
  shop.stdout.removeAllListeners('data')
  shop.stdout.pause()
  const [, address = ''] = /open at (\S+)/.exec(printed) ?? []
  return { shop, address }
}

test('a shop whose output is not read any more stops, and its database with it', async () => {
  const { shop, address } = await openUnread()
  // More lines than the pipe and its reader hold.
  for (let n = 0; n < 60; n++)
    await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${address}/healthz`)).text()))
  const exit = once(shop, 'exit')
  shop.kill('SIGTERM')
  await exit
  expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false)
})

test('a second signal ends a shop at once whose database is stopped', async () => {
  const shop = startKillable(dataDir, { DEMO: '0' })
  onTestFinished(() => shop.kill('everything'))
  await shop.opened
  const postmaster = readPidFile(folder)?.pid ?? 0
  const database = [postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)]
  for (const pid of database) process.kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    for (const pid of database.filter(isRunning)) process.kill(pid, 'SIGKILL')
  })
  shop.signal('SIGTERM')
  await wait(1000)
  expect(isRunning(shop.pid)).toBe(true)
  shop.signal('SIGTERM')
  await shop.ended
  expect(isRunning(shop.pid)).toBe(false)
})
