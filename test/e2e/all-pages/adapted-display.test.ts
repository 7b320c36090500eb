import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoSidewaysScroll, openPage } from '../support/page.ts'
import { callAs, simpleProduct } from '../support/shopper.ts'

/** The pages between finding and buying, and those with forms. */
const pages = [
  '/',
  '/products',
  '/product-details/1',
  '/search?q=mug',
  '/cart',
  '/checkout',
  '/login',
  '/help/shipping',
]

const expected = /status of 40[04]/

/** A page of a visitor whose cart has an item. */
const openWithCart = (path: string, width: number) =>
  openPage(path, {
    width,
    expected,
    reducedMotion: true,
    async first(page) {
      const { productid } = await simpleProduct()
      await callAs(page, 'cart/addToCart', { productid })
    },
  })

/** The visible buttons, links and fields whose text is cut off. */
const cutControls = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: HTMLElement) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const hides = [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip')
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
      return hides && clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
    }
    const controls = document.querySelectorAll<HTMLElement>('main :is(button, a, summary, label, h1, h2, p)')
    return [...controls]
      .filter(
        (element) => element.checkVisibility() && !/line-clamp|truncate|sr-only/.test(element.className),
      )
      .filter(isCut)
      .map((element) => element.outerHTML.slice(0, 120))
  })

it.each(pages)(
  '%s keeps its texts with wide text spacing down to 320 px, and its focus in forced colours',
  async (path) => {
    const page = await openWithCart(path, 320)
    // https://www.w3.org/TR/WCAG22/#text-spacing
    await page.keyboard.press('Tab')
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-bottom: 2em !important; }`)
      document.adoptedStyleSheets.push(spacing)
    })
    // 640 px: 200 % zoom of a small laptop.
    for (const width of [320, 640, 1280]) {
      await page.setViewportSize({ width, height: 512 })
      await expectNoSidewaysScroll(page)
      expect(await cutControls(page), `at ${width} px`).toEqual([])
    }
    await page.emulateMedia({ forcedColors: 'active' })
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      const focus = await page.evaluate(() => {
        const focused = document.activeElement ?? document.body
        // The link of a card shows its focus around the whole card, and a filter around its label.
        const styles = [undefined, '::after'].map((part) => getComputedStyle(focused, part))
        const label = focused.closest('label')
        if (label) styles.push(getComputedStyle(label))
        const outlines = styles.filter(({ outlineStyle }) => outlineStyle !== 'none')
        return {
          name: focused.outerHTML.slice(0, 120),
          widths: outlines.map(({ outlineWidth }) => Number.parseFloat(outlineWidth)),
        }
      })
      expect(Math.max(...focus.widths), focus.name).toBeGreaterThan(0)
    }
  },
)
