import { useEffect, useState, useSyncExternalStore } from 'react'
import { useCart } from '#web/data/cart/cart.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { sameOriginPath } from '#web/lib/same-origin-path.ts'
import { withQueries } from '#web/storefront/with-queries.tsx'
import { isReachable } from '#web/lib/browser/is-reachable.ts'
import { listStoredPages, type StoredPage } from '#web/lib/offline/stored-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { useOnline } from '#web/ui/feedback/offline-bar.tsx'
import { ProductImage } from '#web/ui/image.tsx'

/** How often the page looks for the shop. */
const CHECK_MS = 4000

/** In place of a page that could not be reached: what this browser knows of the cart, and the pages that it can still open. */
function OfflinePage() {
  const isOnline = useOnline()
  const [tried, setTried] = useState<'now' | 'before'>()
  const url = useMissingPage()
  useEffect(() => {
    // A browser may believe in a connection that leads nowhere, and the first request after it returns may still fail.
    const timer = setInterval(() => navigator.onLine && void openIfReachable(url), CHECK_MS)
    const onOnline = () => void openIfReachable(url)
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [url])

  async function tryAgain() {
    setTried('now')
    await openIfReachable(url)
    setTried('before')
  }

  return (
    // What appears below must not move the footer within the window.
    <div className="page-width min-h-dvh max-w-3xl py-16 lg:py-24">
      <h1 tabIndex={-1} className="font-display text-display">
        {isOnline ? 'We can’t reach the shop' : 'You’re offline'}
      </h1>
      <p className="mt-4 text-lg text-pretty text-quiet">
        This page opens as soon as you’re connected again.
      </p>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button onClick={() => void tryAgain()}>Try again</Button>
        <p role="status" className="text-quiet">
          {tried === 'now' && 'Trying…'}
          {tried === 'before' && 'Still no connection.'}
        </p>
      </div>
      <KnownCart />
      <StoredPages besides={url} />
    </div>
  )
}

/** The address that the service worker could not open: the fragment of this page. */
const useMissingPage = (): string =>
  useSyncExternalStore(
    () => () => undefined,
    () => sameOriginPath(location.hash.slice(1)),
    () => '/',
  )

/** Opens the page as a new document: the shop may have been updated. */
async function openIfReachable(url: string): Promise<void> {
  if (await isReachable(url)) location.replace(url)
}

/** The last visited pages that open without a connection, except the one at `besides`. */
function StoredPages({ besides }: { besides: string }) {
  const { name } = useShop()
  const [pages, setPages] = useState<StoredPage[]>([])
  useEffect(() => {
    void listStoredPages().then(setPages, () => {
      // The browser forbids storage.
    })
  }, [])
  const others = pages.filter(({ url }) => url !== besides)
  if (others.length === 0) return null
  return (
    <nav aria-labelledby="stored-pages" className="mt-14">
      <h2 id="stored-pages" className="font-display text-2xl">
        Pages you can open now
      </h2>
      <ul className="mt-4">
        {others.map(({ url, title }) => (
          <li key={url} className="border-t border-line last:border-b">
            <a href={url} className="block py-3.5 wrap-anywhere underline-offset-4 hover:underline">
              {title.replace(` · ${name}`, '')}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The cart as this browser knows it, with the changes that wait for the connection. Nothing for an empty or unknown cart. */
function KnownCart() {
  const shop = useShop()
  const { lines = [] } = useCart()
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="known-cart" className="mt-14">
      <h2 id="known-cart" className="font-display text-2xl">
        In your cart
      </h2>
      <ul className="mt-4">
        {lines.map(({ productid, variantid, productname, options, image, quantity, productprice }) => (
          <li
            key={`${productid} ${variantid}`}
            className="flex items-center gap-4 border-t border-line py-4 last:border-b"
          >
            <div className="size-16 shrink-0 rounded-xs bg-ground">
              {image && <ProductImage image={image} sizes="64px" alt="" className="size-full rounded-xs" />}
            </div>
            <div className="min-w-0">
              <p className="wrap-anywhere">{[productname, ...Object.values(options)].join(', ')}</p>
              <p className="mt-1 text-sm text-quiet tabular">
                {quantity} × {money(productprice, shop)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export default withQueries(OfflinePage)
