import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'

/** An address of the dashboard that leads nowhere. */
export default function NotFound() {
  return (
    <DashboardPage title="Page not found">
      <EmptyState icon="search" title="There is no such page" text="It may have been moved or deleted.">
        <LinkButton to="/dashboard">To the overview</LinkButton>
      </EmptyState>
    </DashboardPage>
  )
}
