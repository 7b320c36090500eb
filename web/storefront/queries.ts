import { onlineManager, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { followOtherTab, sessionQuery } from '#web/data/account/session-query.ts'
import { onTokenChangedInOtherTab } from '#web/data/account/stored-user.ts'
import { applyCartChange } from '#web/data/cart/cart-change.ts'
import { cartQuery, pendingChanges } from '#web/data/cart/cart-changes.ts'
import { keepCart } from '#web/data/cart/stored-cart.ts'
import { refetchHere } from '#web/data/visitor/cross-tab-sync.ts'
import { pageOfDocument } from '#web/data/page-of-document.ts'
import { currentVisitor, readVisitorBy, setVisitor } from '#web/data/visitor/visitor.ts'
import { wishlistNow, wishlistQuery } from '#web/data/wishlist-changes.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { currentToasts, showToast } from '#web/lib/toasts.ts'

/** What was read this recently is not read again when the queries take over. */
const FRESH_MS = 30_000

let shared: QueryClient | undefined

/** The queries of this document: all its islands and scripts share them. */
export const sharedQueries = (): QueryClient => (shared ??= createShared())

function createShared(): QueryClient {
  const client = createQueryClient(pageOfDocument().personal)
  const { session, cart, wishlist } = currentVisitor()
  const known = [
    [sessionQuery, session],
    [cartQuery, cart],
    [wishlistQuery, wishlist],
  ] as const
  for (const [{ queryKey }, data] of known) if (data !== undefined) client.setQueryData(queryKey, data)

  readVisitorBy((names) => refetchHere(client, names))
  for (const query of [sessionQuery, cartQuery, wishlistQuery]) {
    new QueryObserver<unknown>(client, { ...query, staleTime: FRESH_MS }).subscribe(() => publish(client))
  }
  client.getMutationCache().subscribe((event) => {
    publish(client)
    if (event.type !== 'updated') return
    const { isPaused, failureCount, status } = event.mutation.state
    if (isPaused && !onlineManager.isOnline()) showOnce(offlineNotice)
    // One lost response shows no notice.
    if (event.action.type === 'failed' && failureCount === 2 && status === 'pending')
      showOnce(unreachableNotice)
  })
  onTokenChangedInOtherTab(() => void followOtherTab(client))
  // Sends what the document before could not.
  keepCart(client)
  return client
}

/** Shows the visitor's data on the page, with pending changes applied. */
function publish(client: QueryClient): void {
  const changes = pendingChanges(client)
  setVisitor({
    session: client.getQueryData(sessionQuery.queryKey),
    cart:
      client.getQueryData<NonNullable<ReturnType<typeof currentVisitor>['cart']>>(cartQuery.queryKey) &&
      changes.reduce(applyCartChange, client.getQueryData(cartQuery.queryKey) ?? []),
    wishlist: wishlistNow(client),
    waiting: changes.length,
  })
}

const offlineNotice = 'You’re offline. We’ll save this when you reconnect.'
const unreachableNotice = 'We can’t reach the shop. We’ll keep trying to save this.'

function showOnce(text: string): void {
  if (!currentToasts().some((toast) => toast.text === text)) showToast('info', text)
}
