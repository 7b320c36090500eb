import { useState, type ComponentProps } from 'react'
import { controlStyle } from '#web/ui/form/field.tsx'
import { filled, variantName, type VariantDraft } from './combinations.ts'
import type { ProductForm } from '../form/product-draft.ts'
import { countingOf, stockRuleOf, stockRules } from './stock-rule.ts'

/** The columns of the table, in two views: together they would not fit. */
const views = {
  sale: {
    name: 'Price and stock',
    columns: ['Price', 'Sale price', 'SKU', 'Stock', 'When sold out', 'Image'],
  },
  codes: { name: 'Codes, shelf and cost', columns: ['Barcode', 'MPN', 'Shelf', 'Cost'] },
} as const
type View = keyof typeof views

/** Every combination of the options with its price, SKU, stock and image, or with its codes and cost. */
export function VariantGrid({ form }: { form: ProductForm }) {
  const { draft, set } = form
  const [view, setView] = useState<View>('sale')
  if (filled(draft.options).length === 0) return null
  const replace = (key: string, changes: Partial<VariantDraft>) =>
    set({
      variants: draft.variants.map((variant) => (variant.key === key ? { ...variant, ...changes } : variant)),
    })
  // The paths of issues count only the variants that are sent.
  const sent = draft.variants.filter(({ offered }) => offered)
  const offered = sent.length
  return (
    <div className="mt-6">
      <p className="mb-2 text-sm text-quiet" role="status">
        {offered} {offered === 1 ? 'variant' : 'variants'}. Variants without a price use the product's price.
      </p>
      <div role="group" aria-label="Columns" className="mb-3 flex flex-wrap gap-2">
        {(Object.keys(views) as View[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => setView(each)}
            className="min-h-10 cursor-pointer rounded-xs border border-edge px-3 text-sm hover:bg-ground aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-page"
          >
            {views[each].name}
          </button>
        ))}
      </div>
      <table className="w-full border-collapse max-lg:block">
        <caption className="sr-only">Variants</caption>
        <thead className="max-lg:sr-only">
          <tr className="text-left text-sm text-quiet">
            <th scope="col" className="py-2 pr-3 font-medium">
              Variant
            </th>
            {views[view].columns.map((name) => (
              <th key={name} scope="col" className="px-1 py-2 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:flex max-lg:flex-col max-lg:gap-3">
          {draft.variants.map((variant) => (
            <VariantRow
              key={variant.key}
              form={form}
              view={view}
              variant={variant}
              path={`variants.${sent.indexOf(variant)}`}
              onChange={(changes) => replace(variant.key, changes)}
            />
          ))}
        </tbody>
      </table>
      {form.error('variants') && (
        <p tabIndex={-1} data-form-error className="mt-2 text-sm font-medium text-danger">
          {form.error('variants')}
        </p>
      )}
    </div>
  )
}

interface VariantRowProps {
  form: ProductForm
  view: View
  variant: VariantDraft
  path: string
  onChange(changes: Partial<VariantDraft>): void
}

const cell = 'max-lg:flex max-lg:items-center max-lg:gap-3 max-lg:py-1 lg:px-1 lg:py-1.5'
const small = `${controlStyle} min-h-10! px-2! py-1!`

function VariantRow({ form, view, variant, path, onChange }: VariantRowProps) {
  const { draft, error } = form
  const name = variantName(draft.options, variant)
  const messages = [
    'price',
    'sale_price',
    'sku',
    'stock',
    'options',
    'image',
    'barcode',
    'mpn',
    'shelf',
    'cost',
  ].flatMap((f) => error(`${path}.${f}`) ?? [])
  const field: Field = (of, label) => ({
    'aria-label': `${label} of ${name}`,
    'aria-invalid': error(`${path}.${of === 'salePrice' ? 'sale_price' : of}`) ? true : undefined,
    'aria-describedby': messages.length > 0 ? `${variant.key}-error` : undefined,
    disabled: !variant.offered,
    value: variant[of],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [of]: target.value }),
    className: small,
  })
  return (
    <tr className="border-b border-line max-lg:block max-lg:rounded-xs max-lg:border max-lg:bg-card max-lg:p-3">
      <th scope="row" className="max-w-56 py-1.5 pr-3 text-left font-normal max-lg:block max-lg:max-w-none">
        <label className="flex min-h-8 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={variant.offered}
            onChange={({ target }) => onChange({ offered: target.checked })}
            className="size-5 shrink-0 cursor-pointer accent-ink"
          />
          <span className="min-w-0 wrap-anywhere">
            <span className="sr-only">Offer </span>
            {name}
          </span>
        </label>
        {messages.length > 0 && (
          <p id={`${variant.key}-error`} className="text-sm font-medium text-danger">
            {messages.join('. ')}
          </p>
        )}
      </th>
      {view === 'sale' ? (
        <SaleCells draft={draft} variant={variant} name={name} field={field} onChange={onChange} />
      ) : (
        <CodeCells field={field} />
      )}
    </tr>
  )
}

type Field = (
  of: 'price' | 'salePrice' | 'sku' | 'stock' | 'barcode' | 'mpn' | 'shelf' | 'cost',
  label: string,
) => ComponentProps<'input'>

interface SaleCellsProps extends Pick<VariantRowProps, 'variant' | 'onChange'> {
  draft: ProductForm['draft']
  name: string
  field: Field
}

function SaleCells({ draft, variant, name, field, onChange }: SaleCellsProps) {
  const images = draft.images.flatMap(({ file, name: called, alt }, index) =>
    file ? [[file, `${index + 1}. ${alt || called}`] as const] : [],
  )
  return (
    <>
      <td className={cell}>
        <Caption text="Price" />
        <input
          {...field('price', 'Price')}
          type="number"
          min="0"
          step="any"
          placeholder={draft.productprice}
        />
      </td>
      <td className={cell}>
        <Caption text="Sale price" />
        <input {...field('salePrice', 'Sale price')} type="number" min="0" step="any" />
      </td>
      <td className={cell}>
        <Caption text="SKU" />
        <input {...field('sku', 'SKU')} maxLength={64} autoComplete="off" />
      </td>
      <td className={cell}>
        <Caption text="Stock" />
        <input
          {...field('stock', 'Stock')}
          type="number"
          min="0"
          step="1"
          {...(!variant.tracked && { disabled: true, value: '', placeholder: 'Not counted' })}
        />
      </td>
      <td className={cell}>
        <Caption text="When sold out" />
        <select
          aria-label={`When ${name} is sold out`}
          disabled={!variant.offered}
          value={stockRuleOf(variant)}
          onChange={({ target }) => onChange(countingOf(target.value))}
          className={`${small} cursor-pointer`}
        >
          {stockRules.map(([rule, text]) => (
            <option key={rule} value={rule}>
              {text}
            </option>
          ))}
        </select>
      </td>
      <td className={`${cell} lg:min-w-24`}>
        <Caption text="Image" />
        <select
          aria-label={`Image of ${name}`}
          disabled={!variant.offered}
          value={variant.image ?? ''}
          onChange={({ target }) => onChange({ image: target.value || null })}
          className={`${small} cursor-pointer`}
        >
          <option value="">None</option>
          {images.map(([file, called]) => (
            <option key={file} value={file}>
              {called}
            </option>
          ))}
        </select>
      </td>
    </>
  )
}

function CodeCells({ field }: { field: Field }) {
  return (
    <>
      <td className={cell}>
        <Caption text="Barcode" />
        <input {...field('barcode', 'Barcode')} inputMode="numeric" autoComplete="off" />
      </td>
      <td className={cell}>
        <Caption text="MPN" />
        <input {...field('mpn', 'MPN')} maxLength={70} autoComplete="off" />
      </td>
      <td className={cell}>
        <Caption text="Shelf" />
        <input {...field('shelf', 'Shelf')} maxLength={40} autoComplete="off" />
      </td>
      <td className={cell}>
        <Caption text="Cost" />
        <input {...field('cost', 'Cost')} type="number" min="0" step="any" />
      </td>
    </>
  )
}

/** Repeats the column's heading beside the cell on small screens. */
const Caption = ({ text }: { text: string }) => (
  <span aria-hidden="true" className="w-16 shrink-0 text-sm text-quiet lg:hidden">
    {text}
  </span>
)
