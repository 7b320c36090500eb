import type { Page } from 'playwright-core'
import { hydrated, type PageOptions } from './page.ts'
import { openAs, register, somebody, type Person } from './person.ts'

/** Makes an account of an admin; `columns` of its row can be told. */
export async function makeAdmin(columns: object = {}): Promise<Person> {
  const person = somebody('Devika Admin')
  await register(person, { role_id: 1, ...columns })
  return person
}

/** Opens a page of the dashboard as an admin who was made for this test. */
export async function openAsAdmin(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openAs(await makeAdmin(), path, options)
  await hydrated(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
