import type { CollectionDetail } from '#contract/admin-collection.ts'
import { useRulePreview } from '../../data/admin-collections.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'

/** What a rule catches now: how many products, and the first of them. */
export function RulePreview({ rule }: { rule: NonNullable<CollectionDetail['rule']> }) {
  const query = useRulePreview(useDebounced(rule, 300))
  return (
    <section aria-label="What the rule catches">
      <Loaded query={query} skeleton={<Skeleton className="h-40" />}>
        {({ data, total }) => (
          <>
            <p role="status" className="mb-3 font-medium">
              {total === 1 ? 'Catches 1 product' : `Catches ${total} products`}
            </p>
            <ul className="grid gap-3 sm:grid-cols-2">
              {data.map(({ id, productname, pictures }) => (
                <li key={id} className="flex min-w-0 items-center gap-3">
                  <Thumbnail picture={pictures[0] ?? null} />
                  <span className="line-clamp-2 min-w-0 text-sm">{productname}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}
