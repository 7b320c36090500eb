import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { expectNoAxeViolations, openPage } from './support/page.ts'

/** Lets every request for another page wait. Returns how to let them go on. */
async function holdPages(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/about$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

describe('a page that takes its time', () => {
  it.each([
    { name: 'moves a bar', reducedMotion: false },
    { name: 'shows a bar without motion', reducedMotion: true },
  ])('$name at once and marks the page as busy', async ({ reducedMotion }) => {
    const page = await openPage(links.home(), { reducedMotion, width: 360 })
    const release = await holdPages(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    const bar = page.getByRole('progressbar', { name: 'Loading the page' })
    await bar.waitFor()
    const box = await bar.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(3)
    expect(box?.width).toBeGreaterThanOrEqual(reducedMotion ? 360 : 36)
    await expect.poll(() => page.getByRole('main').getAttribute('aria-busy')).toBe('true')
    release()
    await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor()
    await bar.waitFor({ state: 'detached' })
    expect(await page.getByRole('main').getAttribute('aria-busy')).toBeNull()
  })

  it('shows the bar for a document too', async () => {
    const page = await openPage(links.home())
    const release = await holdPages(page)
    // A link that no script takes. The page itself looks, because the browser answers nobody else until the new one is there.
    const width = await page.evaluate(async () => {
      const link = Object.assign(document.createElement('a'), { href: '/about', textContent: 'Plain link' })
      document.querySelector('main')?.prepend(link)
      link.click()
      for (let frames = 0; frames < 60; frames++) {
        const bar = document.querySelector('[role="progressbar"]')
        if (bar) return bar.getBoundingClientRect().width
        await new Promise(requestAnimationFrame)
      }
      return 0
    })
    expect(width).toBeGreaterThan(100)
    release()
    await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor()
  })
})

describe('a page that does not arrive', () => {
  it('says so within the frame, and opens as soon as it can', async () => {
    const page = await openPage('/products', { expected: /ERR_(INTERNET_DISCONNECTED|FAILED)/ })
    await page.route(/\/about$/, (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await page.getByRole('heading', { level: 1, name: 'We can’t reach the shop' }).waitFor()
    // The frame has kept its data.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('heading', { level: 1, name: 'You’re offline' }).waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Still no connection.').waitFor()
    await page.unroute(/\/about$/)
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor()
  })
})
