import type { ShopperOrder } from '#contract/order.ts'

/** What is known of a payment, for who has just come back from making it. */
export function PaymentNews({ order: { canPay, status } }: { order: ShopperOrder }) {
  const words = canPay
    ? 'Your payment has not reached us yet. It can take a while: this page shows when it has.'
    : status === 'confirmed' && 'Your payment has arrived.'
  return (
    <p role="status" className="mb-6 rounded-xs bg-card p-5 text-lg text-pretty empty:hidden">
      {words}
    </p>
  )
}
