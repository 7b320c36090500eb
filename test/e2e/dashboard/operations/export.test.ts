import { expect, it } from 'vitest'
import { hasFocus } from '../../support/shopper.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('the whole shop is exported by a button and downloaded as one file', async () => {
  const page = await openAsAdmin('/dashboard/export')
  await page.getByText('No exports yet').waitFor()
  const start = page.getByRole('button', { name: 'Export everything' })
  await start.focus()
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: /^Download the export of / })
  await link.waitFor()
  await expect.poll(() => hasFocus(start)).toBe(true)
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toContain('The export is ready to download.')
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/^haat-shop-1-.*\.zip$/)
  const bytes = await (await page.request.get(file.url())).body()
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.length).toBeGreaterThan(1_000_000)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
})

it('a table is downloaded as it is shown: searched, and with the chosen columns', async () => {
  const page = await openAsAdmin('/dashboard/all-products?q=mug')
  await page.getByRole('table').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Offer' }).check()
  await page.keyboard.press('Escape')
  const link = page.getByRole('link', { name: 'Download CSV' })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/^products_.*\.csv$/)
  const [heading, ...lines] = (await (await page.request.get(file.url())).text()).trim().split('\r\n')
  expect(heading).toBe('Product,Price,Category,Subcategory,Status,Stock,Offer %')
  const total = await page
    .getByRole('status')
    .getByText(/ of \d+$/)
    .textContent()
  expect(lines).toHaveLength(Number(/\d+$/.exec(total ?? '')?.[0]))
  for (const line of lines) expect(line).toMatch(/mug/i)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
})
