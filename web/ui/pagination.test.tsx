import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Pagination } from './pagination.tsx'

function labelsOf(page: number, pages: number): string[] {
  const html = renderToStaticMarkup(
    <Pagination page={page} pages={pages} href={(number) => `?page=${number}`} />,
  )
  return [...html.matchAll(/aria-label="([^"]+)"|(…)/g)].map(([, label, gap]) => label ?? gap ?? '').slice(1)
}

it('links the adjacent pages, the first and the last, with gaps between them', () => {
  expect(labelsOf(5, 9)).toEqual([
    'Previous page',
    'Page 1',
    '…',
    'Page 4',
    'Page 5',
    'Page 6',
    '…',
    'Page 9',
    'Next page',
  ])
  expect(labelsOf(1, 2)).toEqual(['Page 1', 'Page 2', 'Next page'])
})

it('renders nothing for a single page', () => {
  expect(labelsOf(1, 1)).toEqual([])
})
