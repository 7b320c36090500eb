import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { openPage } from '../support/page.ts'
import { startShop, type Shop } from '../support/shop.ts'
import { toast } from '../support/shopper.ts'

// Its own shop, because other tests need theirs all the time.
let shop: Shop
const session = makeToken()

beforeAll(async () => {
  shop = await startShop()
  const db = connect(shop.databaseUrl, { limits: false })
  const admin = {
    config_id: 1,
    full_name: 'Devika',
    email: 'devika@example.com',
    password_hash: 'none',
    role_id: 1,
  }
  const { id: user_id } = await db
    .insertInto('app_user')
    .values(admin)
    .returning('id')
    .executeTakeFirstOrThrow()
  const expires_at = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('session')
    .values({ config_id: 1, user_id, expires_at, user_agent: 'A browser', token_hash: hashToken(session) })
    .execute()
  await db.destroy()
})
afterAll(() => shop.stop())

it('what staff types survives a restart of the shop, and is saved after it', async () => {
  const page = await openPage('/login', {
    base: shop.url,
    expected: /ERR_CONNECTION_REFUSED|ERR_EMPTY|status of 503/,
  })
  await page.context().addCookies([{ name: 'session', value: session, url: shop.url }])
  await page.goto('/dashboard/settings')
  const phone = page.getByLabel('Phone')
  await phone.fill('+912012345678')
  await shop.restart()
  await expect.poll(() => phone.inputValue()).toBe('+912012345678')
  await page.keyboard.press('Control+s')
  await toast(page, 'Shop saved').waitFor()
  await page.reload()
  await expect.poll(() => phone.inputValue()).toBe('+912012345678')
})
