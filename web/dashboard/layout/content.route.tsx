import { Outlet } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { ReloadLink } from '#web/ui/feedback/reload-link.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'

/** The page inside the frame. A page that fails leaves the frame as it is. */
export default function Content() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <DashboardPage title="This page can’t be loaded right now">
      <EmptyState
        icon="alert"
        title="Something went wrong"
        text="What you typed is kept in this tab. Check your connection and try again."
      >
        <ReloadLink />
        <LinkButton href={dashboardLinks.overview()}>Go to overview</LinkButton>
      </EmptyState>
    </DashboardPage>
  )
}
