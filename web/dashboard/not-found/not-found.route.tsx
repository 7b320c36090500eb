import { dashboardLinks } from '#contract/dashboard-links.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'

/** The page for unknown URLs of the dashboard. */
export default function NotFound() {
  return (
    <DashboardPage title="Page not found">
      <EmptyState icon="search" title="We couldn’t find this page" text="It may have been moved or deleted.">
        <LinkButton href={dashboardLinks.overview()}>Go to overview</LinkButton>
      </EmptyState>
    </DashboardPage>
  )
}
