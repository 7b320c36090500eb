import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const focusIsOn = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element === document.activeElement)

/** Types into the search box and waits for suggestions. */
async function type(page: Page, text: string) {
  await box(page).fill(text)
  await options(page).first().waitFor()
}

describe('search box', () => {
  it('suggests at most 5 products, announces the count and supports arrow keys', async () => {
    const page = await openPage('/about')
    await type(page, 'a')
    const products = page.getByRole('group', { name: 'Products' }).getByRole('option')
    await expect.poll(() => products.count()).toBe(5)
    const count = await options(page).count()
    await expect.poll(() => box(page).getAttribute('aria-expanded')).toBe('true')
    await expect
      .poll(() => page.getByRole('search').getByRole('status').innerText())
      .toBe(`${count} suggestions`)
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => box(page).getAttribute('aria-activedescendant'))
      .toBe(await options(page).first().getAttribute('id'))
    await expect.poll(() => options(page).first().getAttribute('aria-selected')).toBe('true')
    await expectNoAxeViolations(page)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => box(page).getAttribute('aria-activedescendant')).toBeNull()
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => box(page).getAttribute('aria-activedescendant'))
      .toBe(await options(page).last().getAttribute('id'))
    expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true)
  })

  it('opens a suggestion with Enter, clears the box', async () => {
    const page = await openPage('/about')
    await type(page, 'mug')
    const name = await options(page).first().locator('span span').first().innerText()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/product-details/*')
    await expect.poll(() => page.locator('h1').innerText()).toBe(name)
    expect(await box(page).inputValue()).toBe('')
  })

  it('searches with Enter, except for blank text', async () => {
    const page = await openPage('/about')
    await box(page).fill('   ')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/about')
    await box(page).fill('  mug ')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=mug')
    await expect.poll(() => page.locator('h1').innerText()).toContain('mug')
  })

  it('closes the suggestions with Escape, Tab and a click elsewhere; a click on one opens it', async () => {
    const page = await openPage('/about')
    const closers = {
      escape: () => page.keyboard.press('Escape'),
      async tab() {
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
      },
      // The margin, because five suggestions cover the heading.
      elsewhere: () => page.mouse.click(10, 500),
    }
    for (const [name, close] of Object.entries(closers)) {
      await box(page).fill('')
      await type(page, 'mug')
      await close()
      await expect.poll(() => options(page).count(), { message: name }).toBe(0)
      await expect.poll(() => box(page).getAttribute('aria-expanded')).toBe('false')
      await expect.poll(() => box(page).inputValue()).toBe('mug')
    }
    await box(page).fill('')
    await type(page, 'mug')
    await options(page).first().click()
    await page.waitForURL('**/product-details/*')
  })

  it('says that nothing was found', async () => {
    const page = await openPage('/about')
    await box(page).pressSequentially('zzzz')
    const message = page.getByRole('search').getByText('No products found')
    await message.first().waitFor()
    await expect.poll(() => message.count()).toBe(2)
    await expect.poll(() => box(page).getAttribute('aria-expanded')).toBe('false')
    await expectNoAxeViolations(page)
  })
})

describe('profile menu', () => {
  const summary = '[aria-label="Your account"]'

  it('opens, and closes with Escape, which returns the focus', async () => {
    const page = await openPage('/about')
    await page.locator(summary).focus()
    await page.keyboard.press('Enter')
    const login = page.getByRole('link', { name: 'Login' })
    await expect.poll(() => login.isVisible()).toBe(true)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Tab')
    expect(await login.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => login.isVisible()).toBe(false)
    expect(await focusIsOn(page, summary)).toBe(true)
  })

  it('stays open if it was opened before hydration', async () => {
    const slow = await openPage('/about')
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await slow.route('**/*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await slow.goto('/products', { waitUntil: 'commit' })
    await slow.locator(summary).click()
    const login = slow.getByRole('link', { name: 'Login' })
    await expect.poll(() => login.isVisible()).toBe(true)
    arrive()
    await hydrated(slow)
    await expect.poll(() => login.isVisible()).toBe(true)
  })

  it('closes on Tab and on a click elsewhere', async () => {
    const page = await openPage('/products')
    const wishlist = page.locator('details').getByRole('link', { name: 'Wishlist' })
    await page.locator(summary).click()
    await wishlist.focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => wishlist.isVisible()).toBe(false)
    await page.locator(summary).click()
    await expect.poll(() => wishlist.isVisible()).toBe(true)
    await page.locator('h1').click()
    await expect.poll(() => wishlist.isVisible()).toBe(false)
  })
})

describe('on a small screen', () => {
  it('the menu has search and links and closes on navigation', async () => {
    const page = await openPage('/about', { width: 360 })
    await page.getByLabel('Menu', { exact: true }).first().click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      'Home',
      'Products',
      'Categories',
      'Cart',
      'Account',
    ])
    await expectNoAxeViolations(page)
    await menu.getByRole('link', { name: 'Categories' }).click()
    await page.waitForURL('**/categories')
    await expect.poll(() => menu.isVisible()).toBe(false)
  })

  it('the menu opens the subcategories, the collections, help and a search', async () => {
    const page = await openPage('/about', { width: 360 })
    await page.getByLabel('Menu', { exact: true }).first().click()
    await page.locator('summary', { hasText: 'Help' }).click()
    const menu = page.locator('details[open]').first()
    await expect.poll(() => menu.getByRole('link', { name: 'Returns' }).isVisible()).toBe(true)
    await page.getByText('Shop all categories').click()
    await menu.getByText('Collections').click()
    await expect.poll(() => menu.getByRole('link', { name: 'Gifts for her' }).isVisible()).toBe(true)
    await menu.getByText('Tableware', { exact: true }).click()
    await expectNoAxeViolations(page)
    await menu.getByRole('link', { name: 'Drinkware' }).click()
    await page.waitForURL('**/products/*/*')
    await expect.poll(() => page.locator('h1').innerText()).toBe('Drinkware')

    await page.getByLabel('Menu', { exact: true }).first().click()
    const search = page.getByRole('navigation', { name: 'Menu' })
    await search.getByRole('combobox', { name: 'Search products' }).fill('lamp')
    await search.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/search?q=lamp')
  })

  it('the search is visible without the menu, and products begin within two screens', async () => {
    const page = await openPage('/', { width: 360 })
    const arrivals = page.getByRole('region', { name: 'New Arrivals' }).getByRole('article').first()
    expect((await arrivals.boundingBox())!.y).toBeLessThan(2 * 780)
    await box(page).fill('mug')
    await options(page).first().waitFor()
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=mug')
  })
})

it('marks the current page, and links the shop’s name no wider than the name', async () => {
  const page = await openPage('/products')
  const brand = page.getByRole('banner').locator('a[href="/"]').filter({ visible: true }).first()
  expect((await brand.boundingBox())!.width).toBeLessThan(200)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect.poll(() => main.locator('[aria-current]').allInnerTexts()).toEqual(['Products'])
  await main.getByRole('link', { name: 'Categories' }).click()
  await page.waitForURL('**/allcategories')
  await expect.poll(() => main.locator('[aria-current]').allInnerTexts()).toEqual(['Categories'])
})

it('works without JavaScript', async () => {
  const page = await openPage('/about', { javaScript: false })
  await page.locator('summary[aria-label="Your account"]').click()
  await expect.poll(() => page.getByRole('link', { name: 'Register' }).isVisible()).toBe(true)
  await box(page).fill('mug')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=mug')
  expect(await page.getByRole('article').count()).toBeGreaterThan(0)
})
