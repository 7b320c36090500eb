import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { historyOf } from './row-actions.tsx'

/** What can be done with all of a kind: put them in order, and see what was changed. */
export function ShelfActions({ subject, onOrder }: { subject: string; onOrder?: () => void }) {
  return (
    <>
      {onOrder && (
        <Button kind="secondary" onClick={onOrder}>
          Change order
        </Button>
      )}
      <LinkButton to={historyOf(subject)}>History</LinkButton>
    </>
  )
}
