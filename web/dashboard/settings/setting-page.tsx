import type { ReactNode } from 'react'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { SettingIntro } from './setting-intro.tsx'

interface SettingPageProps<Settings> {
  title: string
  /** Above the introduction. */
  before?: ReactNode
  intro: ReactNode
  /** The height of the form, as a class. */
  skeleton: string
  /** The settings in the audit log. */
  subject: { subject: string; subjectId: number }
  query: { data: Settings | undefined; isError: boolean; refetch(): unknown }
  /** A new version refills the form. */
  versionOf(settings: Settings): number
  /** Below the form. */
  after?: ReactNode
  /** The form. */
  children(settings: Settings): ReactNode
}

/** The page of one group of settings: its form beside its activity log. */
export function SettingPage<Settings>(props: SettingPageProps<Settings>) {
  const { title, before, intro, skeleton, subject, query, versionOf, after, children } = props
  return (
    <DashboardPage title={title}>
      {before}
      <SettingIntro>{intro}</SettingIntro>
      <Loaded query={query} skeleton={<Skeleton className={skeleton} />}>
        {(settings) => (
          <RecordTabs label={title} {...subject}>
            <Refilled version={versionOf(settings)}>{children(settings)}</Refilled>
          </RecordTabs>
        )}
      </Loaded>
      {after}
    </DashboardPage>
  )
}
