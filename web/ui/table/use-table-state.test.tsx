import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { changeTableState, readTableState, useTableState, type TableState } from './use-table-state.ts'

const options = { search: 'Search orders', sort: 'newest', filters: ['status', 'payment'] } as const
const read = (url: string) => readTableState(new URLSearchParams(url), options)
const change = (url: string, changes: Parameters<typeof changeTableState>[1]) =>
  String(changeTableState(new URLSearchParams(url), changes, options))

describe('reading the URL', () => {
  it('uses the defaults for an empty URL', () => {
    expect(read('')).toEqual({
      page: 1,
      limit: 50,
      q: '',
      sort: 'newest',
      filters: { status: undefined, payment: undefined },
      query: { sort: 'newest', page: 1, limit: 50 },
      narrowed: false,
    })
  })

  it('passes search, filters, order and page to the call of the list', () => {
    const state = read('q=mug&status=shipped&sort=total&page=3&limit=50')
    expect(state.query).toEqual({ q: 'mug', status: 'shipped', sort: 'total', page: 3, limit: 50 })
    expect(state.narrowed).toBe(true)
  })

  it('ignores parameters that are not filters of the table', () => {
    expect(read('tab=history').query).toEqual({ sort: 'newest', page: 1, limit: 50 })
  })

  it('leaves out the search and the order of a list that has none', () =>
    expect(readTableState(new URLSearchParams('q=mug&sort=total'), {})).toMatchObject({
      query: { page: 1, limit: 50 },
      narrowed: false,
    }))

  it.each([
    ['page=0', 1],
    ['page=-2', 1],
    ['page=2.5', 1],
    ['page=two', 1],
    ['page=9999999', 1_000_000],
    ['page=99999999', 1],
  ])('reads %s as page %i', (url, page) => expect(read(url).page).toBe(page))

  it.each([
    ['limit=0', 1],
    ['limit=500', 100],
    ['limit=all', 50],
  ])('reads %s as %i rows', (url, limit) => expect(read(url).limit).toBe(limit))

  it('cuts a long search text', () => expect(read(`q=${'m'.repeat(300)}`).q).toHaveLength(200))

  it('treats an empty filter as no filter', () => {
    expect(read('status=')).toMatchObject({ filters: { status: undefined }, narrowed: false })
  })
})

describe('changing the URL', () => {
  it('returns to the first page', () => {
    expect(change('q=mug&page=4', { status: 'shipped' })).toBe('q=mug&status=shipped')
  })

  it('keeps the page that a change names, and leaves out the first one', () => {
    expect(change('q=mug', { page: 2 })).toBe('q=mug&page=2')
    expect(change('q=mug&page=2', { page: 1 })).toBe('q=mug')
  })

  it('removes undefined and empty values, but not false', () => {
    expect(change('q=mug&status=shipped', { q: '', status: undefined })).toBe('')
    expect(change('', { answered: false })).toBe('answered=false')
  })

  it('leaves out the default order', () => {
    expect(change('sort=total', { sort: 'newest' })).toBe('')
    expect(change('', { sort: 'total' })).toBe('sort=total')
  })

  it('knows a default order that depends on a filter', () => {
    const report = {
      sort: ({ by }: { by: string | undefined }) => (by === 'product' ? 'sales_desc' : 'name_desc'),
      filters: ['by'],
    } as const
    expect(readTableState(new URLSearchParams('by=product'), report).sort).toBe('sales_desc')
    const changed = changeTableState(new URLSearchParams(), { by: 'product', sort: 'sales_desc' }, report)
    expect(String(changed)).toBe('by=product')
  })

  it('keeps parameters of others', () =>
    expect(change('tab=history', { q: 'mug' })).toBe('tab=history&q=mug'))
})

it('reads the state from the page and builds links', () => {
  const states: TableState[] = []
  function Table() {
    states.push(useTableState(options))
    return null
  }
  const router = createMemoryRouter([{ path: '*', element: <Table /> }], {
    initialEntries: ['/dashboard/orders?status=shipped&page=2'],
  })
  renderToStaticMarkup(<RouterProvider router={router} />)
  const [table] = states
  expect(table).toMatchObject({ page: 2, filters: { status: 'shipped' }, narrowed: true })
  expect(table?.href({ page: 3 })).toBe('?status=shipped&page=3')
  expect(table?.href({ sort: 'total' })).toBe('?status=shipped&sort=total')
})
