import { afterAll, expect, it } from 'vitest'
import { getShop } from '#contract/shop/shop.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

it('returns the public data of the shop of a host', async () => {
  await db
    .insertInto('shop')
    .values({ config_id: 2, name: 'Other shop', currency: 'USD', locale: 'en-US' })
    .execute()
  await db.insertInto('shop_host').values({ config_id: 2, host: 'other.example' }).execute()
  await expect
    .poll(async () => (await caller(app, 'other.example')(getShop, {})).data)
    .toEqual({
      configId: 2,
      name: 'Other shop',
      tagline: 'Your one-stop shop for the best products online.',
      currency: 'USD',
      locale: 'en-US',
      timeZone: 'Asia/Kolkata',
      logo: null,
      email: '',
      phone: '',
      address: '',
      pricesIncludeTax: true,
      countries: ['IN'],
      taxName: 'GST',
      sendsEmail: false,
    })
  expect((await caller(app)(getShop, {})).data).toMatchObject({ configId: 1, currency: 'INR' })
})
