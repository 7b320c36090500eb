import type { ProductCard } from '#contract/catalog/product.ts'
import { commentFormAnchor, commentsAnchor } from '#contract/links.ts'
import { tabForKey } from '#web/ui/tabs/tab-keys.ts'
import { rememberView } from './viewed-products.ts'

/** Makes tabs of the details of a product, and remembers that somebody has looked at it. */
export default function enhance(element: HTMLElement): void {
  makeTabs(element)
  const card = document.querySelector<HTMLElement>('main [data-card]')?.dataset['card']
  if (card !== undefined) rememberView(JSON.parse(card) as ProductCard)
}

/**
 * Makes tabs of the links that `Tabs` has rendered, as the ARIA pattern describes them: one tab stop, and arrow keys, Home and End
 * select a tab.
 */
function makeTabs(element: HTMLElement): void {
  const area = element.querySelector<HTMLElement>('[data-tabs]')
  const tabs = Array.from(element.querySelectorAll<HTMLElement>('[role=tab]'))
  if (!area) return

  function select(tab: HTMLElement | undefined): void {
    if (!tab) return
    for (const one of tabs) {
      const isSelected = one === tab
      one.ariaSelected = String(isSelected)
      one.tabIndex = isSelected ? 0 : -1
      panelOf(one)?.classList.toggle('hidden', !isSelected)
    }
  }

  /** The tab that the fragment names, or whose panel has what it names. */
  function follow(): void {
    const name = location.hash.slice(1)
    if (name === commentsAnchor || name === commentFormAnchor) {
      select(tabs.at(-1))
      // The form that the fragment names comes with the island, which may be out of view.
      element.querySelector('[data-island]')?.dispatchEvent(new Event('use'))
    } else if (name !== '') select(tabs.find((tab) => panelOf(tab)?.id === name))
  }

  for (const tab of tabs) {
    tab.addEventListener('click', (event) => {
      event.preventDefault()
      select(tab)
    })
    tab.addEventListener('keydown', (event) => {
      const chosen = tabForKey(event.key, tabs, tabs.indexOf(tab))
      if (!chosen) return
      event.preventDefault()
      select(chosen)
      chosen.focus()
    })
  }
  area.dataset['tabs'] = 'live'
  select(tabs.find(({ ariaSelected }) => ariaSelected === 'true'))
  follow()
  addEventListener('hashchange', follow)
}

const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute('aria-controls') ?? '')
