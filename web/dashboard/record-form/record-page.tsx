import type { ReactNode } from 'react'
import type { Crumb } from '#web/ui/breadcrumbs.tsx'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { LoadedPage } from './loaded-page.tsx'

interface RecordPageProps<Answer> {
  /** The noun of the record, such as "coupon"; `subject` is its name in the audit log, if it differs. */
  noun: string
  subject?: string
  /** The title while the record loads, and of the form for a new one. */
  title: string
  titleOf(answer: Answer): string
  /** The pages above this one; the last of them is the list. */
  crumbs: Crumb[]
  /** Undefined for a new record. */
  id: number | undefined
  query: {
    data: Answer | undefined
    error: Error | null
    isError: boolean
    refetch(): unknown
  }
  /** Whether to fill the form again after a change of the record: by default yes. */
  refill?: boolean
  actions?: ReactNode
  /** Between the tabs and the form, for a stored record. */
  intro?(answer: Answer): ReactNode
  /** The form; without an answer for a new record. */
  children(answer: Answer | undefined): ReactNode
}

/** The page of one record: its form beside its activity log. */
export function RecordPage<Answer extends { data: { version: number } }>(props: RecordPageProps<Answer>) {
  const { noun, subject = noun, title, titleOf, crumbs, id, query } = props
  const { refill = true, actions, intro, children } = props
  const { data } = query
  const name = noun.charAt(0).toUpperCase() + noun.slice(1)
  const page = { title: data ? titleOf(data) : title, crumbs, actions }
  if (id === undefined) return <DashboardPage {...page}>{children(undefined)}</DashboardPage>
  return (
    <LoadedPage {...page} noun={noun} query={query} height="h-[40rem]">
      {(answer) => (
        <RecordTabs label={name} subject={subject} subjectId={id}>
          {intro?.(answer)}
          {refill ? <Refilled version={answer.data.version}>{children(answer)}</Refilled> : children(answer)}
        </RecordTabs>
      )}
    </LoadedPage>
  )
}
