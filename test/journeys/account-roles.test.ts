import { expect, inject, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { hydrated, openPage } from './page.ts'
import { register, signIn, somebody, storedKeys } from './person.ts'

/** The dashboard is not there yet. */
const expected = /status of 404/

it('an admin is led to the dashboard, and finds it in both menus', async () => {
  const admin = somebody('Devika Admin')
  await register(admin)
  const db = connect(inject('databaseUrl'), { max: 1 })
  await db.updateTable('app_user').set({ role_id: 1 }).where('email', '=', admin.email).execute()
  await db.destroy()

  const page = await openPage('/login?next=/cart', { expected })
  await signIn(page, admin)
  await page.waitForURL('**/dashboard')
  expect(await storedKeys(page)).toMatchObject({ roleid: '1', email: admin.email })

  await page.goto('/products')
  await hydrated(page)
  await page.locator('[aria-label="Your account"]').click()
  const entry = page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })
  await entry.waitFor()
  expect(await page.getByRole('banner').getByRole('link', { name: 'Login' }).count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByLabel('Menu', { exact: true }).first().click()
  await expect.poll(() => entry.isVisible()).toBe(true)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
})
