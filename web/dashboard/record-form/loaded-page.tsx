import type { ComponentProps, ReactNode } from 'react'
import type { Crumb } from '#web/ui/breadcrumbs.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'

interface LoadedPageProps<Answer> extends Pick<ComponentProps<typeof Loaded<Answer>>, 'query' | 'children'> {
  /** The noun of the record, such as "coupon". */
  noun: string
  title: string
  /** The pages above this one; the last of them is the list. */
  crumbs: Crumb[]
  /** The height of the content. */
  height?: string
  actions?: ReactNode
}

/** The page of a stored record. If there is none, it leads back to the list. */
export function LoadedPage<Answer>(props: LoadedPageProps<Answer>) {
  const { noun, title, crumbs, height = 'h-[36rem]', actions, query, children } = props
  const list = crumbs.at(-1)
  return (
    <DashboardPage title={title} crumbs={crumbs} actions={actions}>
      <Loaded
        query={query}
        skeleton={<Skeleton className={height} />}
        missing={
          <EmptyState icon="search" title={`This ${noun} does not exist.`} text="It may have been deleted.">
            {list && <LinkButton href={list.path}>{list.name}</LinkButton>}
          </EmptyState>
        }
      >
        {children}
      </Loaded>
    </DashboardPage>
  )
}
