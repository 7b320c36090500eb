import { randomInt, randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { manualOrderForm } from '#test/harness/data/order.ts'
import { measureEffort } from '../../support/effort.ts'
import { cardShop } from '../../support/card-shop.ts'
import { ownProduct } from '../../support/goods.ts'
import { hydrated } from '../../support/page.ts'
import { inDatabase, openAs } from '../../support/person.ts'
import { placeOrder, serialOf } from '../../support/place-order.ts'
import { callAs, hasFocus, simpleProduct, toast } from '../../support/shopper.ts'
import { makeAdmin, openAsAdmin } from '../../support/staff.ts'

// What an owner does all day, by keyboard alone and from the home page. `packing.test.ts` packs 20 orders.

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Presses Tab until the control has the focus, as a person does. */
async function tabTo(page: Page, control: Locator) {
  await control.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The control is out of reach of the keyboard')
}

/** Opens an order by the palette. */
async function find(page: Page, text: string, serial: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text)
  const option = page.getByRole('option', { name: serial }).first()
  await expect.poll(() => option.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await heading(page, `Order ${serial}`).waitFor()
}

it('finds an order by its phone in six forms, town, SKU, tracking number and amount', async () => {
  const price = 100_000 + randomInt(800_000)
  const { productid } = await ownProduct(price, 3)
  const sku = `OWN-${randomUUID().slice(0, 8).toUpperCase()}`
  const city = `Findpur${randomUUID().slice(0, 6)}`
  const digits = `98${randomInt(10_000_000, 99_999_999)}`
  const tracking = `TRK${randomInt(10_000_000, 99_999_999)}`
  await inDatabase((db) =>
    db.updateTable('variant').set({ sku }).where('product_id', '=', productid).execute(),
  )
  const page = await openAsAdmin('/dashboard')
  const number = await placeOrder(
    { productid },
    { shipping: { city }, phone: `+91 ${digits.slice(0, 5)} ${digits.slice(5)}` },
  )
  const serial = await serialOf(number)
  await callAs(page, `admin/orders/${number}/fulfil`, { carrier: 'Post', tracking })
  const { total } = await inDatabase((db) =>
    db.selectFrom('shop_order').select('total').where('number', '=', number).executeTakeFirstOrThrow(),
  )
  const five = [digits.slice(0, 5), digits.slice(5)] as const
  const texts: Record<string, string> = {
    'phone as digits': digits,
    'phone with country': `+91${digits}`,
    'phone with blanks': five.join(' '),
    'phone with a dash': five.join('-'),
    'phone with zero': `0${digits}`,
    'phone in brackets': `(0)${digits}`,
    town: city,
    SKU: sku,
    'tracking number': tracking,
    amount: (total / 100).toFixed(2),
  }
  for (const [what, text] of Object.entries(texts)) {
    await measureEffort(page, `Find an order by ${what}`, { keys: 18 }, () => find(page, text, serial))
    // On another page, so that the next search has to open the order again.
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'All orders' })
      .click()
    await heading(page, 'All orders').waitFor()
  }
})

it('refunds one of two units, which goes back on sale', async () => {
  const product = await simpleProduct()
  const number = await placeOrder(product, { quantity: 2 })
  const serial = await serialOf(number)
  const page = await openAsAdmin('/dashboard')
  for (const step of ['fulfil', 'deliver'])
    expect((await callAs(page, `admin/orders/${number}/${step}`)).status).toBe(200)
  await measureEffort(page, 'Partial refund with restock', { keys: 32 }, async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`refund ${serial}`)
    await page.getByRole('option', { name: `Refund order ${serial}` }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByLabel(`Quantity of ${product.productname} to refund`))
    await page.keyboard.press('1')
    await tabTo(page, dialog.getByRole('button', { name: /^Refund ₹/ }))
    await page.keyboard.press('Enter')
    await page.getByText('1 refunded').waitFor()
  })
})

it('adds a unit to a paid order, whose difference is awaited then', async () => {
  const { productid, name } = await ownProduct(50_000, 9)
  const page = await openAsAdmin('/dashboard')
  const form = { ...manualOrderForm, items: [{ productid, quantity: 1 }], payment: 'paid' }
  const { status, data } = await callAs(page, 'admin/orders', form)
  expect(status).toBe(201)
  const { number } = data as { number: string }
  const serial = await serialOf(number)
  await measureEffort(page, 'Edit of a paid order', { keys: 42 }, async () => {
    await find(page, serial, serial)
    await tabTo(page, page.getByRole('button', { name: 'Edit order' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByLabel(`Quantity of ${name}`))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('2')
    await dialog.getByText(/^(The customer pays|You collect) ₹500/).waitFor()
    await tabTo(page, dialog.getByRole('button', { name: 'Save order' }))
    await page.keyboard.press('Enter')
    await toast(page, 'Order updated').waitFor()
  })
  await page.getByText(/₹500(\.00)? is not paid yet/).waitFor()
})

it('sells at the counter', async () => {
  const { name } = await ownProduct(50_000, 3)
  const page = await openAsAdmin('/dashboard')
  await measureEffort(page, 'Counter sale', { keys: 32 }, async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('counter')
    await page.getByRole('option', { name: 'Counter sale' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Add a product' }))).toBe(true)
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByLabel(`Quantity of ${name}`).waitFor()
    await expect.poll(() => page.locator('[data-total]').textContent()).toBe('₹500.00')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Last sale' }).waitFor()
  })
})

it('takes an order by phone and gets its payment link', async () => {
  const { name } = await ownProduct(50_000, 3)
  const shop = await cardShop()
  onTestFinished(shop.stop)
  const page = await openAs(await makeAdmin(), '/dashboard', { base: shop.url, expected: /404/ })
  await hydrated(page)
  await measureEffort(page, 'Phone order with payment link', { keys: 100 }, async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new order')
    await page.getByRole('option', { name: 'New order' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Add a product' }))).toBe(true)
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByLabel(`Quantity of ${name}`).waitFor()
    for (const [label, text] of [
      [/^Phone/, '98200 12345'],
      [/^Full name/, 'Farida Contractor'],
      [/^PIN code/, '400050'],
      [/^House number and street/, '7 Hill Road'],
    ] as const) {
      await tabTo(page, page.getByLabel(label).first())
      await page.keyboard.type(text)
    }
    await expect.poll(() => page.getByLabel('City').inputValue()).not.toBe('')
    await expect.poll(() => page.locator('[data-total]').textContent()).toMatch(/₹(500|599)\.00/)
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Payment link for the customer').waitFor()
  })
})
