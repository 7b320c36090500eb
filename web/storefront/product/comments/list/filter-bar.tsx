import { useId, useRef, type ReactNode } from 'react'
import type { Variant } from '#contract/catalog/product.ts'
import type { RatingSummary } from '#contract/comments/comment.ts'
import type { CommentFilter } from '#web/data/comments/comments.ts'
import { Icon } from '#web/ui/icon.tsx'

interface FilterBarProps {
  filter: CommentFilter
  onChoose(change: Partial<CommentFilter>): void
  /** The number of comments that match. */
  total: number
  summary: RatingSummary
  variants: readonly Variant[]
}

const sortLabels: Record<CommentFilter['sort'], string> = {
  newest: 'Newest',
  helpful: 'Most helpful',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
}
const sorts = Object.keys(sortLabels) as CommentFilter['sort'][]

/** Sorts the comments and limits them to stars and to a variant. */
export function FilterBar({ filter, onChoose, total, summary, variants }: FilterBarProps) {
  const { sort, stars, variantid } = filter
  const count = useRef<HTMLParagraphElement>(null)
  const bought = summary.variants.flatMap(({ variantid: id, count: comments }) => {
    const variant = variants.find((candidate) => candidate.variantid === id)
    const name = variant && Object.values(variant.options).join(', ')
    return name ? [{ id, name, comments }] : []
  })
  const isLimited = stars !== undefined || variantid !== undefined
  return (
    <div className="mb-8 border-b border-line pb-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p ref={count} tabIndex={-1} role="status" className="mr-auto tabular">
          {total} {total === 1 ? 'comment' : 'comments'}
          {stars !== undefined && ` with ${stars} ${stars === 1 ? 'star' : 'stars'}`}
        </p>
        {bought.length > 1 && (
          <Choice
            label="Bought"
            value={String(variantid ?? '')}
            onChange={(value) => onChoose({ variantid: value ? Number(value) : undefined })}
          >
            <option value="">All options</option>
            {bought.map(({ id, name, comments }) => (
              <option key={id} value={id}>
                {name} ({comments})
              </option>
            ))}
          </Choice>
        )}
        <Choice
          label="Sort by"
          value={sort}
          onChange={(value) => onChoose({ sort: sorts.find((candidate) => candidate === value) ?? 'newest' })}
        >
          {sorts.map((candidate) => (
            <option key={candidate} value={candidate}>
              {sortLabels[candidate]}
            </option>
          ))}
        </Choice>
      </div>
      {isLimited && (
        <button
          type="button"
          onClick={() => {
            onChoose({ stars: undefined, variantid: undefined })
            // The button disappears.
            count.current?.focus()
          }}
          className="min-h-11 cursor-pointer text-sm underline underline-offset-4"
        >
          Show all comments
        </button>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange(value: string): void
  children: ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex max-w-full items-center gap-2">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-quiet">
        {label}
      </label>
      <div className="relative min-w-0">
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="min-h-11 w-full cursor-pointer appearance-none rounded-xs py-2 pr-9 pl-2 font-medium hover:bg-ground"
        >
          {children}
        </select>
        <Icon name="down" className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2" />
      </div>
    </div>
  )
}
