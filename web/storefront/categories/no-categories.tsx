import { links } from '#contract/links.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Where a shop has no categories yet. */
export function NoCategories() {
  return (
    <EmptyState icon="bag" title="No categories yet" text="All that the shop has stands in one list.">
      <LinkButton to={links.products()}>See all products</LinkButton>
    </EmptyState>
  )
}
