// @vitest-environment happy-dom

import { act, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '#web/testing/render.tsx'
import type { Column } from './column.ts'
import { useColumns } from './use-columns.ts'

const columns: Column<unknown>[] = [
  { id: 'number', name: 'Order', cell: () => null },
  { id: 'products', name: 'Products', optional: true, cell: () => null },
  { id: 'weight', name: 'Weight', optional: true, hidden: true, cell: () => null },
]

afterEach(() => vi.unstubAllGlobals())

function ColumnIds() {
  return useColumns('Orders', columns)
    .shown.map(({ id }) => id)
    .join(' ')
}

function visibleColumns(stored?: string): string[] {
  if (stored !== undefined) vi.stubGlobal('localStorage', { getItem: () => stored })
  return renderToStaticMarkup(<ColumnIds />).split(' ')
}

it('shows every column that is not hidden by default', () => {
  expect(visibleColumns('null')).toEqual(['number', 'products'])
})

it('follows the choice that the browser stores', () => {
  expect(visibleColumns('{"products":false,"weight":true}')).toEqual(['number', 'weight'])
  expect(visibleColumns('{"products":true}')).toEqual(['number', 'products'])
  expect(visibleColumns('["products"]')).toEqual(['number'])
})

it('never hides a column that is not optional', () => {
  expect(visibleColumns('{"number":false}')).toEqual(['number', 'products'])
})

it('uses the defaults when the stored choice is damaged or storage is missing', () => {
  expect(visibleColumns('{oops')).toEqual(['number', 'products'])
  expect(visibleColumns('{"products":"no"}')).toEqual(['number', 'products'])
  expect(visibleColumns()).toEqual(['number', 'products'])
})

it('follows the table that takes its place', () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  function Table() {
    const [table, setTable] = useState('Orders')
    const { shown, toggle } = useColumns(table, columns)
    return (
      <>
        <button onClick={() => toggle('products')}>hide</button>
        <button onClick={() => setTable('Returns')}>other</button>
        <button onClick={() => setTable('Orders')}>back</button>
        <output>{shown.map(({ id }) => id).join(' ')}</output>
      </>
    )
  }
  const { container } = render(<Table />)
  const [hide, other, back] = container.querySelectorAll('button')
  const after = (button: HTMLButtonElement | undefined) => {
    act(() => button?.click())
    return container.querySelector('output')?.textContent
  }
  expect(after(hide)).toBe('number')
  expect(after(other)).toBe('number products')
  expect(after(back)).toBe('number')
})
