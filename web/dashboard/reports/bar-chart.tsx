import type { SalesBar } from '#contract/reports/report.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { barLabel } from './day-labels.ts'

interface BarChartProps {
  bars: readonly SalesBar[]
  currency: string
  /** Name of the period to compare with: "Previous 7 days". */
  previousName: string
}

/** Sales as bars, the previous period as a dashed line, and both as a table for screen readers. */
export function BarChart({ bars, currency, previousName }: BarChartProps) {
  const { locale } = useShop()
  const format = { currency, locale }
  const ticks = axisTicks(bars.flatMap(({ sales, before }) => [sales, before]))
  const top = ticks[0] ?? 0
  const range = top - (ticks.at(-1) ?? 0)
  const y = (value: number) => ((top - value) / range) * 100
  const best = bars.toSorted((a, b) => b.sales - a.sales)[0]
  const label = `Chart of sales${best && best.sales > 0 ? `: highest on ${barLabel(best.name, locale)} with ${money(best.sales, format)}` : ': no sales'}`
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (
    <div>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="-my-2 flex h-60 shrink-0 flex-col justify-between text-right text-xs text-quiet tabular"
        >
          {ticks.map((tick) => (
            <span key={tick} className="h-4 leading-4">
              {short.format(tick)}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${bars.length} 100`}
          preserveAspectRatio="none"
          className="h-56 min-w-0 grow overflow-visible"
        >
          {ticks.map((tick) => (
            <path
              key={tick}
              d={`M0 ${y(tick)}H${bars.length}`}
              vectorEffect="non-scaling-stroke"
              className={tick === 0 ? 'stroke-edge' : 'stroke-line'}
            />
          ))}
          {bars.map(({ name, sales, before }, index) => (
            <g key={name}>
              <title>{`${barLabel(name, locale)}: ${money(sales, format)}; ${previousName}: ${money(before, format)}`}</title>
              <rect x={index} y="0" width="1" height="100" fill="transparent" />
              <rect
                x={index + 0.15}
                width="0.7"
                y={y(Math.max(sales, 0))}
                height={(Math.abs(sales) / range) * 100}
                className="fill-edge forced-colors:fill-[CanvasText]"
              />
            </g>
          ))}
          <path
            d={bars
              .map(({ before }, index) => `${index ? 'L' : 'M'}${index} ${y(before)}H${index + 1}`)
              .join('')}
            fill="none"
            strokeWidth="2"
            strokeDasharray="4 3"
            vectorEffect="non-scaling-stroke"
            className="pointer-events-none stroke-ink"
          />
        </svg>
      </div>
      <p aria-hidden="true" className="mt-3 flex justify-between pl-10 text-xs text-quiet">
        {[0, Math.floor(bars.length / 2), bars.length - 1]
          .filter((place, index, all) => all.indexOf(place) === index)
          .map((place) => (
            <span key={place}>{barLabel(bars[place]?.name ?? '', locale)}</span>
          ))}
      </p>
      <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-6 text-sm text-quiet">
        <span className="inline-flex items-center gap-2">
          <span className="size-3 bg-edge forced-colors:bg-[CanvasText]" /> Sales
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="w-5 border-t-2 border-dashed border-ink" /> {previousName}
        </span>
      </p>
      <ChartTable bars={bars} format={format} previousName={previousName} />
    </div>
  )
}

interface ChartTableProps {
  bars: readonly SalesBar[]
  format: { currency: string; locale: string }
  previousName: string
}

function ChartTable({ bars, format, previousName }: ChartTableProps) {
  return (
    <details className="mt-2">
      <summary className="inline-block min-h-9 cursor-pointer content-center text-sm underline underline-offset-4">
        Show as table
      </summary>
      <table className="w-full text-sm tabular">
        <thead>
          <tr className="border-b border-line text-left text-quiet">
            <th scope="col" className="py-1 font-medium">
              {bars[0]?.name.includes(':') ? 'Hour' : 'Day'}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Sales
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {previousName}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, sales, before }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {barLabel(name, format.locale)}
              </th>
              <td className="py-1 text-right">{money(sales, format)}</td>
              <td className="py-1 text-right">{money(before, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Round, evenly spaced tick values from highest to lowest; zero is always one of them. */
export function axisTicks(values: readonly number[]): number[] {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const step = roundUp((highest - lowest || 4) / 4)
  // Without sales the axis still gets one tick above zero.
  const top = Math.max(Math.ceil(highest / step - 1e-9), lowest < 0 ? 0 : 1)
  const bottom = Math.floor(lowest / step + 1e-9)
  return Array.from({ length: top - bottom + 1 }, (_, index) => (top - index) * step)
}

/** Rounds up to the next of 1, 2, 5, 10, 20, 50 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((digit) => digit * power).find((round) => round >= value - power * 1e-9) ?? value
}
