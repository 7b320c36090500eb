import { Link } from 'react-router'
import type { Overview } from '#contract/report.ts'
import { useShop } from '../../data/shop.ts'
import { money } from '../../lib/money.ts'
import { Panel } from '../panel.tsx'
import { editProduct } from '../products/places.ts'
import { Thumbnail } from '../shelves/thumbnail.tsx'

/** What sells best, whatever period is looked at. */
export function BestSellers({ sold, currency }: { sold: Overview['bestSellers']; currency: string }) {
  const { locale } = useShop()
  return (
    <Panel title="Best sellers" intro="Of 30 days, by pieces">
      {sold.length === 0 ? (
        <p className="text-quiet">Nothing was sold in the last 30 days.</p>
      ) : (
        <ol className="grid gap-3">
          {sold.map(({ productid, productname, picture, pieces, sales }) => (
            <li key={productid} className="flex items-center gap-3">
              <Thumbnail picture={picture} />
              <span className="min-w-0 grow">
                <Link
                  to={editProduct(productid)}
                  className="line-clamp-2 wrap-anywhere underline-offset-4 hover:underline"
                >
                  {productname}
                </Link>
                <span className="text-sm text-quiet tabular">
                  {pieces} {pieces === 1 ? 'piece' : 'pieces'} · {money(sales, { currency, locale })}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
