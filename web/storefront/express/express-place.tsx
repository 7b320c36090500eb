import { useShop } from '#web/data/shop.ts'
import { enhancedBy } from '#web/islands/enhanced-by.ts'
import type { ExpressSource } from './express-order.ts'

interface ExpressPlaceProps {
  /** Undefined: there is nothing to buy right now. */
  source: ExpressSource | undefined
  title?: string
  className: string
}

/** The script fills it, and React leaves it alone. */
const filledByScript = { __html: '' }

/**
 * The place of the buttons of Apple Pay and Google Pay, in shops that have them. The height is reserved. `data-express` also lets the
 * page load the script of Stripe: server/http/pages/security-headers.ts.
 */
export function ExpressPlace({ source, title, className }: ExpressPlaceProps) {
  return (
    useShop().stripeKey && (
      <div
        data-express={JSON.stringify(source ?? null)}
        data-enhance={enhancedBy('express/express')}
        data-title={title}
        className={className}
        suppressHydrationWarning
        dangerouslySetInnerHTML={filledByScript}
      />
    )
  )
}
