import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { CompactFilter, SortFilter, TableFilter } from './table-filter.tsx'
import { useTableState } from './use-table-state.ts'

const levels = [
  ['low', 'Low'],
  ['out', 'Sold out'],
] as const

function Filters() {
  const table = useTableState({ sort: 'name', filters: ['level', 'by'] })
  return (
    <>
      <TableFilter table={table} name="by" label="By" fallback="low" options={levels} />
      <CompactFilter table={table} name="level" label="Level" options={levels} />
      <SortFilter table={table} isCompact options={[['name', 'Name']]} />
    </>
  )
}

const selectedAt = (url: string) => {
  const router = createMemoryRouter([{ path: '*', element: <Filters /> }], { initialEntries: [url] })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  return Array.from(html.matchAll(/selected="">([^<]*)/g), ([, text]) => text)
}

it('shows the values of the URL', () =>
  expect(selectedAt('/?by=out&level=low')).toEqual(['Sold out', 'Low', 'Name']))

it('shows no filter, and the fallback for what is not on offer', () =>
  expect(selectedAt('/?by=everything&sort=size')).toEqual(['Low', 'Level: all']))
