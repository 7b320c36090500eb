import type { Fault } from './postgres-cluster.ts'

/** What one fault of the leader cost, in milliseconds from the fault. */
export interface Round {
  fault: Fault
  /** The longest time without an acknowledged order, and when it began. */
  gap: { start: number; ms: number }
  /** When each order was acknowledged. */
  orders: number[]
  pages: { read: number; failed: number; stale: number; slowestMs: number }
}

const LEFT = 92
const RIGHT = 24
const TOP = 34
const ROW = 20
const WIDTH = 760
const FROM_MS = -3000

/** The timeline of a run as an SVG: a row for each fault, a tick for each order, a bar for the time without orders. */
export function failoverChart(rounds: readonly Round[], toMs: number): string {
  const height = TOP + rounds.length * ROW + 40
  const x = (ms: number) =>
    (
      LEFT +
      ((WIDTH - LEFT - RIGHT) * (Math.max(FROM_MS, Math.min(ms, toMs)) - FROM_MS)) / (toMs - FROM_MS)
    ).toFixed(1)
  const seconds = Array.from({ length: Math.floor(toMs / 5000) + 1 }, (_, index) => index * 5)
  const grid = seconds.map(
    (second) =>
      `<path d="M${x(second * 1000)} ${TOP - 6}V${height - 34}" class="grid"/><text x="${x(second * 1000)}" y="${height - 18}" text-anchor="middle">${second} s</text>`,
  )
  const rows = rounds.map(({ fault, gap, orders }, index) => {
    const y = TOP + index * ROW
    const shown = orders.filter((at) => at > FROM_MS && at < toMs)
    const ticks = shown.map((at) => `M${x(at)} ${y + 3}v10`).join('')
    const width = (Number(x(gap.start + gap.ms)) - Number(x(gap.start))).toFixed(1)
    return [
      `<text x="${LEFT - 10}" y="${y + 12}" text-anchor="end">${index + 1} ${fault}</text>`,
      `<path d="${ticks}" class="order"/>`,
      `<rect x="${x(gap.start)}" y="${y + 2}" width="${width}" height="12" rx="2" class="gap"/>`,
      `<text x="${(Number(x(gap.start)) + 5).toFixed(1)}" y="${y + 12}" class="figure">${(gap.ms / 1000).toFixed(1)} s</text>`,
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="t d" font-family="sans-serif" font-size="11">
<title id="t">Orders around ${rounds.length} faults of the database leader</title>
<desc id="d">One row for each fault. Ticks are acknowledged orders, bars the time without orders.</desc>
<style>text{fill:#3b3a36}.grid{stroke:#d9d6cd;fill:none}.order{stroke:#2f6b4f;stroke-width:1;fill:none}.gap{fill:#d9822b}.figure{fill:#fff;font-weight:bold}.fault{stroke:#b3261e;stroke-width:1.5}</style>
<rect width="${WIDTH}" height="${height}" fill="#fbfaf7"/>
<text x="${LEFT}" y="16">The leader fails at 0 s. Green: an acknowledged order. Orange: the time without orders.</text>
${grid.join('\n')}
<path d="M${x(0)} ${TOP - 8}V${height - 34}" class="fault"/>
${rows.join('\n')}
</svg>
`
}
