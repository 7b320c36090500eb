import type { CheckoutLine } from '#contract/checkout.ts'
import { exactMoney, type MoneyFormat } from '../../lib/money.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { noticesOf } from '../cart/notices.ts'
import { obstacleOf } from './checkout-body.ts'

interface ReviewLineProps {
  line: CheckoutLine
  /** What the server, or the form, says against it. */
  error: string | undefined
  format: MoneyFormat
  onSet(quantity: number): void
  /** Absent where it is all there is. */
  onRemove?: (() => void) | undefined
}

const action = 'min-h-11 cursor-pointer font-medium underline underline-offset-4 hover:decoration-2'

/** One line before it is ordered: what it is and costs, what has become of it, and the way to mend that. */
export function ReviewLine({ line, error, format, onSet, onRemove }: ReviewLineProps) {
  const { productname, options, picture, quantity, productprice, linetotal, stock } = line
  const name = [productname, ...Object.values(options)].join(', ')
  const isStuck = error !== undefined || obstacleOf(line) !== undefined
  const isThere = !line.notices.includes('gone') && !line.notices.includes('sold_out')
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto]">
      <div className="row-span-2 size-20 rounded-xs bg-ground sm:row-span-1">
        {picture && <ProductPicture picture={picture} sizes="80px" alt="" className="size-full rounded-xs" />}
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
        </p>
        {error ? (
          <p data-form-error tabIndex={-1} className="mt-1.5 text-sm font-medium text-danger">
            {error}
          </p>
        ) : (
          noticesOf(line, format).map((words) => (
            <p key={words} className="mt-1.5 text-sm font-medium text-warning">
              {words}
            </p>
          ))
        )}
        {isStuck && (
          <p className="flex flex-wrap gap-x-4">
            {isThere && stock > 0 && stock < quantity && (
              <button type="button" className={action} onClick={() => onSet(stock)}>
                Order {stock} instead
              </button>
            )}
            {onRemove && (
              <button type="button" className={action} aria-label={`Remove ${name}`} onClick={onRemove}>
                Remove
              </button>
            )}
          </p>
        )}
      </div>
      <p className="col-start-2 mt-1 font-medium tabular sm:col-start-3 sm:mt-0">
        {isThere ? exactMoney(linetotal, format) : '–'}
      </p>
    </li>
  )
}
