import { useRef } from 'react'
import type { SynonymSuggestion } from '#contract/search/synonym-suggestion.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { synonyms } from '#web/data/admin/search.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { RowButton } from '../list-page/row-button.tsx'
import { ShortList } from '../list-page/short-list.tsx'

/** Further suggestions move up when one is added or dismissed. */
const SHOWN = 5

/** Words that shoppers replaced by others: each is added as a synonym or dismissed with one press. */
export function SuggestedSynonyms() {
  const query = useAdminList('GET admin/search/synonym-suggestions', { limit: SHOWN })
  const { create } = synonyms.useChanges()
  const dismiss = useAdminCall('PATCH admin/search/synonym-suggestions/:id')
  const details = useRef<HTMLDetailsElement>(null)
  const focus = useFocus()
  const isPending = create.isPending || dismiss.isPending
  const total = query.data?.total ?? 0

  /** Moves to the first button that is left, or to the summary, because the pressed one disappears with its row. */
  function afterChange(button: EventTarget) {
    return {
      onSuccess: () =>
        focus(
          () =>
            details.current?.querySelector<HTMLElement>('button') ??
            details.current?.querySelector('summary'),
          button as Element,
        ),
    }
  }

  return (
    <section aria-label="Suggested synonyms" className="mb-6 rounded-xs border border-line bg-card px-5 py-2">
      {/* Closed, so that the form below does not move when the suggestions arrive. */}
      <details ref={details}>
        <summary className="w-fit cursor-pointer py-2 font-medium underline-offset-4 hover:underline">
          Suggested synonyms{query.data && <span className="text-quiet tabular"> · {total}</span>}
        </summary>
        <ShortList
          query={query}
          height="mt-2 h-12"
          className="mt-2"
          empty={
            <p className="mt-2 max-w-prose text-quiet">
              None yet. If three shoppers open nothing, search again in other words and find it, both words
              appear here.
            </p>
          }
        >
          {(suggestion) => (
            <Suggestion
              key={suggestion.id}
              suggestion={suggestion}
              isPending={isPending}
              onAdd={(button) =>
                create.mutate({ words: [suggestion.failed, suggestion.worked] }, afterChange(button))
              }
              onDismiss={(button) =>
                dismiss.mutate({ id: suggestion.id, dismissed: true }, afterChange(button))
              }
            />
          )}
        </ShortList>
        {total > SHOWN && <p className="py-2 text-sm text-quiet">{total - SHOWN} more follow.</p>}
      </details>
    </section>
  )
}

interface SuggestionProps {
  suggestion: SynonymSuggestion
  isPending: boolean
  /** They receive the pressed button. */
  onAdd(button: EventTarget): void
  onDismiss(button: EventTarget): void
}

function Suggestion({ suggestion, isPending, onAdd, onDismiss }: SuggestionProps) {
  const { failed, worked, shoppers, foundNothing } = suggestion
  const names = `${failed}, ${worked}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
      <p className="min-w-0 grow basis-60 wrap-anywhere">
        <span className="font-medium">{failed}</span> <span className="text-quiet">and</span>{' '}
        <span className="font-medium">{worked}</span>
        <span className="block text-sm text-quiet tabular">
          {`${shoppers} shoppers · “${failed}” ${foundNothing ? 'found nothing' : 'was not opened'}`}
        </span>
      </p>
      <span className="flex gap-x-1">
        <RowButton
          aria-label={`Add ${names}`}
          aria-disabled={isPending}
          onClick={({ currentTarget }) => onAdd(currentTarget)}
        >
          Add
        </RowButton>
        <RowButton
          aria-label={`Dismiss ${names}`}
          aria-disabled={isPending}
          onClick={({ currentTarget }) => onDismiss(currentTarget)}
        >
          Dismiss
        </RowButton>
      </span>
    </li>
  )
}
