import { useHistory } from '../../data/admin-audit.ts'
import type { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ChangedMeanwhileProps {
  /** The noun of the journal and the record: "category", 7. */
  subject: string
  id: number
  /** The version that the form was filled from. */
  version: number
  /** The refusal: 409 `changed_meanwhile`. */
  error: ApiError
  /** What the form holds, in words, by the journal's names of the fields. */
  mine?: Record<string, string>
  /** Leaves the form as it was, to be filled anew from the server. */
  onTheirs(): void
  /** Saves once more over what they did, with the version that was looked at here. */
  onMine(version: number): void
  /** Back to the form, without a decision. */
  onClose(): void
}

/** Somebody else saved this record first: what they changed, beside what is about to be saved, and which of them shall count. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { subject, id, version, error, mine = {}, onTheirs, onMine, onClose } = props
  const history = useHistory(subject, id, 100)
  const later = (history.data?.data ?? []).filter((entry) => entry.id > version)
  const looked = later[0]?.id
  // Oldest first, so that of several changes of a field the last one stays.
  const theirs = new Map(
    later
      .toReversed()
      .flatMap(({ actor, changes }) =>
        changes.map((change) => [change.field, { ...change, who: actor.name }] as const),
      ),
  )
  const fields = error.issues?.map(({ path }) => path) ?? [...theirs.keys()]
  return (
    <Dialog title="Changed meanwhile" onClose={onClose}>
      <p>{error.message}</p>
      <ul className="mt-4 divide-y divide-line" aria-busy={history.isFetching}>
        {fields.map((field) => {
          const their = theirs.get(field)
          return (
            <li key={field} className="py-3 wrap-anywhere">
              <p className="font-medium">{their?.name ?? field}</p>
              {their && (
                <p>
                  <span className="text-quiet">{their.who}: </span>
                  {their.pictures ? 'another picture' : their.after.join(', ') || 'nothing'}
                </p>
              )}
              {mine[field] !== undefined && (
                <p>
                  <span className="text-quiet">You: </span>
                  {mine[field] || 'nothing'}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onTheirs}>
          Use theirs
        </Button>
        <Button
          disabled={looked === undefined || history.isFetching}
          onClick={() => looked !== undefined && onMine(looked)}
        >
          Save mine anyway
        </Button>
      </div>
    </Dialog>
  )
}
