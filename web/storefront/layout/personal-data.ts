import type { Endpoint } from '#contract/endpoint.ts'
import { getCarts } from '#contract/cart/cart.ts'
import { getSession } from '#contract/identity/auth.ts'
import { getWishlist } from '#contract/wishlist/wishlist.ts'
import { isRefusal, type RouterContextProvider } from '#web/lib/on-server/loader-answers.ts'
import { personalCallContext } from '#web/lib/on-server/page-context.ts'
import type { PersonalData } from '#web/lib/query-client.ts'

/** A read of the visitor's data, and the key of the query that shows it. */
interface PersonalRead {
  key: readonly unknown[]
  endpoint: Endpoint
  input?: Readonly<Record<string, unknown>>
}

/**
 * Reads the visitor's data for a page that the server renders for this visitor. Undefined on cached pages. The browser asks
 * again for what could not be read.
 */
export async function loadPersonal(
  context: Readonly<RouterContextProvider>,
  reads: readonly PersonalRead[],
): Promise<PersonalData | undefined> {
  const call = context.get(personalCallContext)
  if (!call) return undefined
  const answers = await Promise.allSettled(
    reads.map(async ({ key, endpoint, input = {} }) => {
      const answer: object = await call(endpoint, input)
      return { key, data: 'data' in answer ? answer.data : undefined }
    }),
  )
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}

/** The record that a personal page is about, or that the visitor's link shows none. */
export async function loadRecord(context: Readonly<RouterContextProvider>, read: PersonalRead) {
  const call = context.get(personalCallContext)
  if (!call) return undefined
  return call(read.endpoint, read.input ?? {}).then(
    (answer: object) => ({
      personal: 'data' in answer ? [{ key: read.key, data: answer.data }] : [],
      isMissing: false,
    }),
    (error: unknown) => ({ personal: [], isMissing: isRefusal(error) }),
  )
}

/** Reads what the top bar shows on every page. */
export const loadBarData = (context: Readonly<RouterContextProvider>) =>
  loadPersonal(context, [
    { key: ['personal', 'session'], endpoint: getSession },
    { key: ['personal', 'cart'], endpoint: getCarts },
    { key: ['personal', 'wishlist'], endpoint: getWishlist },
  ])
