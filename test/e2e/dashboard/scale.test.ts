import { expect, it } from 'vitest'
import { ownProduct } from '../support/goods.ts'
import { placeOrder } from '../support/place-order.ts'
import { openAsAdmin } from '../support/staff.ts'

it('a desktop shows 15 orders at one glance, and a phone the first one at the top', async () => {
  const product = await ownProduct(100, 50)
  for (let count = 0; count < 16; count += 1) await placeOrder(product)
  const page = await openAsAdmin('/dashboard/orders', { width: 1440 })
  await page.setViewportSize({ width: 1440, height: 900 })
  const rows = page.getByRole('table', { name: 'All orders' }).locator('tbody tr')
  const boxes = () =>
    rows.evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    )
  await expect.poll(async () => (await boxes()).length).toBeGreaterThan(15)
  const wide = await boxes()
  expect(wide[0]?.top).toBeLessThanOrEqual(180)
  expect(wide.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(15)

  // A click anywhere in a row opens its order.
  const link = rows.first().getByRole('link').first()
  const serial = await link.innerText()
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await boxes())[0]?.top).toBeLessThanOrEqual(200)
  await page.setViewportSize({ width: 1440, height: 900 })
  await rows.first().click({ position: { x: 700, y: 20 } })
  await page.getByRole('heading', { level: 1, name: `Order ${serial}` }).waitFor()
})
