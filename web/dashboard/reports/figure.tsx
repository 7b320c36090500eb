interface FigureProps {
  name: string
  /** Formatted; null where there is no value. */
  value: string | null
  now: number | null
  previous: number | null
  /** The previous value in words: "₹4,500 the previous 7 days". */
  previousText?: string | null
  /** Without a border, on a panel. */
  isPlain?: boolean
}

/** A figure and its change against the previous period. */
export function Figure({ name, value, now, previous, previousText, isPlain = false }: FigureProps) {
  const change = percentChange(now, previous)
  return (
    <li className={`min-w-0 ${isPlain ? '' : 'rounded-xs border border-line bg-card p-4'}`}>
      <p className="text-sm text-quiet">{name}</p>
      <p className="font-display text-2xl wrap-anywhere sm:text-3xl tabular">{value ?? <NoValue />}</p>
      {previousText && (
        <p className="mt-1 text-sm text-quiet">
          {change && (
            <>
              <Change change={change} /> vs.{' '}
            </>
          )}
          {previousText}
        </p>
      )}
    </li>
  )
}

/** "+12%" in green, "−12%" in red; the sign carries the meaning without color. */
export function Change({ change }: { change: string }) {
  const style = change.startsWith('+') ? 'text-success' : change.startsWith('−') ? 'text-danger' : ''
  return <span className={`font-medium whitespace-nowrap tabular ${style}`}>{change}</span>
}

function NoValue() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </>
  )
}

/** Undefined where there is no previous value to compare with. */
export function percentChange(now: number | null, previous: number | null): string | undefined {
  if (now === null || previous === null || previous <= 0) return undefined
  const percent = Math.round((now / previous - 1) * 100)
  if (percent === 0) return 'No change'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
}
