/** The order emails that staff can send again. */
export const orderEmailKinds = [
  'received',
  'to_confirm',
  'confirmed',
  'shipped',
  'ready',
  'delivered',
  'cancelled',
  'returned',
  'refunded',
] as const
export type ResentEmailKind = (typeof orderEmailKinds)[number]
