import type { ProductCard } from '#contract/catalog/product.ts'
import { addRecentSearch } from '#web/data/recent-searches.ts'
import { call } from '#web/lib/call.ts'

const storageKey = 'recordedSearch'

/** Records a search in the search report and in the recent searches, and the results that are opened. Failures are ignored. */
export default function enhance({ dataset }: HTMLElement): void {
  const q = dataset['q'] ?? ''
  addRecentSearch(q)
  if (isNew(q)) record({ q })
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('[data-card] a') : null
    const card = link?.closest<HTMLElement>('[data-card]')
    if (!card) return
    const { productid } = JSON.parse(card.dataset['card'] ?? '') as ProductCard
    record({ q, productid, position: positionOf(card, Number(dataset['pageSize'])) })
  })
}

/** The position of a card among the results, from 1. The server takes positions up to 1,000. */
function positionOf(card: HTMLElement, pageSize: number): number {
  const page = Number(new URLSearchParams(location.search).get('page') ?? 1)
  const index = [...document.querySelectorAll('[data-card]')].indexOf(card)
  return Math.min(1000, (page - 1) * pageSize + index + 1)
}

/** Returning from a product or changing a filter is not another search. */
function isNew(q: string): boolean {
  try {
    if (sessionStorage.getItem(storageKey) === q) return false
    sessionStorage.setItem(storageKey, q)
  } catch {
    // The browser forbids storage.
  }
  return true
}

/** Requests run one after another, because an opened result belongs to a recorded search. */
let queue: Promise<unknown> = Promise.resolve()

function record(input: { q: string; productid?: number; position?: number }): void {
  const send = () => call('POST search/record', input)
  queue = input.productid === undefined ? queue.then(send, send) : send()
  queue.catch(() => undefined)
}
