import { useShop } from '../../data/shop.ts'
import { currencySign } from '../../lib/money.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { filled } from './combinations.ts'
import type { ProductForm } from './product-form.ts'

/** Price, offer, GST and weight; of a product without options also stock and SKU, which others have in each variant. */
export function PriceFields({ form: { draft, set, error } }: { form: ProductForm }) {
  const shop = useShop()
  const simple = filled(draft.options).length === 0
  const [only] = draft.variants
  const number = { type: 'number', min: '0', step: 'any' } as const
  const setOnly = (changes: object) =>
    set({
      variants: draft.variants.map((variant, index) => (index === 0 ? { ...variant, ...changes } : variant)),
    })
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <TextField
        {...number}
        name="productprice"
        label={`Price (${currencySign(shop)})`}
        required={simple}
        hint={simple ? undefined : 'Of variants without a price of their own.'}
        value={draft.productprice}
        error={error('productprice') ?? (simple ? error('variants.0.price') : undefined)}
        onChange={({ target }) => set({ productprice: target.value })}
      />
      <TextField
        {...number}
        max="100"
        name="productoffer"
        label="Offer (%)"
        required={false}
        value={draft.productoffer}
        error={error('productoffer')}
        onChange={({ target }) => set({ productoffer: target.value })}
      />
      <TextField
        {...number}
        max="100"
        name="productgst"
        label="GST (%)"
        required={false}
        value={draft.productgst}
        error={error('productgst')}
        onChange={({ target }) => set({ productgst: target.value })}
      />
      <TextField
        {...number}
        step="1"
        name="productweight"
        label="Weight (g)"
        required={false}
        hint="Of a piece, packed. For delivery by weight."
        value={draft.productweight}
        error={error('productweight')}
        onChange={({ target }) => set({ productweight: target.value })}
      />
      {simple && only && (
        <>
          <TextField
            {...number}
            step="1"
            name="stock"
            label="Stock"
            hint="Pieces that can be sold now."
            value={only.stock}
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
        </>
      )}
    </div>
  )
}
