import { pageOfDocument } from '#web/data/page-of-document.ts'
import type { ExpressSource } from './express-order.ts'
import type { ExpressButtons } from './express.ts'

/** Browsers without either have no wallet. */
const mayHaveWallet = () => 'PaymentRequest' in window || 'ApplePaySession' in window

/** Shows the buttons of wallets once the browser has nothing else to do. They buy what `data-express` says, also after a change. */
export default function enhance(element: HTMLElement): void {
  const { shop } = pageOfDocument()
  if (!shop || !mayHaveWallet()) return
  const load = async () => {
    if (element.dataset['below'] !== undefined)
      return (await import('./express-below.ts')).showBelow(element, shop)
    const { showButtons } = await import('./express.ts')
    const buttons = showButtons(element, shop)
    buy(element, buttons)
    new MutationObserver(() => buy(element, buttons)).observe(element, { attributeFilter: ['data-express'] })
  }
  // Without the script there are no buttons. Safari has no idle callbacks.
  const start = () => void load().catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
  else setTimeout(start, 500)
}

function buy({ dataset }: HTMLElement, buttons: ExpressButtons): void {
  const source = JSON.parse(dataset['express'] || 'null') as ExpressSource | null
  if (source) buttons.buy(source)
}
