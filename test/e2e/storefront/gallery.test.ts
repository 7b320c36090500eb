import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { findProduct } from '../support/catalog.ts'
import { expectNoAxeViolations, openPage } from '../support/page.ts'

describe('gallery', () => {
  const gallery = (page: Page) => page.getByRole('region', { name: /^Images of/ })
  const announced = (page: Page) => gallery(page).getByRole('status').innerText()
  const current = (page: Page) => gallery(page).locator('[aria-current]').getAttribute('aria-label')

  it('shows three thumbnails; the last one counts the others', async () => {
    const product = await findProduct(({ images }) => images.length === 5)
    const page = await openPage(links.product(product.productid))
    const thumbnails = gallery(page).getByRole('link', { name: /^Image/ })
    await expect.poll(() => thumbnails.count()).toBe(3)
    await expect.poll(() => thumbnails.last().innerText()).toBe('+2')
    expect(await current(page)).toBe('Image 1 of 5')
    await thumbnails.nth(1).click()
    expect(await current(page)).toBe('Image 2 of 5')
    expect(await announced(page)).toBe('Image 2 of 5')
    for (const seen of ['3', '4', '5', '3']) {
      await thumbnails.last().click()
      expect(await current(page)).toContain(`Image ${seen} of 5`)
    }
  })

  it.each([2, 5])('fills its column on a wide screen with %i images', async (count) => {
    const product = await findProduct(({ images }) => images.length === count)
    const page = await openPage(links.product(product.productid), { width: 1440 })
    const column = await gallery(page).boundingBox()
    const [image, row] = await Promise.all(
      [0, 1].map((index) => gallery(page).getByRole('list').nth(index).boundingBox()),
    )
    const last = await gallery(page)
      .getByRole('link', { name: /^Image/ })
      .last()
      .boundingBox()
    expect([image?.width, row?.width]).toEqual([column?.width, column?.width])
    expect(last!.x + last!.width).toBeCloseTo(column!.x + column!.width, 0)
    expect(last!.height).toBeCloseTo(row!.height, 0)
    expect(row!.height).toBeCloseTo(column!.width / 3, 0)
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

  it('opens full screen, steps and zooms by keys, wheel and pinch', async () => {
    const product = await findProduct(({ images }) => images.length === 4)
    const page = await openPage(links.product(product.productid), { reducedMotion: true, touch: true })
    const opener = gallery(page).getByRole('link', { name: /^Enlarge/ })
    await opener.first().focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: /full screen$/ })
    const shown = viewer.getByRole('status')
    await expect.poll(() => shown.textContent()).toBe('Image 1 of 4')
    await expectNoAxeViolations(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown.textContent()).toBe('Image 2 of 4')

    const scale = () =>
      viewer.getByRole('img').evaluate((img) => {
        const zoomed = img.parentElement!.parentElement!
        return new DOMMatrix(getComputedStyle(zoomed).transform).a
      })
    await page.keyboard.press('+')
    expect(await scale()).toBeCloseTo(1.6)
    await page.keyboard.press('0')
    expect(await scale()).toBe(1)
    await page.mouse.move(400, 400)
    await page.mouse.wheel(0, -300)
    await expect.poll(scale).toBeGreaterThan(1.5)
    await page.keyboard.press('0')
    const client = await page.context().newCDPSession(page)
    await client.send('Input.synthesizePinchGesture', { x: 700, y: 450, scaleFactor: 2 })
    await expect.poll(scale).toBeGreaterThan(1.5)

    // The last image that was seen stays selected, and the focus is on its link.
    await page.keyboard.press('Escape')
    await expect.poll(() => viewer.count()).toBe(0)
    expect(await current(page)).toBe('Image 2 of 4')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Enlarge/)
  })
})

it('replaces a broken image with a placeholder of the same size', async () => {
  const product = await findProduct(({ images }) => images.length > 1)
  const page = await openPage(links.product(product.productid), {
    expected: /Failed to load resource/,
    first: (opened) => opened.route('**/uploads/**', (route) => route.abort()),
  })
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
