import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'

interface PageTitleProps {
  title: string
  crumbs: Crumb[]
  /** A sentence or two below the title. */
  children?: ReactNode
}

/** Breadcrumbs, heading and introduction of a page. */
export function PageTitle({ title, crumbs, children }: PageTitleProps) {
  return (
    <header className="pt-6 pb-8 lg:pt-10 lg:pb-12">
      <Breadcrumbs crumbs={crumbs} />
      <h1 tabIndex={-1} className="mt-4 font-display text-display text-balance">
        {title}
      </h1>
      {children && <div className="mt-3 max-w-[60ch] text-lg text-pretty text-quiet">{children}</div>}
    </header>
  )
}
