import { expect, it } from 'vitest'
import { openPage } from '../support/page.ts'

// What happens without a connection is in offline.test.ts.

it('marks a listing as busy until the page of a filter is there', async () => {
  const page = await openPage('/products')
  // The browser answers nobody else until the new document is there.
  const busy = await page.evaluate(() => {
    document.querySelector<HTMLInputElement>('main input[name="onsale"]')?.click()
    return document.querySelector('main')?.getAttribute('aria-busy')
  })
  expect(busy).toBe('true')
  await page.waitForURL('**/products?onsale=1')
  expect(await page.getByRole('main').getAttribute('aria-busy')).toBeNull()
})
