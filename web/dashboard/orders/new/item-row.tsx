import type { QuotedLine } from '#contract/orders/manual-quote.ts'
import { currencySign, money, type MoneyFormat } from '#web/lib/format/money.ts'
import { controlStyle, Field } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { RowButton } from '#web/dashboard/list-page/row-button.tsx'
import { Thumbnail } from '#web/dashboard/list-page/thumbnail.tsx'
import { variantName } from '#web/dashboard/stock/variant-name.ts'
import type { OrderItem } from './order-input.ts'

interface ItemRowProps {
  item: OrderItem
  index: number
  form: FormState
  format: MoneyFormat
  /** Absent until the quote has it. */
  line: QuotedLine | undefined
  /** Why the quote refuses it. */
  refusal: string | undefined
  onChange(changes: Partial<OrderItem>): void
  onRemove(): void
}

/** An item with its quantity and, with a reason, a price of its own. */
export function ItemRow({ item, index, form, format, line, refusal, onChange, onRemove }: ItemRowProps) {
  const name = variantName(item)
  const field = (path: 'quantity' | 'price' | 'reason') => ({
    name: `items.${index}.${path}`,
    error: form.error(`items.${index}.${path}`),
    value: item[path],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [path]: target.value }),
  })
  const problem =
    refusal ??
    form.error(`items.${index}.variantid`) ??
    form.error(`variant.${item.variantid}`) ??
    line?.problem
  const price = field('price')
  const hasOwnPrice = item.price.trim() !== ''
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex gap-3">
        <Thumbnail image={line?.image ?? item.image} />
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{name}</p>
          {item.sku && <p className="text-sm text-quiet wrap-anywhere">SKU {item.sku}</p>}
        </div>
        <p className="shrink-0 font-medium tabular">{line && money(line.linetotal, format)}</p>
      </div>
      {problem && (
        <p role="status" className="mt-1 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <div className="mt-3 grid grid-cols-[5rem_minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[5rem_8rem_minmax(0,1fr)_auto]">
        <TextField
          {...field('quantity')}
          label="Quantity"
          aria-label={`Quantity of ${name}`}
          inputMode="numeric"
          maxLength={3}
          onFocus={({ target }) => target.select()}
        />
        {/* Empty is the price of the catalog: no "optional" in each row. */}
        <Field label={`Price (${currencySign(format)})`} error={price.error}>
          {(control) => (
            <input
              {...control}
              name={price.name}
              value={price.value}
              onChange={price.onChange}
              aria-label={`Price of ${name}`}
              inputMode="decimal"
              maxLength={14}
              placeholder={line && String(line.catalogprice)}
              className={controlStyle}
            />
          )}
        </Field>
        {hasOwnPrice && (
          <TextField
            {...field('reason')}
            label="Reason for this price"
            aria-label={`Reason for this price of ${name}`}
            maxLength={200}
            className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto"
          />
        )}
        <div className="col-start-3 row-start-1 pt-7 sm:col-start-4">
          <RowButton danger aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </RowButton>
        </div>
      </div>
    </li>
  )
}
