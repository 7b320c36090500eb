import type { CheckoutLine } from '#contract/orders/checkout.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { ProductImage } from '#web/ui/image.tsx'
import { lineNotices } from '#web/storefront/cart/line-notices.ts'
import { lineProblem } from '../checkout-body.ts'

interface ReviewLineProps {
  line: CheckoutLine
  /** The problem that the server or the form has found. */
  error: string | undefined
  format: MoneyFormat
  onSet(quantity: number): void
  /** Absent in a Buy Now checkout. */
  onRemove?: (() => void) | undefined
}

const actionStyle = 'min-h-11 cursor-pointer font-medium underline underline-offset-4 hover:decoration-2'

/** One line of the order with its price, its problems and the actions that fix them. */
export function ReviewLine({ line, error, format, onSet, onRemove }: ReviewLineProps) {
  const { productname, options, image, quantity, productprice, regularprice, linetotal, stock } = line
  const name = [productname, ...Object.values(options)].join(', ')
  const hasProblem = error !== undefined || lineProblem(line) !== undefined
  const isAvailable = !line.notices.includes('gone') && !line.notices.includes('sold_out')
  return (
    <li className="grid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] gap-x-4 py-4 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <div className="row-span-2 aspect-square w-full self-start rounded-xs bg-ground sm:row-span-1">
        {image && <ProductImage image={image} sizes="64px" alt="" className="size-full rounded-xs" />}
      </div>
      <div className="min-w-0">
        <p className="leading-snug wrap-anywhere">{productname}</p>
        {Object.entries(options).map(([option, value]) => (
          <p key={option} className="text-sm text-quiet">
            {option}: {value}
          </p>
        ))}
        <p className="mt-1 text-sm text-quiet tabular">
          {quantity} × {exactMoney(productprice, format)}
          {regularprice > productprice && (
            <s className="ml-2">
              <span className="sr-only">was </span>
              {exactMoney(regularprice, format)}
            </s>
          )}
        </p>
        {error ? (
          <p data-form-error tabIndex={-1} className="mt-1.5 text-sm font-medium text-danger">
            {error}
          </p>
        ) : (
          lineNotices(line, format).map((notice) => (
            <p key={notice} className="mt-1.5 text-sm font-medium text-warning">
              {notice}
            </p>
          ))
        )}
        {hasProblem && (
          <p className="flex flex-wrap gap-x-4">
            {isAvailable && stock > 0 && stock < quantity && (
              <button type="button" className={actionStyle} onClick={() => onSet(stock)}>
                Change quantity to {stock}
              </button>
            )}
            {onRemove && (
              <button type="button" className={actionStyle} aria-label={`Remove ${name}`} onClick={onRemove}>
                Remove
              </button>
            )}
          </p>
        )}
      </div>
      <p className="col-start-2 mt-1 font-medium tabular sm:col-start-3 sm:mt-0">
        {isAvailable ? exactMoney(linetotal, format) : '–'}
      </p>
    </li>
  )
}
