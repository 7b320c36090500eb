import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { getRelatedProducts } from '#contract/catalog/product.ts'
import { ask, findProduct } from './support/catalog.ts'
import { expectNoAxeViolations, openPage } from './support/page.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

describe('gallery', () => {
  const gallery = (page: Page) => page.getByRole('region', { name: /^Images of/ })
  const announced = (page: Page) => gallery(page).getByRole('status').innerText()
  const current = (page: Page) => gallery(page).locator('[aria-current]').getAttribute('aria-label')

  it('shows three thumbnails; the last one counts the others', async () => {
    const product = await findProduct(({ images }) => images.length === 5)
    const page = await openPage(links.product(product.productid))
    const thumbnails = gallery(page).locator('a')
    expect(await thumbnails.count()).toBe(3)
    expect(await thumbnails.last().innerText()).toBe('+2')
    expect(await current(page)).toBe('Image 1 of 5')
    await thumbnails.nth(1).click()
    expect(await current(page)).toBe('Image 2 of 5')
    expect(await announced(page)).toBe('Image 2 of 5')
    for (const seen of ['3', '4', '5', '3']) {
      await thumbnails.last().click()
      expect(await current(page)).toContain(`Image ${seen} of 5`)
    }
  })

  it('moves through all images with arrows and wraps', async () => {
    const product = await findProduct(({ images }) => images.length === 4)
    const page = await openPage(links.product(product.productid), { reducedMotion: true })
    const inView = () =>
      gallery(page)
        .locator('ul')
        .first()
        .evaluate((row) => Math.round(row.scrollLeft / row.clientWidth) + 1)
    for (const next of [2, 3, 4, 1]) {
      await gallery(page).getByRole('button', { name: 'Next image' }).click()
      expect(await announced(page)).toBe(`Image ${next} of 4`)
      await expect.poll(inView).toBe(next)
    }
    await gallery(page).getByRole('button', { name: 'Previous image' }).press('Enter')
    await expect.poll(inView).toBe(4)
    await page.keyboard.press('Home')
    expect(await announced(page)).toBe('Image 1 of 4')
    await page.keyboard.press('ArrowLeft')
    expect(await announced(page)).toBe('Image 4 of 4')
  })
})

describe('tabs', () => {
  it('follow arrow keys, Home and End, and wrap', async () => {
    const product = await findProduct(({ commentcount }) => commentcount > 0)
    const page = await openPage(links.product(product.productid))
    const tab = (name: string) => page.getByRole('tab', { name })
    const panel = page.getByRole('tabpanel')
    expect(await panel.innerText()).toContain(product.productdescription.slice(0, 40))
    await tab('Description').focus()
    for (const [key, name] of [
      ['ArrowRight', 'Specifications'],
      ['ArrowRight', 'Comments'],
      ['ArrowRight', 'Description'],
      ['ArrowLeft', 'Comments'],
      ['Home', 'Description'],
      ['End', 'Comments'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused(page)).toContain(name)
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => tab('Comments').getAttribute('aria-selected')).toBe('true')
    expect(await panel.innerText()).toContain(product.comments[0]!.comment.slice(0, 30))
    await expectNoAxeViolations(page)
  })

  it('show specification names with their descriptions', async () => {
    const product = await findProduct(({ specifications }) => specifications.length > 2)
    const page = await openPage(links.product(product.productid))
    await page.getByRole('tab', { name: 'Specifications' }).click()
    const text = await page.getByRole('tabpanel', { name: 'Specifications' }).innerText()
    for (const { name, description } of product.specifications)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(`${name} ${description}`)
  })

  it('are all visible without JavaScript', async () => {
    const product = await findProduct(
      ({ commentcount, specifications }) => commentcount > 0 && specifications.length > 0,
    )
    const page = await openPage(links.product(product.productid), { javaScript: false })
    const text = await page.getByRole('main').innerText()
    expect(text).toContain(product.specifications[0]!.description)
    expect(text).toContain(product.comments[0]!.comment.slice(0, 30))
  })
})

describe('variants', () => {
  it('change price, stock, image and URL', async () => {
    const product = await findProduct(({ severalprices, options }) => severalprices && options.length === 1)
    const [option] = product.options
    const page = await openPage(links.product(product.productid))
    const main = page.getByRole('main')
    expect(await main.innerText()).toContain('from Rs.')
    for (const variant of product.variants) {
      const value = variant.options[option!.name]!
      await main.getByRole('radio', { name: value }).check({ force: true })
      await expect.poll(() => new URL(page.url()).searchParams.get('variant')).toBe(String(variant.variantid))
      const price = variant.saleprice.toLocaleString('en-IN')
      await expect.poll(() => main.locator('[aria-live]').first().innerText()).toContain(`Rs. ${price}`)
    }
    await page.reload()
    const last = product.variants.at(-1)!.options[option!.name]!
    expect(await main.getByRole('radio', { name: last }).isChecked()).toBe(true)
  })

  it('are links without JavaScript', async () => {
    const product = await findProduct(({ variants }) => variants.length > 1)
    const page = await openPage(links.product(product.productid), { javaScript: false })
    await page.getByRole('navigation', { name: 'Variants' }).getByRole('link').last().click()
    await page.waitForURL('**?variant=*')
    expect(await page.getByRole('navigation', { name: 'Variants' }).locator('[aria-current]').count()).toBe(1)
  })

  it('are hidden for a product with one variant', async () => {
    const product = await findProduct(({ variants }) => variants.length === 1)
    const page = await openPage(links.product(product.productid))
    expect(await page.getByRole('main').getByRole('radio').count()).toBe(0)
    expect(await page.getByRole('main').innerText()).toMatch(/In stock|Only \d+ left|Sold out/)
  })
})

it('shows related products and breadcrumbs', async () => {
  const product = await findProduct(({ productsubcategoryid }) => productsubcategoryid !== null)
  const { data: related } = await ask(getRelatedProducts, {
    category_id: product.productcategoryid,
    exclude_product_id: product.productid,
  })
  const page = await openPage(links.product(product.productid, product.productcategoryid))
  const shown = page.getByRole('region', { name: 'Related Products' }).getByRole('link')
  expect(await shown.allInnerTexts()).toEqual(related.map(({ productname }) => productname))
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: product.subcategoryname! })
    .click()
  await page.waitForURL(`**${links.products(product.productcategoryid, product.productsubcategoryid!)}`)
})

it('replaces a broken image with a placeholder of the same size', async () => {
  const product = await findProduct(({ images }) => images.length > 1)
  const page = await openPage('/about', { expected: /Failed to load resource/ })
  await page.route('**/uploads/**', (route) => route.abort())
  await page.goto(links.product(product.productid))
  const image = page
    .getByRole('region', { name: /^Images of/ })
    .locator('img')
    .first()
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname))
    .toBe('/image-missing.svg')
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const box = await image.boundingBox()
  expect(box!.width).toBeCloseTo(box!.height, 0)
})
