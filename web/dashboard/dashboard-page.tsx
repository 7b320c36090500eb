import type { ReactNode } from 'react'
import { useShop } from '../data/shop.ts'
import { Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'

interface DashboardPageProps {
  title: string
  /** Where this page lies, for pages below another; without the page itself. */
  crumbs?: Crumb[]
  /** Buttons and links beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the dashboard: its title, what can be done with all of it, and the content. */
export function DashboardPage({ title, crumbs, actions, children }: DashboardPageProps) {
  const shop = useShop()
  return (
    <>
      <title>{`${title} · Dashboard · ${shop.name}`}</title>
      {crumbs && <Breadcrumbs crumbs={[...crumbs, { name: title, path: '' }]} />}
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="min-w-0 font-display text-section wrap-anywhere">
          {title}
        </h1>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </>
  )
}
