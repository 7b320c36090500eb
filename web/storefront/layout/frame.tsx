import type { ReactNode } from 'react'
import { links } from '#contract/links.ts'
import type { FooterGroup } from '#contract/settings/home.ts'
import { usePage } from '#web/data/page.ts'
import { Island } from '#web/islands/island.tsx'
import { CheckoutFooter, Footer } from '../footer/footer.tsx'
import type { FooterCategory } from '../footer/footer-categories.ts'
import { CheckoutBar, TopBar } from '../top-bar/top-bar.tsx'
import { wishlistForm } from '../cards/wishlist-button.tsx'
import { EarlyPresses } from './early-presses.tsx'
import { Offline } from './offline.tsx'
import { Speculation } from './speculation.tsx'
import Toasts from './toasts.island.tsx'

interface FrameProps {
  categories: FooterCategory[]
  footer: FooterGroup[]
  children: ReactNode
}

/** The frame of every storefront page: skip link, top bar, content, footer and toasts. The checkout has a slim one. */
export function Frame({ categories, footer, children }: FrameProps) {
  const isCheckout = usePage().pathname.toLowerCase() === links.checkout()
  return (
    <>
      <EarlyPresses />
      <Speculation />
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-xs bg-card px-4 py-3 text-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col">
        {isCheckout ? <CheckoutBar /> : <TopBar />}
        <main id="main" tabIndex={-1} className="grow pt-bar outline-none print:pt-0">
          <Offline />
          {children}
        </main>
        {isCheckout ? <CheckoutFooter /> : <Footer categories={categories} customGroups={footer} />}
      </div>
      <form id={wishlistForm} method="post" action={links.wishlist()} />
      <Island of={Toasts} props={{}} when="used" />
    </>
  )
}
