import type { Shop } from '#contract/shop/shop.ts'
import { links } from '#contract/links.ts'
import type { ExpressSource } from './express-order.ts'
import { showButtons } from './express.ts'

/** Shows the buttons below the button that `ExpressRoom` names, which comes and goes with what can be bought. */
export function showBelow(room: HTMLElement, shop: Shop): void {
  const place = document.createElement('div')
  // In the margin that the room leaves.
  place.className = '-mt-12 min-h-12'
  const buttons = showButtons(place, shop)
  const island = room.querySelector<HTMLElement>('[data-island]')
  let known = ''
  function follow(): void {
    // Until React has taken the page over, it expects what the server has rendered.
    if (island && island.dataset['live'] === undefined) return
    const anchor = room.querySelector<HTMLElement>(room.dataset['below'] ?? '')
    if (!anchor) return place.remove()
    if (place.previousElementSibling !== anchor) anchor.after(place)
    const bought =
      anchor instanceof HTMLAnchorElement ? ofCart(anchor) : ofProduct(anchor, room.dataset['product'])
    if (!bought || bought.text === known) return
    known = bought.text
    buttons.buy(bought.source)
  }
  new MutationObserver(follow).observe(room, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-live'],
  })
  // React changes the values of fields without a mutation.
  for (const event of ['click', 'input', 'change']) room.addEventListener(event, () => setTimeout(follow))
  follow()
}

interface Bought {
  source: ExpressSource
  /** Changes with what is bought and its price. */
  text: string
}

/** The chosen variant and quantity; the cart stays unchanged. */
function ofProduct(anchor: HTMLElement, productid: string | undefined): Bought | undefined {
  const form = anchor.closest('form')
  const data = form && new FormData(form)
  const variantid = Number(data?.get('variant'))
  if (!variantid) return undefined
  const item = { productid: Number(productid), variantid, quantity: Number(data?.get('quantity')) || 1 }
  const text = JSON.stringify([item])
  const source = { query: { items: text }, order: { items: [item] }, checkout: links.checkout(item) }
  return { source, text }
}

/** The cart, with the coupon that the link to its checkout names. Its totals stand beside the link. */
function ofCart(anchor: HTMLAnchorElement): Bought {
  const coupon = new URL(anchor.href).searchParams.get('coupon') ?? ''
  const query = coupon === '' ? {} : { coupon }
  const source = { query, order: { coupon: coupon || null }, checkout: anchor.href }
  const totals = anchor.closest('section')?.querySelector('dl')?.textContent ?? ''
  return { source, text: coupon + totals }
}
