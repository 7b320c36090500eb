import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { addShop } from './add-shop.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

test('a shop has a name and opens at a host, in lower case', async () => {
  const configId = await addShop(db, { name: ' Tea house ', host: 'Tea.example.com' })
  const shops = await db
    .selectFrom('shop')
    .innerJoin('shop_host', 'shop_host.config_id', 'shop.config_id')
    .select(['name', 'host'])
    .where('shop.config_id', '=', configId)
    .execute()
  expect(shops).toEqual([{ name: 'Tea house', host: 'tea.example.com' }])
})

test('the same again changes nothing', async () => {
  const tea = { name: 'Tea house', host: 'tea.example.com' }
  expect(await addShop(db, tea)).toBe(await addShop(db, tea))
})

test('a host opens one shop', async () => {
  await addShop(db, { name: 'Tea house', host: 'tea.example.com' })
  const coffee = addShop(db, { name: 'Coffee house', host: 'tea.example.com' })
  await expect(coffee).rejects.toThrow('tea.example.com opens the shop "Tea house" already.')
})

test.each([
  'https://tea.example',
  'tea.example:80',
  'tea house',
  '-tea.example',
  'tea..example',
  '',
  'té.example',
])('"%s" is not a host', async (host) => {
  await expect(addShop(db, { name: 'Tea house', host })).rejects.toThrow('is not the name of a host')
})

test('a shop needs a name of reasonable length', async () => {
  for (const name of ['  ', 'x'.repeat(201)]) {
    await expect(addShop(db, { name, host: 'tea.example' })).rejects.toThrow('1 to 200 characters')
  }
})
