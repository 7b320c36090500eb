import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

interface PaletteListProps {
  /** The prefix of the element ids. */
  id: string
  groups: readonly PaletteGroup[]
  active: PaletteEntry | undefined
  /** The entries belong to an earlier text. */
  isStale: boolean
  onPoint(entry: PaletteEntry): void
  onChoose(entry: PaletteEntry): void
}

/** The list of the palette. The focus stays in the search box, whose keys choose. */
export function PaletteList({ id, groups, active, isStale, onPoint, onChoose }: PaletteListProps) {
  const all = groups.flatMap(({ entries }) => entries)
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Results"
      aria-busy={isStale}
      className={`${all.length > 0 ? 'p-2' : ''} ${isStale ? 'opacity-60' : ''}`}
    >
      {groups.map(({ name, entries }, group) => (
        <div key={name} role="group" aria-labelledby={`${id}-group-${group}`}>
          <div id={`${id}-group-${group}`} className="px-3 pt-2 pb-1 text-sm text-quiet">
            {name}
          </div>
          {entries.map((entry) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={entry.id}
              id={`${id}-${all.indexOf(entry)}`}
              role="option"
              tabIndex={-1}
              aria-selected={entry === active}
              ref={(row) => {
                if (entry === active) row?.scrollIntoView({ block: 'nearest' })
              }}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => {
                if (entry !== active) onPoint(entry)
              }}
              onClick={() => onChoose(entry)}
              className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-xs px-3 py-1.5 wrap-anywhere aria-selected:bg-ground aria-selected:outline aria-selected:outline-line"
            >
              <span className="font-medium tabular">{entry.name}</span>
              {entry.detail && <span className="text-sm text-quiet max-sm:w-full">{entry.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
