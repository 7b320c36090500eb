// @vitest-environment happy-dom
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Feeds } from '#contract/feeds/feeds.ts'
import { render } from '#web/testing/render.tsx'
import { FeedSummary } from './feed-summary.tsx'

const feeds: Feeds = {
  feeds: [{ name: 'google', url: 'https://shop.example/feeds/google.xml' }],
  products: 1,
  items: 3,
  problems: [
    { problem: 'no_image', products: 2 },
    { problem: 'no_brand', products: 0 },
    { problem: 'no_number', products: 1 },
  ],
}

const show = (data: Feeds) =>
  render(
    <MemoryRouter>
      <FeedSummary {...data} hrefOf={(problem) => `?problem=${problem}`} />
    </MemoryRouter>,
  ).container

it('shows each address to copy, and how many items the feeds have', () => {
  const container = show(feeds)
  expect(container.querySelector('input')?.value).toBe('https://shop.example/feeds/google.xml')
  expect(container.querySelector('button')?.textContent).toBe('Copy address')
  expect(container.textContent).toContain('3 items of 1 product: one for each variant')
})

it('links each problem that there is to its products', () => {
  const links = [...show(feeds).querySelectorAll('li a')].map((link) => [
    link.getAttribute('href'),
    link.firstChild?.textContent,
  ])
  expect(links).toEqual([
    ['/?problem=no_image', '2 products'],
    ['/?problem=no_number', '1 product'],
  ])
  expect(show({ ...feeds, problems: [] }).querySelector('ul')).toBeNull()
})
