import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ownProduct } from './goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from './page.ts'
import { hasFocus } from './shopper.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' })
const options = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option')
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('searched'))
const clear = (page: Page) => page.getByRole('button', { name: 'Clear what was searched before' })

it('categories and what was searched before are offered by keyboard, and forgotten when that is wanted', async () => {
  const page = await openPage('/search?q=oak+board')
  await expect.poll(() => stored(page)).toBe('["oak board"]')
  await page.goto('/')
  await hydrated(page)
  await box(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => options(page, 'Searched before').allInnerTexts()).toEqual(['oak board'])
  expect(await page.getByRole('search').getByRole('status').innerText()).toBe('1 suggestion')
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
  expect(await hasFocus(box(page))).toBe(true)
  expect(await stored(page)).toBeNull()
})

it('a suggestion is tapped in the menu of a phone, also where nothing can be stored', async () => {
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
  await page.getByLabel('Menu', { exact: true }).first().tap()
  await box(page).tap()
  await page.keyboard.type(name)
  await options(page, 'Products').first().waitFor()
  expect(await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await options(page, 'Products').first().tap()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(await options(page, 'Products').count()).toBe(0)
})

it('a late answer never takes the place of a newer one, and one text is asked for once', async () => {
  const page = await openPage('/')
  const asked: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search/suggestions?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(q)
    if (q === 'lamp') await held
    // It may have been given up meanwhile.
    await route.continue().catch(() => {})
  })
  await box(page).fill('lamp')
  await expect.poll(() => asked).toEqual(['lamp'])
  await box(page).fill('mug')
  await options(page, 'Products').getByText('Mug').first().waitFor()
  release()
  await box(page).fill('vase')
  await options(page, 'Products').getByText('Vase').first().waitFor()
  await box(page).fill('mug')
  await options(page, 'Products').getByText('Mug').first().waitFor()
  expect(await options(page, 'Products').getByText('Lamp').count()).toBe(0)
  expect(asked).toEqual(['lamp', 'mug', 'vase'])
})
