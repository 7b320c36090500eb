import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { emptyDatabase } from '#test/harness/app/database.ts'
import { runOn } from '#test/harness/app/database-server.ts'
import { outputOf } from '#test/harness/processes/run-command.ts'

const { url, drop } = await emptyDatabase()
afterAll(drop)

const shopAdd = (args: string[], env: Record<string, string> = { DATABASE_URL: url }) =>
  outputOf('server/cli/shop-add.ts', args, env)

test('adds a shop with a host, the roles, and an admin', async () => {
  const printed = await shopAdd([' Tea house ', 'Tea.example.com'])
  expect(printed).toMatch(/admin@example.com with the password \S+/)
  expect(printed).toMatch(/Shop 2, .* opens at/)
  const { rows } = await runOn(
    url,
    `select role.name, (select count(*)::int from app_user where role_id = role.id and config_id = 2) as people
     from shop_host join role using (config_id) where host = 'tea.example.com' order by role.id`,
  )
  expect(rows).toEqual([
    { name: 'Admin', people: 1 },
    { name: 'Customer', people: 0 },
  ])
})

test('refuses a shop in one sentence', async () => {
  await expect(shopAdd(['Coffee house', 'tea.example.com'])).rejects.toThrow(
    /^tea\.example\.com already belongs to the shop "Tea house"\.\n$/,
  )
  await expect(shopAdd(['Coffee', 'house', 'coffee.example'])).rejects.toThrow(/^Usage: npm run shop:add/)
})

test('finds the embedded database while the shop runs and while it is stopped', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-shop-add-'))
  const env = { DATA_DIR: dataDir }
  try {
    const running = await startEmbedded(dataDir, { durable: false })
    expect(await shopAdd(['Tea house', 'tea.example'], env)).toContain('Shop 2')
    await running.stop()
    expect(await shopAdd(['Coffee house', 'coffee.example'], env)).toContain('Shop 3')
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}, 60_000)
