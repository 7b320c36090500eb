interface FigureProps {
  name: string
  /** As it is read; null: there is none. */
  value: string | null
  now: number | null
  before: number | null
  /** What it was before, in words: "₹4,500 in the 7 days before". */
  was?: string
}

/** A figure, and how far it is from the one before. */
export function Figure({ name, value, now, before, was }: FigureProps) {
  const change = changeOf(now, before)
  return (
    <li className="min-w-0 rounded-xs border border-line bg-card p-4">
      <p className="text-sm text-quiet">{name}</p>
      <p className="font-display text-2xl wrap-anywhere sm:text-3xl tabular">{value ?? <Nothing />}</p>
      {was && (
        <p className="mt-1 text-sm text-quiet">
          {change && (
            <>
              <Change change={change} /> against{' '}
            </>
          )}
          {was}
        </p>
      )}
    </li>
  )
}

/** "+12 %", in green or red; words for who sees neither. */
export function Change({ change }: { change: string }) {
  const look = change.startsWith('+') ? 'text-success' : change.startsWith('−') ? 'text-danger' : ''
  return <span className={`font-medium whitespace-nowrap tabular ${look}`}>{change}</span>
}

function Nothing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </>
  )
}

/** Of a figure against the one before; undefined where there is nothing to compare with. */
export function changeOf(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null || before <= 0) return undefined
  const percent = Math.round((now / before - 1) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`
}
