import { links } from '#contract/links.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

export function NoCategories() {
  return (
    <EmptyState icon="bag" title="No categories yet" text="Browse all products instead.">
      <LinkButton href={links.products()}>See all products</LinkButton>
    </EmptyState>
  )
}
