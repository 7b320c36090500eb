import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { inDatabase } from '../../support/person.ts'
import { hasFocus } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('staff back the shop up and read when a restore was last proved', async () => {
  const page = await openAsAdmin('/dashboard/backups')
  await page.getByText('No backup has been proved yet.').waitFor()
  await page.getByText('Only on request').waitFor()
  await expectNoAxeViolations(page)
  const now = page.getByRole('button', { name: 'Back up now' })
  await now.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Backing up and checking…').waitFor()
  const proof = page.getByRole('status').getByText(/^Last proved restore: .+, \d+ s$/)
  await proof.waitFor({ timeout: 90_000 })
  await expect.poll(() => hasFocus(now)).toBe(true)
  const list = page.getByRole('list', { name: 'Backups' })
  await list
    .getByRole('listitem')
    .filter({ hasText: 'Proved' })
    .getByText(/rows, .* images\. Saved in/)
    .waitFor()

  const error = 'The image mug.webp of the backup (/mnt/backups/uploads/mug) cannot be read. It was cut off.'
  await inDatabase((db) =>
    db
      .insertInto('backup')
      .values({ config_id: 1, started_at: new Date(), finished_at: new Date(), error })
      .execute(),
  )
  await page.reload()
  await list.getByRole('listitem').filter({ hasText: 'Failed' }).getByText(error).waitFor()
  await proof.waitFor()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await inDatabase((db) => sql`delete from backup`.execute(db))
})
