import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { OrderDraft } from '#contract/orders/manual-order.ts'
import { useShop } from '#web/data/shop.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Panel } from '#web/dashboard/panel.tsx'
import { OrderLink } from '../detail/order-link.tsx'

/** The pro forma invoice of a draft as it is saved: to print, and to send. */
export function DraftPapers({ draft: { number, proFormaUrl, request } }: { draft: OrderDraft }) {
  const { name } = useShop()
  const { contact, shipping } = request
  return (
    <Panel title="Pro forma" intro="What the saved draft costs. It is no invoice.">
      <OrderLink
        subject={`Your pro forma invoice from ${name}`}
        email={contact.email}
        phone={contact.phone}
        // A pick-up can have no address. Then only a number with its country code is known.
        country={shipping?.country ?? ''}
        label="Opens it for the customer"
        url={proFormaUrl}
      >
        <a
          href={dashboardLinks.proForma(number)}
          target="_blank"
          rel="noopener"
          className={buttonStyle('secondary')}
        >
          Pro forma (PDF)<span className="sr-only"> (opens in a new window)</span>
        </a>
      </OrderLink>
    </Panel>
  )
}
