import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { FooterGroup } from '#contract/content/home.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { NavigationProgress } from '../../ui/feedback/navigation-progress.tsx'
import { PageChange } from '../../ui/feedback/page-change.tsx'
import { ToastRegion } from '../../ui/feedback/toast-region.tsx'
import { Footer } from '../footer/footer.tsx'
import type { FooterCategory } from '../footer/footer-categories.ts'
import { TopBar } from '../top-bar/top-bar.tsx'
import { showToast } from '../../lib/toasts.ts'

interface FrameProps {
  categories: FooterCategory[]
  footer: FooterGroup[]
  children: ReactNode
}

/** The frame of every storefront page: skip link, top bar, content, footer and toasts. */
export function Frame({ categories, footer, children }: FrameProps) {
  const [queries] = useState(createQueryClient)
  useOfflineNotice()
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
          {children}
        </main>
        <Footer categories={categories} customGroups={footer} />
      </div>
      <PageChange />
      <ToastRegion />
    </QueryClientProvider>
  )
}

/** Shows a toast when the connection is lost and when it is back. */
function useOfflineNotice(): void {
  useEffect(() => {
    const lost = () => showToast('info', 'You’re offline. Other pages will load once you reconnect.')
    const back = () => showToast('success', 'You’re back online.')
    addEventListener('offline', lost)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', lost)
      removeEventListener('online', back)
    }
  }, [])
}
