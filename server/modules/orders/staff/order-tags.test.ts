import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAudit, undoAudit } from '#contract/audit/audit.ts'
import { getAdminOrder, getAdminOrders } from '#contract/orders/admin-order.ts'
import { bulkOrders } from '#contract/orders/order-actions.ts'
import { getOrderTags } from '#contract/orders/order-tags.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders'])
})

const placed = async (): Promise<string> => {
  const items = [{ productid: goods.lamp, variantid: goods.lampVariants[0] }]
  return (await order(client(app), { items })).answer.data.number
}
const tagsOf = async (number: string) =>
  (await staff.browser.send(getAdminOrder, { number })).answer.data.tags
const change = async (action: 'tag' | 'untag', numbers: string[], tags: string[]) =>
  (await staff.browser.send(bulkOrders, { numbers, action, tags })).answer.data.map(
    ({ done, changed, message }) => `${done} ${changed} ${message}`,
  )

test('tags orders in any capitals, finds them by a tag, and removes it', async () => {
  const [first, second] = [await placed(), await placed()]
  expect(await change('tag', [first, second], [' Gift Wrap ', 'urgent'])).toEqual([
    'true true Tagged',
    'true true Tagged',
  ])
  expect(await change('tag', [first], ['GIFT wrap'])).toEqual(['true false Already tagged'])
  expect(await tagsOf(first)).toEqual(['gift wrap', 'urgent'])
  expect(await change('untag', [second], ['gift wrap'])).toEqual(['true true Tag removed'])
  expect(await change('untag', [second], ['gift wrap'])).toEqual(['true false Not tagged'])
  const found = (await staff.browser.send(getAdminOrders, { tag: 'Gift wrap' })).answer
  expect(found.data.map(({ number, tags }) => [number, tags])).toEqual([[first, ['gift wrap', 'urgent']]])
  expect((await staff.browser.send(getOrderTags, {})).answer.data).toEqual([
    { tag: 'urgent', orders: 2 },
    { tag: 'gift wrap', orders: 1 },
  ])
})

test('refuses more tags than an order can have, and changes nothing', async () => {
  const number = await placed()
  const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
  await change('tag', [number], many)
  const [refused] = await change('tag', [number], ['one more'])
  expect(refused).toMatch(/^false false Order .* can have up to 20 tags$/)
  expect(await tagsOf(number)).toHaveLength(20)
  expect(
    await staff.browser.send(bulkOrders, { numbers: [number], action: 'tag', tags: ['a,b'] }),
  ).toMatchObject({ status: 400 })
})

test('undoes a change of tags', async () => {
  const number = await placed()
  await change('tag', [number], ['fragile'])
  const { id } = (await staff.browser.send(getAdminOrder, { number })).answer.data
  const [entry] = (await staff.browser.send(getAudit, { subject: 'order', subjectId: String(id) })).answer
    .data
  expect(await staff.browser.send(undoAudit, { entry: entry?.id })).toMatchObject({ status: 200 })
  expect(await tagsOf(number)).toEqual([])
})
