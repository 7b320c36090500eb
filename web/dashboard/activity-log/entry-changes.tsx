import type { ReactNode } from 'react'
import type { FieldChange, AuditEntry } from '#contract/audit/audit.ts'
import { links } from '#contract/links.ts'

interface EntryChangesProps {
  entry: Pick<AuditEntry, 'effect' | 'changes'>
  /** A button for a field. */
  action?: (change: FieldChange) => ReactNode
}

/** The fields of a change with their values before and after. A creation or deletion shows all values. */
export function EntryChanges({ entry: { effect, changes }, action }: EntryChangesProps) {
  const fields =
    effect === 'update' ? changes : changes.filter(({ before, after }) => before.length + after.length > 0)
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(6rem,auto)_1fr]">
      {fields.map((change) => (
        <div key={change.field} className="contents">
          <dt className="text-quiet">{change.name}</dt>
          <dd className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              {effect === 'update' ? (
                <BeforeAfter change={change} />
              ) : (
                <Value {...change} lines={linesOf(change, effect)} />
              )}
            </span>
            {action?.(change)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const linesOf = ({ before, after }: FieldChange, effect: AuditEntry['effect']) =>
  effect === 'delete' ? before : after

function BeforeAfter({ change }: { change: FieldChange }) {
  const { before, after, images } = change
  const [was, became] =
    !images && before.length <= 1 && after.length <= 1
      ? excerpt(before[0] ?? '', after[0] ?? '').map((line) => (line ? [line] : []))
      : [before, after]
  return (
    <>
      <span className="sr-only">was </span>
      <del className="text-quiet decoration-1">
        <Value images={images} lines={was ?? []} />
      </del>
      <span aria-hidden className="mx-2 text-quiet">
        →
      </span>
      <span className="sr-only">, became </span>
      <ins className="no-underline">
        <Value images={images} lines={became ?? []} />
      </ins>
    </>
  )
}

/** The record itself shows all lines. */
const MAX_LINES = 12

function Value({ images, lines }: { images: boolean; lines: readonly string[] }) {
  if (lines.length === 0) return <span className="text-quiet italic">Empty</span>
  if (images) {
    return lines.map((file) => (
      <img
        key={file}
        src={links.image(file, 160)}
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
      {lines.slice(0, MAX_LINES).map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines may be equal, and never change places
        <span key={index} className="block">
          {line}
        </span>
      ))}
      {lines.length > MAX_LINES && (
        <span className="block text-quiet">and {lines.length - MAX_LINES} more</span>
      )}
    </>
  )
}

/** Unchanged characters to show around the difference. */
const CONTEXT_LENGTH = 40
const MAX_WHOLE_LENGTH = 160
const MAX_EXCERPT_LENGTH = 600

/** Shortens two long texts to where they differ. Short texts stay whole. */
export function excerpt(before: string, after: string): [before: string, after: string] {
  if (before.length <= MAX_WHOLE_LENGTH && after.length <= MAX_WHOLE_LENGTH) return [before, after]
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const cut = (text: string) => {
    const from = Math.max(0, head - CONTEXT_LENGTH)
    const to = Math.min(text.length, text.length - tail + CONTEXT_LENGTH)
    const middle = text.slice(from, Math.min(to, from + MAX_EXCERPT_LENGTH))
    return `${from > 0 ? '…' : ''}${middle}${from + middle.length < text.length ? '…' : ''}`
  }
  return [cut(before), cut(after)]
}
