import { expect, it } from 'vitest'
import { ownProduct } from '../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../support/page.ts'
import { inDatabase } from '../support/person.ts'
import { toast } from '../support/shopper.ts'
import { openAsAdmin } from '../support/staff.ts'

/** Pages whose rows are cards on a phone. */
const cards = ['categories', 'sub-categories', 'specifications', 'banner', 'collections'].map(
  (name) => `/dashboard/${name}`,
)

it('every page of the sidebar fits a phone and a tablet, also with a word of 200 letters', async () => {
  const { productid, name } = await ownProduct(100, 1)
  const rename = (text: string) =>
    inDatabase((db) => db.updateTable('product').set({ name: text }).where('id', '=', productid).execute())
  const word = `Zz${'w'.repeat(198)}`
  await rename(word)
  const page = await openAsAdmin('/dashboard')
  const entries = page.getByRole('navigation', { name: 'Dashboard' }).locator('a[href^="/dashboard"]')
  const paths = new Set(await entries.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
  expect(paths.size).toBeGreaterThan(25)
  const tooWide: string[] = []
  for (const path of [...paths, '/dashboard/orders/new', '/dashboard/all-products?q=Zzwww']) {
    const entry = page.locator(`nav[aria-label="Dashboard"] a[href="${path}"]`)
    if (paths.has(path)) {
      await page.setViewportSize({ width: 1440, height: 800 })
      // Entries of closed groups cannot be clicked with a pointer.
      await entry.dispatchEvent('click')
      await page.waitForURL(`**${path}`)
    } else await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
    for (const width of [360, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (excess > 0) tooWide.push(`${path} by ${excess} px at ${width} px`)
      if (width === 360 && cards.includes(path)) await expectNoAxeViolations(page)
    }
  }
  expect(tooWide).toEqual([])

  // The long name leaves room for the other columns.
  await page.setViewportSize({ width: 1440, height: 800 })
  const row = page.getByRole('row').filter({ hasText: word })
  const remove = row.getByRole('button', { name: /^Delete/ })
  await expect
    .poll(async () => {
      const box = await remove.boundingBox()
      return box === null ? Infinity : box.x + box.width
    })
    .toBeLessThanOrEqual(1440)
  await rename(name)
}, 120_000)

it('a toast leaves the save bar of a phone free, and Ctrl+S behind a question does nothing', async () => {
  const page = await openAsAdmin('/dashboard/add-product', { width: 360, expected: /status of 400/ })
  const form = page.getByRole('form', { name: 'Product', exact: true })
  let sent = 0
  await page.route('**/api/product/createproduct', async (route) => {
    sent += 1
    const json = { status: false, message: 'Please use another name.', code: 'invalid' }
    await route.fulfill({ status: 400, json })
  })
  await form.getByLabel('Product Name *').fill('Tray')
  const category = form.getByLabel('Category', { exact: true })
  await expect.poll(() => category.locator('option').count()).toBeGreaterThan(1)
  await category.selectOption({ index: 1 })
  await form.getByLabel('Price (₹)', { exact: true }).fill('99')
  await page.keyboard.press('Control+s')
  await toast(page, 'Something went wrong!').waitFor()
  expect(sent).toBe(1)
  // The pointer on the toast keeps it.
  await toast(page, 'Something went wrong!').hover()
  await page.evaluate(() => scrollTo(0, 0))
  const space = async () => {
    const message = await toast(page, 'Something went wrong!').boundingBox()
    const button = await form.getByRole('button', { name: 'Create product' }).boundingBox()
    const isInView = button!.y + button!.height <= page.viewportSize()!.height
    return isInView ? button!.y - message!.y - message!.height : -Infinity
  }
  await expect.poll(space).toBeGreaterThanOrEqual(0)

  await page.getByRole('main').getByRole('link', { name: 'All products' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.waitFor()
  await page.keyboard.press('Control+s')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(sent).toBe(1)
  await expectNoSidewaysScroll(page)
})
