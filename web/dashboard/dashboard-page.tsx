import type { ReactNode, Ref } from 'react'
import { useShop } from '../data/shop.ts'
import { Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'

interface DashboardPageProps {
  title: string
  /** The pages above this one. */
  crumbs?: Crumb[]
  /** Takes the focus when the element that had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  /** Buttons and links beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a dashboard page: breadcrumbs, title and actions. */
export function DashboardPage({ title, crumbs, headingRef, actions, children }: DashboardPageProps) {
  const shop = useShop()
  return (
    <>
      <title>{`${title} · Dashboard · ${shop.name}`}</title>
      {crumbs && <Breadcrumbs crumbs={[...crumbs, { name: title, path: '' }]} />}
      <div className="mb-2 flex min-h-control flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h1 ref={headingRef} tabIndex={-1} className="min-w-0 font-display text-xl wrap-anywhere sm:text-2xl">
          {title}
        </h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </>
  )
}
