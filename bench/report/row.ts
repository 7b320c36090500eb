import { growthExponent, type Spread, type TimeAtSize } from './statistics.ts'

/** One line of the table. A row without a mark is informative. */
export interface Row {
  /** What was measured; unique in the table. */
  what: string
  /** The figure, with its unit. */
  measured: string
  /** What the project demands, in words. */
  mark?: string
  /** Whether the mark is met. */
  met?: boolean
  /** How it was measured: rates, rounds, sizes. */
  how: string
}

type Limit = { atLeast: number } | { atMost: number }

/** Compares a value with its limit. `show` formats both. */
export function judge(value: number, limit: Limit, show: (value: number) => string) {
  const met = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost
  const mark = 'atLeast' in limit ? `≥ ${show(limit.atLeast)}` : `≤ ${show(limit.atMost)}`
  return { measured: show(value), mark, met }
}

const MAX_EXPONENT = 0.2

/** Compares the growth from a small to a large size with the mark of all growth. */
export const judgeGrowth = (small: TimeAtSize, large: TimeAtSize) =>
  judge(growthExponent(small, large), { atMost: MAX_EXPONENT }, (value) => value.toFixed(2))

/** 0.873 → `0.87 ×` */
export const times = (value: number): string => `${value.toFixed(2)} ×`

/** 12.345 → `12.3 ms` */
export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`

/** 12.345 → `12.3 s` */
export const inSeconds = (value: number): string => `${value.toFixed(1)} s`

/** 41.2 → `41 µs` */
export const microseconds = (value: number): string => `${Math.round(value)} µs`

/** 0.97 → `97 %` */
export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** 104_500 → `104.5 kB` */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** 312_500_000 → `313 MB` */
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** 3_140_000 → `3.14 MB` */
export const megabytesExactly = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`

/** 18234.2 → `18,234/s` */
export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`

/** The extremes around a median: `0.84 to 0.91` */
export const range = ({ low, high }: Spread, digits = 2): string =>
  `${low.toFixed(digits)} to ${high.toFixed(digits)}`
