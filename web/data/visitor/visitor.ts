import type { CartLine } from '#contract/cart/cart.ts'
import type { WishlistItem } from '#contract/wishlist/wishlist.ts'
import { call } from '#web/lib/call.ts'
import type { SignedIn } from '../account/session-query.ts'
import { pageOfDocument } from '../page-of-document.ts'

// What the frame of each page shows of its visitor, without React and without TanStack Query. Once an island has brought the
// queries, they read instead: storefront/queries.ts.

/** A part is undefined until it is known. */
export interface Visitor {
  session: SignedIn | undefined
  cart: readonly CartLine[] | undefined
  wishlist: readonly WishlistItem[] | undefined
  /** Changes to the cart that the server has not confirmed. */
  waiting: number
}

type Part = 'session' | 'cart' | 'wishlist'

const reads = {
  session: async () => (await call('GET auth/session', {})).data,
  cart: async () => (await call('POST cart/getcarts', {})).data,
  wishlist: async () => (await call('POST wishlist/getwishlist', {})).data,
}
const parts = Object.keys(reads) as Part[]

let visitor: Visitor | undefined
const listeners = new Set<(visitor: Visitor) => void>()

/** What is known now. A page that was rendered for its visitor knows it from the start. */
export function currentVisitor(): Visitor {
  if (visitor) return visitor
  const { personal } = pageOfDocument()
  const known = (part: Part) => personal.find(({ key }) => key[1] === part)?.data
  visitor = {
    session: known('session') as SignedIn | undefined,
    cart: known('cart') as CartLine[] | undefined,
    wishlist: known('wishlist') as WishlistItem[] | undefined,
    waiting: 0,
  }
  return visitor
}

/** Tells all listeners what is known now. */
export function setVisitor(change: Partial<Visitor>): void {
  visitor = { ...currentVisitor(), ...change }
  for (const notify of listeners) notify(visitor)
}

/** Calls back now and after each change. */
export function onVisitor(callback: (visitor: Visitor) => void): void {
  listeners.add(callback)
  callback(currentVisitor())
}

async function readByCalls(names: readonly string[]): Promise<void> {
  await Promise.all(
    parts
      .filter((part) => names.includes(part))
      // What cannot be read stays as it is.
      .map((part) =>
        reads[part]().then(
          (data) => {
            // An answer that comes after the queries have taken over is older than theirs.
            if (readAgain === readByCalls) setVisitor({ [part]: data })
          },
          () => undefined,
        ),
      ),
  )
}

let readAgain = readByCalls

/** Reads parts of the visitor again. */
export const readVisitor = (names: readonly string[] = parts): Promise<void> => readAgain(names)

/** Another reader takes over. */
export function readVisitorBy(reader: typeof readAgain): void {
  readAgain = reader
}
