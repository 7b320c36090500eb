import type { Crumb } from '#web/ui/breadcrumbs.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

interface MissingRecordProps {
  /** Such as "product". */
  noun: string
  /** The way back. */
  list: Crumb
}

/** Replaces a record that does not exist. */
export function MissingRecord({ noun, list }: MissingRecordProps) {
  return (
    <EmptyState icon="search" title={`This ${noun} does not exist.`} text="It may have been deleted.">
      <LinkButton href={list.path}>{list.name}</LinkButton>
    </EmptyState>
  )
}
