import type { ReactNode } from 'react'
import type { AgentCheckout } from '#contract/orders/agent-checkout.ts'
import { links } from '#contract/links.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Says that the link leads to nothing, or to nothing any more. */
export function MissingOrder() {
  return (
    <Closed
      title="This link has expired"
      text="Ask your assistant to prepare your items again, or choose them here yourself. Your own cart is unchanged."
    >
      <LinkButton kind="primary" href={links.products()}>
        See all products
      </LinkButton>
      <LinkButton href={links.cart()}>Go to cart</LinkButton>
    </Closed>
  )
}

/** Says that there is an order already, or that the assistant has cancelled it. */
export function ClosedOrder({ prepared: { order } }: { prepared: AgentCheckout }) {
  return order ? (
    <Closed title="This order is already placed" text="There is nothing more to do here. Thank you!">
      <LinkButton kind="primary" href={order.url}>
        See your order
      </LinkButton>
      <LinkButton href={links.products()}>Keep shopping</LinkButton>
    </Closed>
  ) : (
    <Closed
      title="Your assistant has cancelled this order"
      text="Nothing was ordered. Your own cart is unchanged."
    >
      <LinkButton kind="primary" href={links.products()}>
        See all products
      </LinkButton>
      <LinkButton href={links.cart()}>Go to cart</LinkButton>
    </Closed>
  )
}

function Closed({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-xl py-8 text-center lg:py-16">
      {/* As many lines in any font, so that nothing moves when the font arrives. */}
      <h1 tabIndex={-1} className="mx-auto max-w-[9em] font-display text-display text-balance">
        {title}
      </h1>
      <p className="mt-4 text-lg text-pretty text-quiet">{text}</p>
      {/* Side by side only where both fit in any font, so that nothing moves when the font arrives. */}
      <div className="mx-auto mt-8 grid max-w-md gap-3 sm:flex sm:justify-center">{children}</div>
    </div>
  )
}
