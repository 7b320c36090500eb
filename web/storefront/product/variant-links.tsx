import type { Variant } from '#contract/product.ts'

/** The choice of a variant where there is no script: one link each. */
export function VariantLinks({ variants, chosen }: { variants: Variant[]; chosen: Variant | undefined }) {
  return (
    <nav aria-label="Variants" className="mt-8">
      <ul className="flex flex-wrap gap-2">
        {variants.map(({ variantid, options, stock }) => (
          <li key={variantid}>
            <a
              href={`?variant=${variantid}`}
              aria-current={variantid === chosen?.variantid ? 'true' : undefined}
              className="flex min-h-11 items-center rounded-xs border border-edge px-4 aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-page"
            >
              {Object.values(options).join(', ')}
              {stock <= 0 && ' (Sold out)'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
