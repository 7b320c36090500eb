import { useLocation } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { entryOf } from '../layout/sections.ts'

/** What needs orders to show anything. */
export default function Later() {
  const name = entryOf(useLocation().pathname)?.name ?? 'Orders'
  return (
    <DashboardPage title={name}>
      <EmptyState
        icon="parcel"
        title="Nothing here yet"
        text={`${name} will stand here as soon as the shop takes orders: the checkout is not open yet.`}
      >
        <LinkButton to="/dashboard">To the overview</LinkButton>
      </EmptyState>
    </DashboardPage>
  )
}
