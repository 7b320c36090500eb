import { links } from '#contract/links.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from './panel.tsx'

/** What was bought. */
export function OrdersPanel() {
  return (
    <Panel title="Orders">
      <EmptyState icon="parcel" title="No orders yet" text="What you order will be listed here.">
        <LinkButton kind="primary" to={links.products()}>
          Start Shopping
        </LinkButton>
      </EmptyState>
    </Panel>
  )
}
