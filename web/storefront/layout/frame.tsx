import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { FooterGroup } from '#contract/content/home.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { NavigationProgress } from '../../ui/feedback/navigation-progress.tsx'
import { OfflineBar } from '../../ui/feedback/offline-bar.tsx'
import { PageChange } from '../../ui/feedback/page-change.tsx'
import { ToastRegion } from '../../ui/feedback/toast-region.tsx'
import { Footer } from '../footer/footer.tsx'
import type { FooterCategory } from '../footer/footer-categories.ts'
import { TopBar } from '../top-bar/top-bar.tsx'

interface FrameProps {
  categories: FooterCategory[]
  footer: FooterGroup[]
  children: ReactNode
}

/** The frame of every storefront page: skip link, top bar, content, footer and toasts. */
export function Frame({ categories, footer, children }: FrameProps) {
  const [queries] = useState(createQueryClient)
  const { pathname } = useLocation()
  return (
    <QueryClientProvider client={queries}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-xs bg-card px-4 py-3 text-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <div className="flex min-h-dvh flex-col">
        <TopBar />
        <main id="main" tabIndex={-1} className="grow pt-bar outline-none print:pt-0">
          <OfflineBar className="top-bar" />
          {children}
        </main>
        {/* A new page has a new footer: one that moves would count as a layout shift after Back and Forward. */}
        <Footer key={pathname} categories={categories} customGroups={footer} />
      </div>
      <PageChange />
      <ToastRegion />
    </QueryClientProvider>
  )
}
