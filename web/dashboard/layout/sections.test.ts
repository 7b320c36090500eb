import { expect, test } from 'vitest'
import { entryOf, sections, sectionsFor } from './sections.ts'

test('shows the entries that somebody may open, without empty groups', () => {
  const names = (permissions: Parameters<typeof sectionsFor>[0]) =>
    sectionsFor(permissions).map(({ name }) => name)
  expect(names([])).toEqual(['Dashboard'])
  expect(names(['catalog'])).toEqual(['Dashboard', 'Products', 'Marketings'])
  expect(sectionsFor(['content']).flatMap(({ entries }) => entries.map(({ name }) => name))).toEqual([
    'Overview',
    'Activity log',
    'Import',
    'Comments',
    'Home page',
    'Pages',
    'Redirects',
  ])
})

test.each([
  ['/dashboard', 'Overview'],
  ['/dashboard/', 'Overview'],
  ['/dashboard/orders/pending', 'Pending orders'],
  ['/dashboard/customers/7', 'All customers'],
  ['/dashboard/settings/tax', 'Tax'],
  ['/dashboard/settings', 'Shop'],
  ['/dashboard/nowhere', undefined],
])('%s belongs to %s', (path, name) => expect(entryOf(path)?.name).toBe(name))

test('no two pages have one name', () => {
  const names = sections.flatMap(({ entries }) => entries.map(({ name }) => name))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
