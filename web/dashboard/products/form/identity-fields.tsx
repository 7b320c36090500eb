import { countryNames } from '#contract/orders/address/country-names.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { filled } from '../variants/combinations.ts'
import type { ProductForm } from './product-draft.ts'

/** Who makes the product, and the codes that others know it by. Without options also barcode, MPN and shelf of its only variant. */
export function IdentityFields({ form: { draft, set, text, error } }: { form: ProductForm }) {
  const [only] = filled(draft.options).length === 0 ? draft.variants : []
  const setOnly = (changes: object) =>
    set({
      variants: draft.variants.map((variant, index) => (index === 0 ? { ...variant, ...changes } : variant)),
    })
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <TextField
        {...text('brand')}
        label="Brand"
        required={false}
        maxLength={100}
        hint="The maker or label, not the name of your shop."
      />
      <SelectField
        {...text('origin')}
        label="Country of origin"
        required={false}
        options={[['', 'Not stated'], ...countryNames]}
      />
      <TextField
        {...text('hsn')}
        label="HSN or commodity code"
        inputMode="numeric"
        maxLength={10}
        required={false}
      />
      {only && (
        <>
          <TextField
            name="barcode"
            label="Barcode"
            hint="EAN, UPC, ISBN or another GTIN."
            required={false}
            inputMode="numeric"
            autoComplete="off"
            value={only.barcode}
            error={error('variants.0.barcode')}
            onChange={({ target }) => setOnly({ barcode: target.value })}
          />
          <TextField
            name="mpn"
            label="MPN"
            hint="The maker’s own number for it."
            required={false}
            maxLength={70}
            autoComplete="off"
            value={only.mpn}
            error={error('variants.0.mpn')}
            onChange={({ target }) => setOnly({ mpn: target.value })}
          />
          <TextField
            name="shelf"
            label="Shelf"
            hint="Where it lies in your stock room, such as A-12-3."
            required={false}
            maxLength={40}
            autoComplete="off"
            value={only.shelf}
            error={error('variants.0.shelf')}
            onChange={({ target }) => setOnly({ shelf: target.value })}
          />
        </>
      )}
    </div>
  )
}
