import type { AdminOrder } from '#contract/orders/admin-order.ts'

/** An address as on a label, for other programs to paste. */
export const addressText = ({ company, fullName, lines }: AdminOrder['shippingAddress']): string =>
  [company, fullName, ...lines].filter(Boolean).join('\n')
