import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { deleteAccount, exportAccount } from '#contract/identity/account.ts'
import { fulfilOrder } from '#contract/orders/admin-order.ts'
import { getAdminReturn, requestReturn } from '#contract/orders/return.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer, secret, staffWith } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

const photo = (background: string) =>
  sharp({ create: { width: 8, height: 6, channels: 3, background } })
    .jpeg()
    .toBuffer()

test('a person exports the photos of returns, and they are deleted with the account', async () => {
  const goods = await makeGoods(db)
  const staff = (await staffWith(db, app, ['orders'])).browser
  const [asha, ravi] = [await newcomer(db, app), await newcomer(db, app)]
  const returned = async ({ browser }: typeof asha, background: string) => {
    const { number } = (await order(browser, { items: [{ productid: goods.mug }] })).answer.data
    await staff.send(fulfilOrder, { number })
    const lines = JSON.stringify([{ lineId: 1, quantity: 1, reason: 'Damaged' }])
    const photos = await photo(background)
    return (await browser.upload(requestReturn, { number, lines }, { photos })).answer.data.id
  }
  const [ofAsha, ofRavi] = [await returned(asha, '#96401f'), await returned(ravi, '#1f4096')]
  const photosOf = async (id: number) => (await staff.send(getAdminReturn, { id })).answer.data.photos
  const [shown] = await photosOf(ofAsha)
  const { data } = (await asha.browser.send(exportAccount)).answer
  expect(data['returns']).toMatchObject([{ kind: 'return', photos: [`/uploads/${shown!.file}`] }])
  expect((await asha.browser.send(deleteAccount, { password: secret })).status).toBe(200)
  expect(await photosOf(ofAsha)).toEqual([])
  expect(await photosOf(ofRavi)).toHaveLength(1)
})
