/** The kinds of work that the model counts. Each has a cost of its own. */
export const units = [
  'page',
  'render',
  'search',
  'suggestion',
  'visitorCall',
  'visit',
  'cartAdd',
  'signIn',
  'order',
  'file',
  'upload',
] as const
export type Unit = (typeof units)[number]

/** What each kind is, for the tables. */
export const unitNames: Record<Unit, string> = {
  page: 'Page from the cache',
  render: 'Page rendered',
  search: 'Search page, rendered',
  suggestion: 'Suggestions for a text',
  visitorCall: 'Call for one visitor (session, cart, wishlist)',
  visit: 'Visit counted',
  cartAdd: 'Unit added to a cart',
  signIn: 'Sign-in',
  order: 'Order of two lines, with all that follows',
  file: 'Image file sent',
  upload: 'Image uploaded, with all its sizes',
}

/** How often each kind of work happens; what is missing happens never. */
export type Counts = Partial<Record<Unit, number>>

/** What one unit costs on average. */
export interface Cost {
  /** Processor time of the shop's processes in ms. */
  shopMs: number
  /** Processor time of PostgreSQL in ms. */
  databaseMs: number
  /** Bytes of the write-ahead log. */
  walBytes: number
  /** Bytes written to the disk by all processes, the log included. */
  writtenBytes: number
  /** Growth of the database in bytes. */
  storedBytes: number
  /** Bytes of the answer. */
  sentBytes: number
  /** Look-ups in the response cache that found nothing. */
  misses: number
}
