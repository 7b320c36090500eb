// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { getOrderDraft } from '#contract/orders/manual-order.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { DraftPapers } from './draft-papers.tsx'

const draft = sampleOf(getOrderDraft.answer).data

it.each([
  ['415 555 0123', undefined],
  ['+1 415 555 0123', 'https://wa.me/14155550123'],
])('the pro forma of a draft without an address, for %s', (phone, address) => {
  const request = { ...draft.request, shipping: null, contact: { ...draft.request.contact, phone } }
  const { container } = render(
    <TestPage shop={{ name: 'Bay Mugs' }}>
      <DraftPapers draft={{ ...draft, request }} />
    </TestPage>,
  )
  const chat = container.querySelector<HTMLAnchorElement>('a[href^="https://wa.me"]')
  expect(chat?.href.split('?')[0]).toBe(address)
})
