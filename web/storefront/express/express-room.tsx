import type { ReactNode } from 'react'
import { useShop } from '#web/data/shop.ts'
import { enhancedBy } from '#web/islands/enhanced-by.ts'

/** What the buttons stand below, and the room that it leaves for them, so that nothing moves. */
const rooms = {
  product: { below: 'div:has(> [value=buy])', className: '[&_div:has(>[value=buy])]:mb-15' },
  cart: { below: 'section > a[href^="/checkout"]', className: '[&_section>a[href*=checkout]]:mb-15' },
}

interface ExpressRoomProps {
  on: keyof typeof rooms
  productid?: number
  children: ReactNode
}

/**
 * The part of a page below whose button those of Apple Pay and Google Pay appear, in shops that have them. Only the server renders it, so
 * that it costs no script. `data-express` also lets the page load the script of Stripe: server/http/pages/security-headers.ts.
 */
export function ExpressRoom({ on, productid, children }: ExpressRoomProps) {
  const { below, className } = rooms[on]
  if (useShop().stripeKey === undefined) return children
  return (
    <div
      data-express=""
      data-enhance={enhancedBy('express/express')}
      data-below={below}
      data-product={productid}
      className={className}
    >
      {children}
    </div>
  )
}
