import type { ReactNode } from 'react'
import type { FieldChange, JournalEntry } from '#contract/audit.ts'
import { links } from '#contract/links.ts'
import { excerpt } from './excerpt.ts'

interface EntryChangesProps {
  entry: Pick<JournalEntry, 'did' | 'changes'>
  /** What can be done with a field. */
  action?: (change: FieldChange) => ReactNode
}

/** What a change did, field by field: what it was, what it became. Of a creation or a deletion what there was. */
export function EntryChanges({ entry: { did, changes }, action }: EntryChangesProps) {
  const shown =
    did === 'update' ? changes : changes.filter(({ before, after }) => before.length + after.length > 0)
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(6rem,auto)_1fr]">
      {shown.map((change) => (
        <div key={change.field} className="contents">
          <dt className="text-quiet">{change.name}</dt>
          <dd className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              {did === 'update' ? (
                <BeforeAfter change={change} />
              ) : (
                <Value {...change} lines={linesOf(change, did)} />
              )}
            </span>
            {action?.(change)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const linesOf = ({ before, after }: FieldChange, did: JournalEntry['did']) =>
  did === 'delete' ? before : after

function BeforeAfter({ change }: { change: FieldChange }) {
  const { before, after, pictures } = change
  const [was, became] =
    !pictures && before.length <= 1 && after.length <= 1
      ? excerpt(before[0] ?? '', after[0] ?? '').map((line) => (line ? [line] : []))
      : [before, after]
  return (
    <>
      <span className="sr-only">was </span>
      <del className="text-quiet decoration-1">
        <Value pictures={pictures} lines={was ?? []} />
      </del>
      <span aria-hidden className="mx-2 text-quiet">
        →
      </span>
      <span className="sr-only">, became </span>
      <ins className="no-underline">
        <Value pictures={pictures} lines={became ?? []} />
      </ins>
    </>
  )
}

/** The lines of a value; many of them are cut, the record itself has them all. */
const most = 12

function Value({ pictures, lines }: { pictures: boolean; lines: readonly string[] }) {
  if (lines.length === 0) return <span className="text-quiet italic">nothing</span>
  if (pictures) {
    return lines.map((file) => (
      <img
        key={file}
        src={links.picture(file, 160)}
        alt={file.slice(0, 8)}
        width={56}
        height={56}
        loading="lazy"
        className="mr-1 inline-block size-14 rounded-xs bg-ground object-cover"
      />
    ))
  }
  if (lines.length === 1) return lines[0]
  return (
    <>
      {lines.slice(0, most).map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines may be equal, and never change places
        <span key={index} className="block">
          {line}
        </span>
      ))}
      {lines.length > most && <span className="block text-quiet">and {lines.length - most} more</span>}
    </>
  )
}
