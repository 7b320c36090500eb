import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { addShop } from './add-shop.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

test('adds a shop with a lower-case host', async () => {
  const shopId = await addShop(db, { name: ' Tea house ', host: 'Tea.example.com' })
  const shops = await db
    .selectFrom('shop')
    .innerJoin('shop_host', 'shop_host.config_id', 'shop.config_id')
    .select(['name', 'host'])
    .where('shop.config_id', '=', shopId)
    .execute()
  expect(shops).toEqual([{ name: 'Tea house', host: 'tea.example.com' }])
})

test('changes nothing for an existing shop', async () => {
  const tea = { name: 'Tea house', host: 'tea.example.com' }
  expect(await addShop(db, tea)).toBe(await addShop(db, tea))
})

test('refuses a host of another shop', async () => {
  await addShop(db, { name: 'Tea house', host: 'tea.example.com' })
  const coffee = addShop(db, { name: 'Coffee house', host: 'tea.example.com' })
  await expect(coffee).rejects.toThrow('tea.example.com already belongs to the shop "Tea house".')
})

test.each([
  'https://tea.example',
  'tea.example:80',
  'tea house',
  '-tea.example',
  'tea..example',
  '',
  'té.example',
])('refuses the host "%s"', async (host) => {
  await expect(addShop(db, { name: 'Tea house', host })).rejects.toThrow('is not a host name')
})

test('refuses an empty or too long name', async () => {
  for (const name of ['  ', 'x'.repeat(201)]) {
    await expect(addShop(db, { name, host: 'tea.example' })).rejects.toThrow('1 to 200 characters')
  }
})
