import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { hydrated, type PageOptions } from './page.ts'
import { openAs, register, somebody, type Person } from './person.ts'

/** Makes an account of this role; 1 may do everything. */
export async function makeStaff(fullName = 'Devika Admin', roleId = 1): Promise<Person> {
  const person = somebody(fullName)
  await register(person)
  const db = connect(inject('databaseUrl'), { max: 1 })
  await db.updateTable('app_user').set({ role_id: roleId }).where('email', '=', person.email).execute()
  await db.destroy()
  return person
}

/** Opens a page of the dashboard as an admin who was made for this test. */
export async function openAsAdmin(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openAs(await makeStaff(), path, options)
  await hydrated(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
