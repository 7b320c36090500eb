import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { isDashboardPath } from '#contract/links.ts'
import { useSessionSync } from '#web/data/account/session.ts'
import { useShop } from '#web/data/shop.ts'
import { leadsAway, pressedLink } from '#web/lib/browser/leaving.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { handOverToasts } from '#web/lib/toasts.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { OfflineBar, useOnline } from '#web/ui/feedback/offline-bar.tsx'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'
import { usePalette } from '../palette/use-palette.tsx'
import { EmailBanner } from './email-banner.tsx'
import { Guard } from './guard.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { PageChange } from './page-change.tsx'
import { entryOf, mayOpen } from './sections.ts'
import { SearchField } from './search-field.tsx'
import { Sidebar } from './sidebar.tsx'

/** The frame of all dashboard pages. The server sends everyone the same HTML; only staff get its content. */
export default function DashboardLayout() {
  const [queries] = useState(createQueryClient)
  useOpenedByScript()
  useEffect(() => handOverToasts(), [])
  return (
    <QueryClientProvider client={queries}>
      <title>Dashboard</title>
      <meta name="robots" content="noindex" />
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-xs bg-card px-4 py-3 text-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <Guard>{(user) => <Frame user={user} />}</Guard>
      <PageChange />
      <ToastRegion />
    </QueryClientProvider>
  )
}

function Frame({ user }: { user: CurrentUser }) {
  const shop = useShop()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const entry = entryOf(pathname)
  const { openPalette, openShortcuts, dialog } = usePalette(user)
  useSessionSync()
  useHeldLinks()
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [])
  return (
    <div data-dashboard className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <header className="sticky top-0 z-30 flex max-h-dvh flex-col border-line bg-card max-lg:border-b lg:h-dvh lg:border-r print:hidden">
        <div className="flex min-h-bar items-center justify-between gap-3 px-6 max-lg:px-4">
          <p className="min-w-0">
            <span className="block truncate font-display text-xl">{shop.name}</span>
            <span className="block truncate text-sm text-quiet">{user.fullName}</span>
          </p>
          <button
            type="button"
            aria-label="Search"
            aria-haspopup="dialog"
            onClick={openPalette}
            className="ml-auto grid size-11 shrink-0 cursor-pointer place-items-center rounded-xs hover:bg-ground lg:hidden"
          >
            <Icon name="search" className="size-5" />
          </button>
          <button
            type="button"
            aria-expanded={open}
            aria-controls="sidebar"
            onClick={() => setOpen(!open)}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-xs px-3 hover:bg-ground lg:hidden"
          >
            <Icon name={open ? 'close' : 'menu'} className="size-5" />
            Menu
          </button>
        </div>
        {/* In the sidebar, it costs the tables no row. */}
        <div className="flex items-center gap-1 px-3 max-lg:hidden">
          <SearchField onOpen={openPalette} />
          <button
            type="button"
            aria-label="Keyboard shortcuts"
            aria-haspopup="dialog"
            onClick={openShortcuts}
            className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-xs text-quiet hover:bg-ground"
          >
            ?
          </button>
        </div>
        <div id="sidebar" className={`min-h-0 grow flex-col lg:flex ${open ? 'flex' : 'hidden'}`}>
          <Sidebar user={user} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-h-dvh min-w-0 outline-none">
        <OfflineBar className="top-0 max-lg:top-bar">You are offline. This page stays open.</OfflineBar>
        <div className="px-4 pt-2 pb-6 sm:px-6 lg:px-8">
          <EmailBanner user={user} />
          {entry && !mayOpen(entry, user.permissions) ? <NotAllowed /> : <Outlet />}
        </div>
      </main>
      {dialog}
    </div>
  )
}

function NotAllowed() {
  return (
    <EmptyState
      icon="lock"
      title="You don’t have access to this page"
      text="Ask an admin to change your role."
    >
      <LinkButton href={dashboardLinks.overview()}>Go to overview</LinkButton>
    </EmptyState>
  )
}

/** Links to pages of the dashboard open them without a new document. Those to the storefront load one. */
function useOpenedByScript(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = pressedLink(event)
      if (!link || !isDashboardPath(link.pathname)) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    }
    // After React's own listener, which prevents what a link does itself, and before the progress bar's.
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [navigate])
}

/**
 * Links to other pages do nothing while the browser is offline: its own error page would replace this page with everything typed
 * on it.
 */
function useHeldLinks(): void {
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline) return
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a')
      if (link && leadsAway(link)) event.preventDefault()
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [isOnline])
}
