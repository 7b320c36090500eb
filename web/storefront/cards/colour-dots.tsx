import type { ProductCard } from '#contract/catalog/product.ts'

const MAX_DOTS = 5
const SIZE_PX = 14
const STEP_PX = 20

/** The colours that a product comes in, if there are several: a dot for each known one, and a count of the others. */
export function ColourDots({ colours }: Pick<ProductCard, 'colours'>) {
  if (colours.length < 2) return null
  const shades = colours.flatMap(({ hex }) => hex ?? []).slice(0, MAX_DOTS)
  const others = colours.length - shades.length
  const width = shades.length * STEP_PX
  return (
    <p className="flex items-center text-sm text-quiet">
      <span className="sr-only">Colours: {colours.map(({ name }) => name).join(', ')}</span>
      <svg
        aria-hidden="true"
        width={width}
        height={SIZE_PX}
        viewBox={`0 0 ${width} ${SIZE_PX}`}
        className="forced-color-adjust-none"
      >
        {shades.map((hex, index) => (
          <circle
            key={hex}
            cx={index * STEP_PX + SIZE_PX / 2}
            cy={SIZE_PX / 2}
            r={SIZE_PX / 2 - 0.5}
            fill={hex}
            stroke="#0003"
          />
        ))}
      </svg>
      {others > 0 && (
        <span aria-hidden="true" className="tabular">
          {shades.length > 0 ? `+${others}` : `${others} colours`}
        </span>
      )}
    </p>
  )
}
