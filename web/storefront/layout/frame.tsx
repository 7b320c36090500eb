import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { FooterGroup } from '#contract/home.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { NavigationProgress } from '../../ui/navigation-progress.tsx'
import { PageChange } from '../../ui/page-change.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { Footer } from '../footer/footer.tsx'
import type { Shelf } from '../footer/shelves.ts'
import { TopBar } from '../top-bar/top-bar.tsx'
import { useOfflineNotice } from './use-offline-notice.ts'

interface FrameProps {
  shelves: Shelf[]
  footer: FooterGroup[]
  children: ReactNode
}

/** What every page of the shop stands in: skip link, top bar, content, footer, and the place for messages. */
export function Frame({ shelves, footer, children }: FrameProps) {
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
        <Footer shelves={shelves} groups={footer} />
      </div>
      <PageChange />
      <ToastRegion />
    </QueryClientProvider>
  )
}
