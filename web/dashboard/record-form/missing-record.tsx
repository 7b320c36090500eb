import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

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
      <LinkButton to={list.path}>{list.name}</LinkButton>
    </EmptyState>
  )
}
