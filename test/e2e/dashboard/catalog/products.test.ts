import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { ownProduct } from '../../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, openPage } from '../../support/page.ts'
import { inDatabase } from '../../support/person.ts'
import { hasFocus, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

/** An image of one colour, as a file to pick. */
const image = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
})

async function search(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search products' }).fill(text)
  await page.waitForURL((url) => url.searchParams.get('q') === text)
  await expect.poll(() => page.locator('table[aria-busy="true"]').count()).toBe(0)
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

it('a product with three variants and four images is in the shop at the next request, is found and edited', async () => {
  const name = `Zenith Lamp ${Date.now()}`
  const page = await openAsAdmin('/dashboard/add-product', { expected: /status of 415/ })
  await page.getByRole('heading', { level: 1, name: 'Create New Product' }).waitFor()
  const form = page.getByRole('form', { name: 'Product', exact: true })
  const subcategory = form.getByLabel('Subcategory')
  await expect.poll(() => subcategory.isDisabled()).toBe(true)

  // What is missing is said beside its field, which gets the focus.
  await form.getByRole('button', { name: 'Create product' }).click()
  const nameField = form.getByLabel('Product Name *')
  await expect.poll(() => hasFocus(nameField)).toBe(true)
  for (const text of ['Enter a name', 'Select a category', 'Enter a price'])
    await form.getByText(text, { exact: true }).waitFor()

  await nameField.fill(name)
  await form.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  await expect.poll(() => subcategory.locator('option').count()).toBeGreaterThan(1)
  await subcategory.selectOption({ index: 1 })
  await form.getByLabel('Description', { exact: false }).first().fill('Lights the **way** home.')
  await form.getByLabel('Price (₹)', { exact: true }).fill('1500')

  const files = await Promise.all(
    ['teal', 'olive', 'navy', 'peru'].map((colour) => image(`${colour}.png`, colour)),
  )
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not an image') }
  const picker = form.getByLabel('Add images')
  await picker.setInputFiles([...files.slice(0, 2), broken, ...files.slice(2)])
  const images = form.getByRole('list', { name: 'Images' }).getByRole('listitem')
  const alts = images.getByRole('textbox', { name: /^Alt text/ })
  await expect.poll(() => alts.count()).toBe(4)
  // A refused file is no image of the product.
  await form.getByRole('alert').getByText('broken.png: ').waitFor()
  // A file of a name that is there is ignored.
  await picker.setInputFiles([files[0]!])
  await expect.poll(() => images.count()).toBe(4)
  await expect.poll(() => form.getByText('broken.png').count()).toBe(0)
  for (const index of [0, 1, 2]) await alts.nth(index).fill(`Lamp from side ${index + 1}`)
  await form.getByText('1 image has no alt text').waitFor()
  await form.getByRole('button', { name: 'Move peru.png up' }).press('Enter')
  await expect.poll(() => images.nth(2).textContent()).toContain('peru.png')

  await form.getByRole('button', { name: /^Add an option/ }).click()
  await expect.poll(() => hasFocus(form.getByLabel('Option name'))).toBe(true)
  await page.keyboard.type('Colour')
  const value = form.getByLabel('New value of Colour')
  await value.fill('Teal, Olive, Navy')
  await value.press('Enter')
  await form.getByLabel('Price of Navy', { exact: true }).fill('1750')
  for (const colour of ['Teal', 'Olive', 'Navy']) await form.getByLabel(`Stock of ${colour}`).fill('4')
  await form.getByLabel('Image of Olive').selectOption({ index: 2 })
  await form.getByRole('button', { name: 'Add specification' }).click()
  await form.getByLabel('Specification', { exact: true }).selectOption({ index: 1 })
  await form
    .getByRole('group', { name: 'Specification 1' })
    .getByLabel('Description')
    .fill('Powder-coated steel')
  await expect
    .poll(() => page.getByRole('complementary', { name: 'Preview' }).innerText())
    .toContain('Lights the way home.')
  await expectNoAxeViolations(page)

  await form.getByRole('button', { name: 'Create product' }).click()
  await form.getByText(`${name} created.`).waitFor()
  expect(await nameField.inputValue()).toBe('')
  const address = await form.getByRole('link', { name: 'View in shop' }).getAttribute('href')
  const shop = await openPage(address!)
  await expect.poll(() => shop.getByRole('heading', { level: 1 }).innerText()).toBe(name)
  await expect.poll(() => shop.locator('main strong').filter({ hasText: 'way' }).count()).toBe(1)
  await expect.poll(() => shop.getByRole('radio').count()).toBe(3)

  await page.getByRole('link', { name: 'Edit product' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await form.getByLabel('Product Name *').fill(`${name} II`)
  await page.keyboard.press('Control+s')
  await form.getByText('All changes saved.').waitFor()
  await page.getByRole('tab', { name: 'Details' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tabpanel').getByText(`${name} II`).first().waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowLeft')
  await shop.reload()
  await expect.poll(() => shop.getByRole('heading', { level: 1 }).innerText()).toBe(`${name} II`)

  // What is not saved is not lost by a wrong click.
  await form.getByLabel('Product Name *').fill('Something else')
  await page.getByRole('link', { name: 'All products' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/dashboard/all-products')
  await search(page, name)
  await row(page, `${name} II`).waitFor()
})

it('price and stock are edited in place, and products in bulk after a preview', async () => {
  const { name } = await ownProduct(120_000, 3)
  const page = await openAsAdmin('/dashboard/all-products?sort=name', { expected: /ERR_FAILED/ })
  await search(page, name)
  await row(page, name).waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Bulk edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await dialog.getByText('Choose at least one change.').waitFor()
  await dialog.getByLabel('Offer (%)').fill('15')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  const changes = dialog.getByRole('region', { name: 'Changes' })
  await changes.getByText('15%').first().waitFor()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: /^Change \d+ product/ }).click()
  await toast(page, /products? updated/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, /products? restored/).waitFor()

  await page.goto(`/dashboard/all-products?q=${encodeURIComponent(name)}`)
  const label = `Price of ${name}`
  const price = page.getByRole('button', { name: `${label}: 1,200. Edit` })
  const field = page.getByRole('spinbutton', { name: label })
  await price.focus()
  await page.keyboard.press('Enter')
  await field.fill('1')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await field.fill('2345')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('2345')
  await page.route('**/api/admin/products/*', (route) => route.abort())
  await field.press('Enter')
  await page.getByText(/^Not saved\./).waitFor()
  await expect.poll(() => field.inputValue()).toBe('2345')
  await page.unroute('**/api/admin/products/*')
  await field.press('Enter')
  await page.getByRole('button', { name: `${label}: 2,345. Edit` }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: `${label}: 2,345. Edit` }).waitFor()
})

it('a product is created, found and deleted with the keyboard alone, on a phone too', async () => {
  const page = await openAsAdmin('/dashboard/add-product', { width: 360 })
  await expectNoSidewaysScroll(page)
  const name = `Tiny Tray ${Date.now()}`
  await page.getByLabel('Product Name *').focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.getByLabel('Category', { exact: true }).locator('option').count())
    .toBeGreaterThan(1)
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('Price (₹)', { exact: true }).focus()
  await page.keyboard.type('99')
  await page.keyboard.press('Control+s')
  await page.getByText(`${name} created.`).waitFor()
  await page.goto('/dashboard/all-products')
  await search(page, name)
  await row(page, name).waitFor()
  await expectNoSidewaysScroll(page)
  const remove = page.getByRole('button', { name: `Delete ${name}` })
  await remove.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
  await dialog.getByRole('button', { name: 'Delete product' }).press('Enter')
  await page.getByText('No results').waitFor()
})

it('errors of the server are marked, and do not take the focus from somebody who moved on', async () => {
  const page = await openAsAdmin('/dashboard/add-product', { expected: /status of 400/ })
  await page.getByLabel('Product Name *').fill('Tray')
  const category = page.getByLabel('Category', { exact: true })
  await expect.poll(() => category.locator('option').count()).toBeGreaterThan(1)
  await category.selectOption({ index: 1 })
  await page.getByLabel('Price (₹)', { exact: true }).fill('99')
  const refusal = { status: false, message: 'Please use another name.', code: 'invalid' }
  const issues = [{ path: 'productname', message: 'That name is taken' }]
  const elsewhere = page.getByRole('link', { name: 'All Products' }).first()
  const refused = async (movesOn: boolean) => {
    const { promise: moved, resolve: answer } = Promise.withResolvers<void>()
    await page.route(
      '**/api/product/createproduct',
      async (route) => {
        await moved
        await route.fulfill({ status: 400, json: { ...refusal, issues } })
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Create product' }).click()
    if (movesOn) await elsewhere.focus()
    answer()
    // The toast of the first refusal may still be visible.
    await toast(page, 'Something went wrong!').last().waitFor()
    await page.getByText('That name is taken').first().waitFor()
  }
  await refused(true)
  await expect.poll(() => hasFocus(elsewhere)).toBe(true)
  await refused(false)
  await expect.poll(() => hasFocus(page.getByLabel('Product Name *'))).toBe(true)
})

it('a product whose answer was lost is not created twice, unchanged or edited', async () => {
  const name = `Lost Lamp ${Date.now()}`
  const page = await openAsAdmin('/dashboard/add-product', { expected: /ERR_FAILED|status of 422/ })
  const form = page.getByRole('form', { name: 'Product', exact: true })
  const category = form.getByLabel('Category', { exact: true })
  const create = form.getByRole('button', { name: 'Create product' })
  const loseAnswer = () =>
    page.route(
      '**/api/product/createproduct',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  const stored = () =>
    inDatabase((db) => db.selectFrom('product').select('name').where('name', 'like', `${name}%`).execute())
  const fill = async (text: string) => {
    await form.getByLabel('Product Name *').fill(text)
    await expect.poll(() => category.locator('option').count()).toBeGreaterThan(1)
    await category.selectOption({ index: 1 })
    await form.getByLabel('Price (₹)', { exact: true }).fill('99')
  }
  await fill(name)
  await loseAnswer()
  await create.click()
  await form.getByText('Something went wrong!').waitFor()
  await create.click()
  await form.getByText(`${name} created.`).waitFor()
  expect(await stored()).toHaveLength(1)

  await fill(`${name} II`)
  await loseAnswer()
  await create.click()
  await form.getByText('Something went wrong!').waitFor()
  await form.getByLabel('Price (₹)', { exact: true }).fill('98')
  await create.click()
  await form.getByText('An earlier attempt went through, although its answer was lost.').waitFor()
  expect(await stored()).toHaveLength(2)
  expect(await form.getByLabel('Price (₹)', { exact: true }).inputValue()).toBe('98')
})

it('Enter in a renamed option value sends nothing', async () => {
  const page = await openAsAdmin('/dashboard/add-product')
  const form = page.getByRole('form', { name: 'Product', exact: true })
  // Everything that is required, so that nothing but the key stands in the way.
  await form.getByLabel('Product Name *').fill(`Half typed ${Date.now()}`)
  await form.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  const subcategory = form.getByLabel('Subcategory')
  await expect.poll(() => subcategory.locator('option').count()).toBeGreaterThan(1)
  await subcategory.selectOption({ index: 1 })
  await form.getByLabel('Description', { exact: false }).first().fill('Half typed.')
  await form.getByLabel('Price (₹)', { exact: true }).fill('1500')
  await form.getByRole('button', { name: /^Add an option/ }).click()
  await form.getByLabel('Option name').fill('Colour')
  const added = form.getByLabel('New value of Colour')
  await added.fill('Teal, Olive')
  await added.press('Enter')
  for (const colour of ['Teal', 'Olive']) await form.getByLabel(`Stock of ${colour}`).fill('4')
  const sent: string[] = []
  // The preview of the description is a POST, too.
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().endsWith('/description-preview'))
      sent.push(request.url())
  })
  const value = form.getByRole('textbox', { name: 'Value Teal of Colour' })
  await value.fill('Sea green')
  const renamed = form.getByRole('textbox', { name: 'Value Sea green of Colour' })
  await renamed.press('Enter')
  // Saving by the button shows that the key alone did nothing.
  expect(await form.getByText('created.').count()).toBe(0)
  expect(sent).toEqual([])
  await form.getByRole('button', { name: 'Create product' }).click()
  await form.getByText('created.').waitFor()
  expect(sent).toHaveLength(1)
})
