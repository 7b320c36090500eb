import type { Variant } from '#contract/catalog/product.ts'
import { canOrder } from '#web/data/availability.ts'

/** Links to all variants, for browsers without JavaScript: inside `noscript`, which React leaves to the server. */
export function VariantLinks({ variants, chosen }: { variants: Variant[]; chosen: Variant }) {
  return (
    <nav aria-label="Variants" className="mt-8">
      <ul className="flex flex-wrap gap-2">
        {variants.map((variant) => (
          <li key={variant.variantid}>
            <a
              href={`?variant=${variant.variantid}`}
              aria-current={variant.variantid === chosen.variantid ? 'true' : undefined}
              className="flex min-h-11 items-center rounded-xs border border-edge px-4 aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-page"
            >
              {Object.values(variant.options).join(', ')}
              {!canOrder(variant) && ' (Sold out)'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
