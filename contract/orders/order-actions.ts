/** What staff can do with an order; `restock`: refunded items can go back on sale. */
export const orderActions = [
  'confirm',
  'fulfil',
  'deliver',
  'cancel',
  'cancelWithdrawn',
  'release',
  'return',
  'refund',
  'restock',
  'edit',
  'correct',
  'track',
] as const
export type OrderAction = (typeof orderActions)[number]
