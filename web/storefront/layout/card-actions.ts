import type { ProductCard } from '#contract/catalog/product.ts'
import { sendForm } from '#web/lib/browser/send-form.ts'
import { formKey } from '#web/lib/new-key.ts'

/**
 * Answers the buttons of all product cards of the page: the wishlist's and those that add to the cart. What they do loads with the
 * first press; if it does not load, the browser sends their forms.
 */
export function answerCards(): void {
  document.addEventListener('click', (event) => {
    const button = closest<HTMLButtonElement>(event, '[data-wishlist]')
    const product = productOf(button)
    if (!button || !product || event.defaultPrevented) return
    event.preventDefault()
    // At once: the rest may have to load.
    button.ariaPressed = String(button.ariaPressed !== 'true')
    import('../cards/card-changes.ts').then(
      ({ toggleWishlist }) => toggleWishlist(product),
      () => button.form?.requestSubmit(button),
    )
  })
  document.addEventListener('submit', (event) => {
    const form = closest<HTMLFormElement>(event, 'form[data-quick-add]')
    const product = productOf(form)
    if (!form || !product) return
    event.preventDefault()
    import('../cards/card-changes.ts').then(
      ({ addUnits }) => addUnits(product, { quantity: 1, key: formKey(form) }).catch(() => undefined),
      () => sendForm(form, 'add'),
    )
  })
}

const closest = <E extends HTMLElement>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<E>(selector) : null

function productOf(element: HTMLElement | null): ProductCard | undefined {
  const card = element?.closest<HTMLElement>('[data-card]')?.dataset['card']
  return card === undefined ? undefined : (JSON.parse(card) as ProductCard)
}
