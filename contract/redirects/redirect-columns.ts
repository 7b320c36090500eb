/** The columns of the redirects file, in order. Import and export share them. */
export const redirectColumns = {
  /** A path of this shop that has no page: /old/mug. */
  from: { heading: 'Redirect from' },
  /** A path of this shop, with or without query: /products?category=mugs. */
  to: { heading: 'Redirect to' },
} as const
export type RedirectColumnName = keyof typeof redirectColumns
