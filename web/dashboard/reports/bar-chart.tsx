import { useState } from 'react'
import type { SalesBar } from '#contract/reports/report.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { barLabel } from './day-labels.ts'

interface BarChartProps {
  bars: readonly SalesBar[]
  currency: string
  /** Name of the period to compare with: "Previous 7 days". */
  previousName: string
  /** Less high, for a page with more than the chart. */
  isLow?: boolean
}

/**
 * Sales as bars, the previous period as a dashed line, and both as a table. A pointer, a finger or the arrow keys choose a
 * bar, whose figures stand above the chart.
 */
export function BarChart({ bars, currency, previousName, isLow = false }: BarChartProps) {
  const { locale } = useShop()
  const [chosen, setChosen] = useState<number>()
  const shown = chosen === undefined ? undefined : bars[chosen]
  const format = { currency, locale }
  const ticks = axisTicks(bars.flatMap(({ sales, before }) => [sales, before]))
  const top = ticks[0] ?? 0
  const range = top - (ticks.at(-1) ?? 0)
  const y = (value: number) => ((top - value) / range) * 100
  const best = bars.toSorted((a, b) => b.sales - a.sales)[0]
  const textOf = ({ name, sales, before }: SalesBar) =>
    `${barLabel(name, locale)}: ${money(sales, format)} · ${previousName}: ${money(before, format)}`
  const [height, axisHeight] = isLow ? ['h-32', 'h-36'] : ['h-56', 'h-60']
  const label = `Chart of sales${best && best.sales > 0 ? `: highest on ${barLabel(best.name, locale)} with ${money(best.sales, format)}` : ': no sales'}`
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (
    <div onPointerLeave={() => setChosen(undefined)}>
      <p className="mb-3 min-h-5 text-sm leading-5 tabular">
        {shown ? textOf(shown) : <span className="text-quiet">Point at a bar, or use the arrow keys.</span>}
      </p>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className={`-my-2 flex ${axisHeight} shrink-0 flex-col justify-between text-right text-xs text-quiet tabular`}
        >
          {ticks.map((tick) => (
            <span key={tick} className="h-4 leading-4">
              {short.format(tick)}
            </span>
          ))}
        </div>
        <div className={`relative min-w-0 grow ${height}`}>
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${bars.length} 100`}
            preserveAspectRatio="none"
            className="size-full overflow-visible"
          >
            {ticks.map((tick) => (
              <path
                key={tick}
                d={`M0 ${y(tick)}H${bars.length}`}
                vectorEffect="non-scaling-stroke"
                className={tick === 0 ? 'stroke-edge' : 'stroke-line'}
              />
            ))}
            {bars.map(({ name, sales }, index) => (
              <rect
                key={name}
                x={index + 0.15}
                width="0.7"
                y={y(Math.max(sales, 0))}
                height={(Math.abs(sales) / range) * 100}
                className={`forced-colors:fill-[CanvasText] ${index === chosen ? 'fill-ink' : 'fill-edge'}`}
              />
            ))}
            <path
              d={bars
                .map(({ before }, index) => `${index ? 'L' : 'M'}${index} ${y(before)}H${index + 1}`)
                .join('')}
              fill="none"
              strokeWidth="2"
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
              className="stroke-ink"
            />
          </svg>
          <BarChooser
            count={bars.length}
            chosen={chosen}
            text={shown && textOf(shown)}
            onChoose={setChosen}
          />
        </div>
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

interface BarChooserProps {
  count: number
  chosen: number | undefined
  /** What the chosen bar stands for. */
  text: string | undefined
  onChoose(bar: number): void
}

/** An invisible slider over the chart: keys, fingers and screen readers move it as any other slider. */
const BarChooser = ({ count, chosen, text, onChoose }: BarChooserProps) => (
  <input
    type="range"
    aria-label="Bar of the chart"
    aria-valuetext={text ?? 'None'}
    min={0}
    max={count - 1}
    value={chosen ?? count - 1}
    onChange={({ target }) => onChoose(target.valueAsNumber)}
    onFocus={() => onChoose(chosen ?? count - 1)}
    onPointerMove={({ currentTarget, clientX }) => {
      const { left, width } = currentTarget.getBoundingClientRect()
      onChoose(Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count))))
    }}
    className="absolute inset-0 size-full cursor-crosshair appearance-none bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
  />
)

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
