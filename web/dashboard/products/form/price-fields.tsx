import { giftCardClass } from '#contract/tax/tax-rate.ts'
import { useTaxClasses } from '#web/data/admin/tax.ts'
import { useShop } from '#web/data/shop.ts'
import { currencySign } from '#web/lib/format/money.ts'
import { wallTime, wallTimeToIso } from '#web/lib/format/zoned-time.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { filled } from '../variants/combinations.ts'
import { countingOf, stockRuleOf, stockRules } from '../variants/stock-rule.ts'
import type { ProductForm } from './product-draft.ts'

/** Price, offer, tax and weight. Without options also stock, SKU and cost, which variants have otherwise. */
export function PriceFields({ form: { draft, set, text, error } }: { form: ProductForm }) {
  const shop = useShop()
  const simple = filled(draft.options).length === 0
  const [only] = draft.variants
  const number = { type: 'number', min: '0', step: 'any' } as const
  const { data: classes } = useTaxClasses()
  // Until the classes are loaded, and after a class was deleted.
  const isUnknown = draft.taxclass !== '' && !classes?.some(({ code }) => code === draft.taxclass)
  const setOnly = (changes: object) =>
    set({
      variants: draft.variants.map((variant, index) => (index === 0 ? { ...variant, ...changes } : variant)),
    })
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <TextField
        {...number}
        {...text('productprice')}
        label={`Price (${currencySign(shop)})`}
        required={simple}
        hint={simple ? undefined : 'Used for variants without their own price.'}
        error={error('productprice') ?? (simple ? error('variants.0.price') : undefined)}
      />
      <TextField {...number} max="100" {...text('productoffer')} label="Offer (%)" required={false} />
      {simple && only && (
        <TextField
          {...number}
          name="sale_price"
          label={`Sale price (${currencySign(shop)})`}
          required={false}
          value={only.salePrice}
          error={error('variants.0.sale_price')}
          onChange={({ target }) => setOnly({ salePrice: target.value })}
        />
      )}
      <SaleTimes draft={draft} set={set} error={error} />
      <SelectField
        {...text('taxclass')}
        label="Tax class"
        required={false}
        hint={
          draft.taxclass === giftCardClass
            ? 'It is sold as a gift card: worth its price, emailed once it is paid, without delivery and coupons. Don’t count its stock.'
            : undefined
        }
        options={[
          ['', 'Own percentage, or by category'],
          ...(classes ?? []).map(({ code, name }) => [code, name] as const),
          ...(isUnknown ? [[draft.taxclass, draft.taxclass] as const] : []),
        ]}
      />
      <TextField
        {...number}
        max="100"
        {...text('productgst')}
        label="GST (%)"
        hint={draft.taxclass ? 'The tax class decides.' : '0: by category or shop.'}
        disabled={draft.taxclass !== ''}
        required={false}
      />
      <TextField
        {...number}
        step="1"
        {...text('productweight')}
        label="Weight (g)"
        required={false}
        hint="Packed weight, for weight-based delivery."
      />
      {simple && only && (
        <>
          <SelectField
            name="stockrule"
            label="When sold out"
            options={stockRules}
            value={stockRuleOf(only)}
            onChange={({ target }) => setOnly(countingOf(target.value))}
          />
          <TextField
            {...number}
            step="1"
            name="stock"
            label="Stock"
            hint={only.tracked ? 'Units available to sell.' : 'Not counted: always available.'}
            disabled={!only.tracked}
            required={only.tracked}
            value={only.tracked ? only.stock : ''}
            error={error('stock') ?? error('variants.0.stock')}
            onChange={({ target }) => setOnly({ stock: target.value })}
          />
          <TextField
            name="sku"
            label="SKU"
            required={false}
            maxLength={64}
            autoComplete="off"
            value={only.sku}
            error={error('variants.0.sku') ?? error('variants')}
            onChange={({ target }) => setOnly({ sku: target.value })}
          />
          <TextField
            {...number}
            name="cost"
            label={`Cost per unit (${currencySign(shop)})`}
            required={false}
            hint="What you pay. Shoppers never see it."
            value={only.cost}
            error={error('variants.0.cost')}
            onChange={({ target }) => setOnly({ cost: target.value })}
          />
        </>
      )}
    </div>
  )
}

/** When the sale prices count. They are entered beside the prices: here, or for each variant. */
function SaleTimes({ draft, set, error }: Pick<ProductForm, 'draft' | 'set' | 'error'>) {
  const { timeZone } = useShop()
  // Without a sale price the times mean nothing.
  if (draft.variants.every(({ salePrice }) => salePrice.trim() === '')) return null
  const field = (name: 'sale_starts_at' | 'sale_ends_at') => ({
    name,
    type: 'datetime-local',
    required: false,
    value: draft[name] && wallTime(draft[name], timeZone),
    error: error(name),
    onChange: ({ target }: { target: { value: string } }) =>
      set({ [name]: wallTimeToIso(target.value, timeZone) }),
  })
  return (
    <>
      <TextField {...field('sale_starts_at')} label="Sale starts" hint="Leave empty to start at once." />
      <TextField {...field('sale_ends_at')} label="Sale ends" hint="Leave empty for a sale without end." />
      {Number(draft.productoffer) > 0 && (
        <p className="self-end pb-2 text-sm text-quiet">
          Offer and sale price don’t add up. Shoppers pay the lower one.
        </p>
      )}
    </>
  )
}
