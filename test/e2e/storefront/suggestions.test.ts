import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ownProduct } from '../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'
import { hasFocus } from '../support/shopper.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' })
const options = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option')
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('searched'))
const clear = (page: Page) => page.getByRole('button', { name: 'Clear recent searches' })

it('suggests categories and recent searches by keyboard, and clears them', async () => {
  const page = await openPage('/search?q=oak+board')
  await expect.poll(() => stored(page)).toBe('["oak board"]')
  await page.goto('/')
  await hydrated(page)
  await box(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => options(page, 'Recent searches').allInnerTexts()).toEqual(['oak board'])
  await expect.poll(() => page.getByRole('search').getByRole('status').innerText()).toBe('1 suggestion')
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=oak%20board')
  await expect.poll(() => box(page).inputValue()).toBe('oak board')

  await box(page).fill('tableware')
  await options(page, 'Categories').first().waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/categories/tableware')
  await expect.poll(() => box(page).inputValue()).toBe('')

  await box(page).click()
  await clear(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => clear(page).count()).toBe(0)
  await expect.poll(() => hasFocus(box(page))).toBe(true)
  expect(await stored(page)).toBeNull()
})

it('opens a tapped suggestion in the mobile menu, even without storage', async () => {
  const { name } = await ownProduct(100, 3)
  const page = await openPage('/', {
    width: 360,
    touch: true,
    first: (opened) =>
      opened.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }),
  })
  // A job adds new products to the search. Until then it suggests similar names.
  const suggested = async () => {
    const answer = await page.request.get(`/api/search/suggestions?q=${name.toLowerCase()}`)
    return answer.text()
  }
  await expect.poll(suggested).toContain(name)
  await page.getByLabel('Menu', { exact: true }).first().tap()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('combobox').tap()
  await page.keyboard.type(name)
  const product = options(page, 'Products').filter({ hasText: name })
  await product.waitFor()
  await expect.poll(() => menu.getByRole('link').count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await product.tap()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await expect.poll(() => options(page, 'Products').count()).toBe(0)
})

it('ignores late answers and requests each text once', async () => {
  const page = await openPage('/')
  const requests: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search/suggestions?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? ''
    requests.push(q)
    if (q === 'lamp') await held
    // The page may have cancelled the request.
    await route.continue().catch(() => {})
  })
  await box(page).fill('lamp')
  await expect.poll(() => requests).toEqual(['lamp'])
  await box(page).fill('mug')
  await options(page, 'Products').getByText('Mug').first().waitFor()
  release()
  await box(page).fill('vase')
  await options(page, 'Products').getByText('Vase').first().waitFor()
  await box(page).fill('mug')
  await options(page, 'Products').getByText('Mug').first().waitFor()
  expect(await options(page, 'Products').getByText('Lamp').count()).toBe(0)
  expect(requests).toEqual(['lamp', 'mug', 'vase'])
})
