import { useId } from 'react'
import { Link } from 'react-router'
import type { CartLine } from '#contract/cart.ts'
import { links } from '#contract/links.ts'
import { useCartChange } from '../../data/cart.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { useShop } from '../../data/shop.ts'
import { money } from '../../lib/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import { QuantityBox } from '../../ui/quantity-box.tsx'
import { noticesOf } from './notices.ts'

interface CartRowProps {
  line: CartLine
  onRemove: () => void
  onChanged: (quantity: number) => void
}

/** One line: what it is, how many, what it costs, and what has become of it since. */
export function CartRow({ line, onRemove, onChanged }: CartRowProps) {
  const shop = useShop()
  const id = useId()
  const { mutate, error } = useCartChange()
  const { productname, options, picture, quantity, productprice, stock, notices } = line
  const gone = notices.includes('gone')
  const orderable = !gone && !notices.includes('sold_out')
  const name = [productname, ...Object.values(options)].join(', ')
  return (
    <li
      data-product={line.productid}
      className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 border-t border-line py-6 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:gap-x-6"
    >
      <div className="aspect-square rounded-xs bg-ground">
        {picture && (
          <ProductPicture
            picture={picture}
            sizes="(min-width: 640px) 128px, 96px"
            alt=""
            className={`size-full rounded-xs ${orderable ? '' : 'opacity-50'}`}
          />
        )}
      </div>
      <div className="min-w-0">
        <p className="text-lg leading-snug wrap-anywhere">
          {gone ? (
            productname
          ) : (
            <Link to={links.product(line.productid)} className="underline-offset-4 hover:underline">
              {productname}
            </Link>
          )}
        </p>
        {Object.entries(options).map(([option, value]) => (
          <p key={option} className="mt-1 text-sm text-quiet">
            {option}: {value}
          </p>
        ))}
        <p className="mt-1 text-quiet tabular">{money(productprice, shop)}</p>
        <ul id={id} className="text-sm font-medium">
          {noticesOf(line, shop).map((words) => (
            <li key={words} className="mt-2 text-warning">
              {words}
            </li>
          ))}
        </ul>
        {error && <p className="mt-2 text-sm text-danger">{wordsOf(error)}</p>}
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4">
          {orderable && (
            <QuantityBox
              of={name}
              value={quantity}
              max={Math.min(Math.max(stock, 1), 999)}
              settle={400}
              onChange={(wanted) => {
                mutate({ kind: 'set', line, quantity: wanted })
                onChanged(wanted)
              }}
            />
          )}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => {
              mutate({ kind: 'remove', line })
              onRemove()
            }}
            className="flex min-h-11 cursor-pointer items-center gap-1.5 text-sm text-quiet underline-offset-4 hover:text-ink hover:underline"
          >
            <Icon name="close" className="size-4 max-sm:hidden" />
            Remove
          </button>
        </div>
      </div>
      <p className="col-start-2 mt-3 text-lg font-medium tabular sm:col-start-3 sm:mt-0 sm:text-right">
        <span className="sr-only">Together: </span>
        {orderable ? money(line.linetotal, shop) : '–'}
      </p>
    </li>
  )
}
