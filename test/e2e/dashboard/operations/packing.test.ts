import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findProduct } from '../../support/catalog.ts'
import { placeOrder, serialOf } from '../../support/place-order.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { inDatabase } from '../../support/person.ts'
import { hasFocus, simpleProduct, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

const ORDERS = 20

/** Gives the only variant of a product a SKU and a shelf, and stock for many orders. */
async function packable() {
  const product = await findProduct(
    ({ variants }) => variants.length === 1 && (variants[0]?.stock ?? 0) > ORDERS + 5,
  )
  const sku = `SKU-${randomUUID().slice(0, 8)}`
  await inDatabase((db) =>
    db
      .updateTable('variant')
      .set({ sku, shelf: 'A-12-3' })
      .where('product_id', '=', product.productid)
      .execute(),
  )
  return { product, sku }
}

/** As a hand scanner types. */
const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

const statusOf = (numbers: readonly string[]) =>
  inDatabase(async (db) => {
    const rows = await db
      .selectFrom('shop_order')
      .select('status')
      .distinct()
      .where('number', 'in', numbers)
      .execute()
    return rows.map(({ status }) => status)
  })

// It deselects the orders of all other tests, one by one.
const timeout = 120_000

it(
  '20 orders are printed, packed by scans and shipped in at most 25 clicks and presses',
  { timeout },
  async () => {
    const { product, sku } = await packable()
    const city = `Packpur ${randomUUID().slice(0, 4)}`
    const numbers: string[] = []
    for (let count = 0; count < ORDERS; count++)
      numbers.push(await placeOrder(product, { shipping: { city } }))
    const page = await openAsAdmin('/dashboard/packing')
    const rows = page.getByRole('listitem').filter({ hasText: city })
    await expect.poll(() => rows.count()).toBe(ORDERS)

    let presses = 0
    const click = async (name: string | RegExp, role: 'button' | 'checkbox' = 'button') => {
      presses += 1
      await page.getByRole(role, { name }).click()
    }
    await click(/^Select all/, 'checkbox')
    await expectNoAxeViolations(page)
    const others = (await page.getByRole('checkbox', { name: /^Select order/ }).count()) - ORDERS
    // Orders of other tests are not part of the measure.
    for (const box of await page
      .getByRole('listitem')
      .filter({ hasNotText: city })
      .getByRole('checkbox')
      .all())
      await box.uncheck()
    const slips = page.getByRole('link', { name: /^Print slips/ })
    presses += 1
    const [paper] = await Promise.all([
      page.request.get((await slips.getAttribute('href'))!),
      slips.waitFor(),
    ])
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await click(`Pack ${ORDERS} orders`)

    for (const [index, number] of numbers.entries()) {
      const field = page.getByLabel(`Scan an item of order ${await serialOf(number)}`)
      await expect.poll(() => hasFocus(field)).toBe(true)
      if (index === 0) {
        await scan(page, 'NOT-THIS')
        await page.getByRole('alert').filter({ hasText: 'NOT-THIS is not in order' }).waitFor()
        await expectNoAxeViolations(page)
      }
      await scan(page, sku)
      await page.getByText('All packed.').waitFor()
      presses += 1
      await page.keyboard.press('Enter')
    }
    await toast(page, `${ORDERS} orders shipped`).waitFor()
    expect(await statusOf(numbers)).toEqual(['shipped'])
    process.stdout.write(
      `${ORDERS} orders printed and shipped in ${presses} presses beside ${others} others\n`,
    )
    expect(presses).toBeLessThanOrEqual(25)
  },
)

it('an order that another packer ships first is not shipped again, and the page says who shipped it', async () => {
  const { product, sku } = await packable()
  const number = await placeOrder(product)
  const serial = await serialOf(number)
  // The browser logs the refusal.
  const page = await openAsAdmin('/dashboard/packing', { expected: /409/ })
  await page.getByRole('checkbox', { name: `Select order ${serial}` }).check()
  await page.getByRole('button', { name: 'Pack 1 order' }).click()
  await page.getByLabel(`Scan an item of order ${serial}`).waitFor()
  await scan(page, sku)
  await page.getByText('All packed.').waitFor()
  const other = await openAsAdmin(`/dashboard/orders/${number}`)
  await other.getByRole('button', { name: 'Ship order' }).click()
  await other.getByRole('button', { name: 'Mark as shipped' }).click()
  await toast(other, 'Order marked as shipped').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Devika Admin has already shipped this order.').waitFor()
  const shipments = await inDatabase((db) =>
    db
      .selectFrom('shipment as s')
      .innerJoin('shop_order as o', 'o.id', 's.order_id')
      .select('s.id')
      .where('o.number', '=', number)
      .execute(),
  )
  expect(shipments).toHaveLength(1)
})

it('pasted tracking numbers ship their orders, and each line that fits none is named', async () => {
  const numbers = [await placeOrder(await simpleProduct(9)), await placeOrder(await simpleProduct(9))]
  const [first = '', second = ''] = await Promise.all(numbers.map(serialOf))
  const page = await openAsAdmin('/dashboard/packing', { width: 360 })
  const row = page.getByRole('checkbox', { name: /^Select order/ }).first()
  await row.waitFor()
  expect((await row.boundingBox())?.y).toBeLessThanOrEqual(200)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Paste tracking numbers' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Order number, tracking number')
    .fill(`${first}\tAWB 1\n1999-999999\tX\n${second};AWB 2`)
  await dialog.getByText('Line 2: no order to ship has the number “1999-999999”').waitFor()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Ship 2 orders' }).click()
  await toast(page, '2 orders shipped').waitFor()
  expect(await statusOf(numbers)).toEqual(['shipped'])
})

it('the items to pack are near the top of the order page', async () => {
  const number = await placeOrder(await simpleProduct(9))
  for (const [width, y] of [
    [1440, 400],
    [360, 700],
  ] as const) {
    const page = await openAsAdmin(`/dashboard/orders/${number}`, { width })
    const tick = page.getByRole('checkbox', { name: /^Packed: 1 × / })
    await tick.waitFor()
    const top = (await tick.locator('xpath=ancestor::ul').boundingBox())?.y ?? Infinity
    process.stdout.write(`The packing list begins at y = ${Math.round(top)} at ${width} px\n`)
    expect(top).toBeLessThanOrEqual(y)
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  }
})
