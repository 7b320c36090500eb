import { expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { hasFocus } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('the owner reads what is wrong with the shop first, and checks again', async () => {
  const page = await openAsAdmin('/dashboard/health')
  const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
  await checks.filter({ hasText: 'Disk space' }).waitFor()
  await checks
    .first()
    .filter({ hasText: /Problem|Recommended/ })
    .waitFor()
  await checks
    .filter({ hasText: 'Mail server' })
    .getByText(/SMTP_URL/)
    .waitFor()
  await checks
    .filter({ hasText: 'Database' })
    .getByText(/PostgreSQL/)
    .waitFor()
  await expectNoAxeViolations(page)
  const again = page.getByRole('button', { name: 'Check again' })
  await again.focus()
  const answer = page.waitForResponse('**/api/admin/health')
  await page.keyboard.press('Enter')
  await answer
  await page
    .getByRole('status')
    .getByText(/Checked at/)
    .waitFor()
  await expect.poll(() => hasFocus(again)).toBe(true)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
})
