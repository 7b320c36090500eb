import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { usePendingChanges } from '#web/data/cart/cart.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { links } from '#contract/links.ts'
import type { FooterGroup } from '#contract/settings/home.ts'
import { createQueryClient, type PersonalData } from '#web/lib/query-client.ts'
import { NavigationProgress } from '#web/ui/feedback/navigation-progress.tsx'
import { OfflineBar } from '#web/ui/feedback/offline-bar.tsx'
import { PageChange } from '#web/ui/feedback/page-change.tsx'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'
import { CheckoutFooter, Footer } from '../footer/footer.tsx'
import type { FooterCategory } from '../footer/footer-categories.ts'
import { CheckoutBar, TopBar } from '../top-bar/top-bar.tsx'
import { wishlistForm } from '../wishlist-button.tsx'
import { loadOffline } from '../offline/load-offline.ts'
import { EarlyPresses } from './early-presses.tsx'

interface FrameProps {
  categories: FooterCategory[]
  footer: FooterGroup[]
  /** The visitor's data, on pages that are rendered for this visitor. */
  personal?: PersonalData | undefined
  children: ReactNode
}

/** The frame of every storefront page: skip link, top bar, content, footer and toasts. The checkout has a slim one. */
export function Frame({ categories, footer, personal, children }: FrameProps) {
  const [queries] = useState(() => createQueryClient(personal))
  useEffect(() => {
    void loadOffline().then((offline) => offline?.keepCart(queries))
  }, [queries])
  const { pathname } = useLocation()
  const isCheckout = pathname === links.checkout()
  return (
    <QueryClientProvider client={queries}>
      <EarlyPresses />
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-xs bg-card px-4 py-3 text-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <div className="flex min-h-dvh flex-col">
        {isCheckout ? <CheckoutBar /> : <TopBar />}
        {/* Below another bar the content is another one, too: moved, it would count as a layout shift. */}
        <main
          key={isCheckout ? 'checkout' : 'page'}
          id="main"
          tabIndex={-1}
          className="grow pt-bar outline-none print:pt-0"
        >
          <OfflineBar className="top-bar">
            <WaitingChanges />
          </OfflineBar>
          {children}
        </main>
        {/* A new page has a new footer: one that moves would count as a layout shift after Back and Forward. */}
        {isCheckout ? (
          <CheckoutFooter />
        ) : (
          <Footer key={pathname} categories={categories} customGroups={footer} />
        )}
      </div>
      <form id={wishlistForm} method="post" action={links.wishlist()} />
      <PageChange />
      <ToastRegion />
    </QueryClientProvider>
  )
}

/** Says that the visitor is offline, and how many changes to the cart wait for the connection. */
function WaitingChanges() {
  const { length } = usePendingChanges()
  if (length === 0) return <>You’re offline.</>
  return (
    <>
      You’re offline. {length === 1 ? '1 change' : `${length} changes`} to your cart will be saved when you
      reconnect.
    </>
  )
}
