import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { placeOrder, serialOf } from '../../support/place-order.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { hasFocus, simpleProduct } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('the palette finds an order by name, phone and number, and opens it by keyboard', async () => {
  const fullName = `Nilofer ${randomUUID().slice(0, 8)}`
  const number = await placeOrder(await simpleProduct(), { shipping: { fullName } })
  const serial = await serialOf(number)
  const page = await openAsAdmin('/dashboard')
  const field = page.getByRole('button', { name: 'Search orders, customers, products' })
  await field.focus()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search orders, customers, products, pages and actions' })
  await expect.poll(() => hasFocus(box)).toBe(true)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(field)).toBe(true)

  await page.keyboard.press('/')
  await page.keyboard.type(`${fullName} 98765-43210`)
  const order = page.getByRole('option', { name: serial })
  await order.waitFor()
  expect(await order.getAttribute('aria-selected')).toBe('true')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `Order ${serial}` }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(`ship ${serial}`)
  await page.getByRole('option', { name: `Ship order ${serial}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Ship order' }).waitFor()
})

it('the palette opens pages and settings, and says what it cannot find', async () => {
  const page = await openAsAdmin('/dashboard', { width: 360 })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.keyboard.type('settings shipp')
  await page.getByRole('option', { name: 'Shipping' }).waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/settings/shipping')
  await page.getByRole('heading', { level: 1, name: 'Shipping' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('qqzzqq')
  await page.getByText('Nothing found for “qqzzqq”').waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
})

it('? lists the shortcuts, and J and K move between the rows of the order list', async () => {
  const first = await serialOf(await placeOrder(await simpleProduct()))
  const second = await serialOf(await placeOrder(await simpleProduct()))
  const page = await openAsAdmin('/dashboard/orders')
  const link = (serial: string) => page.getByRole('link', { name: serial, exact: true })
  await link(second).waitFor()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await shortcuts.waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await shortcuts.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await expect.poll(() => hasFocus(link(second))).toBe(true)
  await page.keyboard.press('j')
  await expect.poll(() => hasFocus(link(first))).toBe(true)
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `Order ${second}` }).waitFor()
})
