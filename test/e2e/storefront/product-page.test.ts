import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { commentsAnchor, links } from '#contract/links.ts'
import { getRelatedProducts, type ProductDetail } from '#contract/catalog/product.ts'
import { ask, findProduct } from '../support/catalog.ts'
import { countOf, serverPage } from '../support/html.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  shopUrl,
} from '../support/page.ts'
import { hasFocus, simpleProduct, toast } from '../support/shopper.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

describe('tabs', () => {
  it('follow arrow keys, Home and End, and wrap', async () => {
    const product = await findProduct(({ commentcount }) => commentcount > 0)
    const page = await openPage(links.product(product.productid))
    const tab = (name: string) => page.getByRole('tab', { name })
    const panel = page.getByRole('tabpanel')
    await expect.poll(() => panel.innerText()).toContain(product.productdescription.slice(0, 40))
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
    await expect.poll(() => panel.innerText()).toContain(product.comments[0]!.comment.slice(0, 30))
    await expectNoAxeViolations(page)
  })

  describe('whose scripts fail to load', () => {
    const failed = /net::ERR_FAILED|Failed to fetch dynamically imported module/
    /** The product page, with all scripts of the shop blocked, scrolled to where the path leads. */
    async function openWithoutScripts(path: string, width = 360) {
      const page = await openPage('/help/faq', { width, expected: failed })
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto(path)
      return page
    }

    it('open by a click, by the keyboard and by a link to the comments', async () => {
      const product = await findProduct(
        ({ commentcount, specifications }) => commentcount > 0 && specifications.length > 2,
      )
      const path = links.product(product.productid)
      const page = await openWithoutScripts(path)
      const description = page.getByText(product.productdescription.slice(0, 40)).first()
      const specification = page.getByRole('row').filter({ hasText: product.specifications[0]!.name }).first()
      const comment = page.getByText(product.comments[0]!.comment.slice(0, 30)).first()
      const shown = async () =>
        Promise.all([description, specification, comment].map((locator) => locator.isVisible()))
      const tab = (name: string) => page.getByRole('tab', { name })
      expect(await shown()).toEqual([true, false, false])
      await tab('Specifications').click()
      expect(await shown()).toEqual([false, true, false])
      expect(await tab('Specifications').isVisible()).toBe(true)
      // The browser has moved the focus to the panel.
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      expect(await shown()).toEqual([false, false, true])
      await expectNoSidewaysScroll(page)
      await tab('Description').click()
      expect(await shown()).toEqual([true, false, false])
      await page.goto(`${path}#${commentsAnchor}`)
      expect(await shown()).toEqual([false, false, true])
    })

    it('stay open when the scripts arrive after the press', async () => {
      const product = await findProduct(({ specifications }) => specifications.length > 2)
      const page = await openPage('/help/faq')
      const released = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await released.promise
        await route.continue()
      })
      await page.goto(links.product(product.productid), { waitUntil: 'commit' })
      await page.getByRole('tab', { name: 'Specifications' }).click()
      released.resolve()
      await hydrated(page)
      const selected = page.getByRole('tab', { selected: true })
      await expect.poll(() => selected.innerText()).toBe('Specifications')
      await expect.poll(() => page.getByRole('tabpanel').count()).toBe(1)
      await selected.focus()
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => selected.innerText()).toBe('Description')
      await expect.poll(() => page.getByRole('tabpanel').innerText()).not.toContain('Specifications')
      expect(await page.getByRole('tabpanel').count()).toBe(1)
    })
  })

  it('show all specifications, and everything is visible without JavaScript', async () => {
    const product = await findProduct(
      ({ commentcount, specifications }) => commentcount > 0 && specifications.length > 2,
    )
    const text = (await serverPage(links.product(product.productid))).text('main')
    for (const { name, description } of product.specifications)
      expect(text).toContain(`${name} ${description}`)
    expect(text).toContain(product.comments[0]!.comment.slice(0, 30))
  })
})

it('keeps the buttons in reach on a phone, but not above the footer', async () => {
  const product = await findProduct(({ options }) => options.length === 1)
  const page = await openPage(links.product(product.productid), { width: 360 })
  const bar = page.getByRole('region', { name: 'Buy this product' })
  const shown = async () => (await bar.count()) === 1
  await expect.poll(shown).toBe(true)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Buy Now' }).scrollIntoViewIfNeeded()
  await expect.poll(shown).toBe(false)
  await page.getByRole('region', { name: 'Related Products' }).scrollIntoViewIfNeeded()
  await expect.poll(shown).toBe(true)
  await bar.getByRole('button', { name: 'Add to Cart' }).click()
  await toast(page, 'Added to cart successfully').waitFor()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(shown).toBe(false)
})

it('breaks no word on narrow and wide screens', async () => {
  const hasLongValue = ({ options }: ProductDetail) =>
    options.some(({ values }) => values.includes('Terracotta'))
  const page = await openPage(links.product((await findProduct(hasLongValue)).productid), { width: 360 })
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(brokenWords), `${width} px`).toEqual([])
    await expectNoSidewaysScroll(page)
  }
})

/** Runs in the page: the words of its main part that are on more than one line. */
function brokenWords(): string[] {
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    for (const { index, 0: word } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (range.getClientRects().length > 1) broken.push(word)
    }
  }
  return broken
}

describe('variants', () => {
  it('change price, stock, image and URL', async () => {
    const product = await findProduct(({ severalprices, options }) => severalprices && options.length === 1)
    const [option] = product.options
    const page = await openPage(links.product(product.productid))
    const main = page.getByRole('main')
    const shownPrice = () => main.locator('[aria-live]').first().innerText()
    const first = product.variants.find(({ stock }) => (stock ?? 0) > 0)!
    expect(await shownPrice()).toContain(`₹${first.saleprice.toLocaleString('en-IN')}`)
    expect(await shownPrice()).not.toContain('from')
    const others = product.variants.filter(({ variantid }) => variantid !== first.variantid)
    for (const variant of [...others, first]) {
      const value = variant.options[option!.name]!
      await main.getByRole('radio', { name: value }).check({ force: true })
      await expect.poll(() => new URL(page.url()).searchParams.get('variant')).toBe(String(variant.variantid))
      const price = variant.saleprice.toLocaleString('en-IN')
      await expect.poll(() => main.locator('[aria-live]').first().innerText()).toContain(`₹${price}`)
    }
    await page.reload()
    await expect
      .poll(() => main.getByRole('radio', { name: first.options[option!.name]! }).isChecked())
      .toBe(true)
  })

  it('are links without JavaScript', async () => {
    const product = await findProduct(({ variants }) => variants.length > 1)
    const page = await openPage(links.product(product.productid), { javaScript: false })
    await page.getByRole('navigation', { name: 'Variants' }).getByRole('link').last().click()
    await page.waitForURL('**?variant=*')
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Variants' }).locator('[aria-current]').count())
      .toBe(1)
  })

  it('are hidden for a product with one variant', async () => {
    const product = await findProduct(({ variants }) => variants.length === 1)
    const page = await serverPage(links.product(product.productid))
    expect(countOf(page.part('form'), /<fieldset><legend[^>]*><span/g)).toBe(0)
    expect(page.text('main')).toMatch(/In stock|Only \d+ left|Sold out/)
  })
})

it('shows related products and breadcrumbs', async () => {
  const product = await findProduct(({ productsubcategoryid }) => productsubcategoryid !== null)
  const { data: related } = await ask(getRelatedProducts, {
    category_id: product.productcategoryid,
    exclude_product_id: product.productid,
  })
  const page = await openPage(links.product(product.productid, product.productcategoryid))
  const shown = page.getByRole('region', { name: 'Related Products' }).getByRole('article').getByRole('link')
  await expect.poll(() => shown.allInnerTexts()).toEqual(related.map(({ productname }) => productname))
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: product.subcategoryname! })
    .click()
  await page.waitForURL(`**${links.products(product.productcategoryid, product.productsubcategoryid!)}`)
})

describe('delivery', () => {
  const delivery = (page: Page) => page.getByRole('region', { name: 'Delivery' })
  const pinCode = (page: Page) => page.getByRole('textbox', { name: 'PIN code' })

  it('says cost, days and returns without JavaScript, too', async () => {
    const page = await serverPage(links.product((await simpleProduct()).productid))
    expect(page.text('main')).toMatch(
      /(Free delivery|Delivery ₹99) ?· ?\w{3} \d+ .*– \w{3} \d+ \w+ ?· ?14-day returns/,
    )
  })

  it('checks a PIN code and remembers it on this device', async () => {
    const page = await openPage(links.product((await simpleProduct()).productid), { expected: /400/ })
    await page.getByRole('button', { name: 'Check delivery to your PIN code' }).click()
    await pinCode(page).fill('12345')
    await pinCode(page).press('Enter')
    await page.getByText('Enter a 6-digit PIN code').waitFor()
    await expect.poll(() => hasFocus(pinCode(page))).toBe(true)
    await pinCode(page).fill('560001')
    await pinCode(page).press('Enter')
    await delivery(page)
      .getByText(/^To .*560001 · Cash on delivery$/)
      .waitFor()
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Change PIN code' }))).toBe(true)
    await expectNoAxeViolations(page)
    await page.goto(shopUrl + links.product(1))
    await delivery(page)
      .getByText(/^To .*560001/)
      .waitFor()
  })

  it('reads the days again once a page is older than the cut-off', async () => {
    const path = links.product((await simpleProduct()).productid)
    const page = await openPage(path)
    const again = page.waitForResponse(/\/api\/delivery\?/)
    // A week later, in the browser alone.
    await page.clock.install({ time: Date.now() + 7 * 86_400_000 })
    await page.reload()
    expect((await again).status()).toBe(200)
  })
})

it('compares a product with similar ones, with and without JavaScript', async () => {
  const product = await findProduct(({ specifications }) => specifications.length > 3)
  const page = await openPage(links.product(product.productid), { javaScript: false })
  await page.getByRole('link', { name: 'Compare with similar products' }).click()
  const row = page.getByRole('row', { name: /^Material/ })
  expect(await row.innerText()).toContain(
    product.specifications.find(({ name }) => name === 'Material')!.description,
  )
  const products = page.getByRole('columnheader')
  const before = await products.count()
  await page
    .getByRole('link', { name: /^Remove/ })
    .last()
    .click()
  await expect.poll(() => products.count()).toBe(before - 1)

  const { productid } = product
  const live = await openPage(links.compare([productid]), { width: 360 })
  await expectNoAxeViolations(live)
  await expectNoSidewaysScroll(live)
  await live.getByRole('region', { name: 'Add to the comparison' }).getByRole('article').first().click()
  await expect.poll(() => live.getByRole('columnheader').count()).toBe(2)
})
