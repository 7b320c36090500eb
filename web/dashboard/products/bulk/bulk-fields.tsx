import { useCategoryChoices, useSubcategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { useTaxClasses } from '#web/data/admin/tax.ts'
import { useShop } from '#web/data/shop.ts'
import { currencySign } from '#web/lib/format/money.ts'
import { wallTime, wallTimeToIso } from '#web/lib/format/zoned-time.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { BulkDraft } from './bulk-change.ts'

interface BulkFieldsProps {
  draft: BulkDraft
  /** Some parts have changed already, and the rest changes alike. */
  disabled: boolean
  set(changes: Partial<BulkDraft>): void
  error(path: string): string | undefined
}

const unchanged = ['', 'No change'] as const

/** The fields of a bulk edit. */
export function BulkFields({ draft, disabled, set, error }: BulkFieldsProps) {
  const sign = currencySign(useShop())
  const { data: categories = [] } = useCategoryChoices()
  const { data: classes = [] } = useTaxClasses()
  const { data: subcategories = [] } = useSubcategoryChoices(draft.category)
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-4 sm:grid-cols-2">
      <SelectField
        label="Price"
        value={draft.priceBy}
        options={[unchanged, ['percent', 'Change by percent'], ['amount', `Change by an amount (${sign})`]]}
        onChange={({ target }) => set({ priceBy: target.value as BulkDraft['priceBy'] })}
      />
      <TextField
        type="number"
        step="any"
        label={draft.priceBy === 'amount' ? `Change (${sign})` : 'Change (%)'}
        required={draft.priceBy !== ''}
        disabled={draft.priceBy === ''}
        hint="Use a minus sign to decrease, e.g. -10."
        value={draft.priceValue}
        error={error('price.value') ?? error('price')}
        onChange={({ target }) => set({ priceValue: target.value })}
      />
      <SelectField
        label="Category"
        value={draft.category}
        error={error('productcategoryid')}
        options={[
          unchanged,
          ...categories.map(({ id, productcategoryname }) => [String(id), productcategoryname] as const),
        ]}
        onChange={({ target }) => set({ category: target.value, subcategory: '' })}
      />
      <SelectField
        label="Subcategory"
        value={draft.subcategory}
        error={error('productsubcategoryid')}
        options={[
          draft.category ? (['', 'None'] as const) : unchanged,
          ...(draft.category ? [] : [['none', 'None'] as const]),
          ...subcategories.map(({ id, subcategoryname }) => [String(id), subcategoryname] as const),
        ]}
        onChange={({ target }) => set({ subcategory: target.value })}
      />
      <TextField
        type="number"
        min="0"
        max="100"
        step="any"
        label="Offer (%)"
        required={false}
        hint="0 removes the offer. Leave empty for no change."
        value={draft.offer}
        error={error('productoffer')}
        onChange={({ target }) => set({ offer: target.value })}
      />
      <SelectField
        label="Sale prices"
        value={draft.sale}
        options={[unchanged, ['set', 'Set below each price'], ['none', 'Remove']]}
        onChange={({ target }) => set({ sale: target.value as BulkDraft['sale'] })}
      />
      {draft.sale === 'set' && <SaleFields draft={draft} set={set} error={error} />}
      <SelectField
        label="Tax class"
        value={draft.taxClass}
        error={error('taxclass')}
        options={[
          unchanged,
          ['*', 'None: by category or shop'],
          ...classes.map(({ code, name }) => [code, name] as const),
        ]}
        onChange={({ target }) => set({ taxClass: target.value })}
      />
      <TextField
        label="Commodity code (HSN)"
        required={false}
        maxLength={10}
        inputMode="numeric"
        hint="Leave empty for no change."
        value={draft.hsn}
        error={error('hsn')}
        onChange={({ target }) => set({ hsn: target.value })}
      />
      <div className="grid gap-4">
        <SelectField
          label="Status"
          value={draft.status}
          error={error('status')}
          options={[unchanged, ['live', 'Live'], ['draft', 'Draft'], ['archived', 'Archived']]}
          onChange={({ target }) => set({ status: target.value as BulkDraft['status'] })}
        />
        <SelectField
          label="New"
          value={draft.isNew}
          options={[unchanged, ['1', 'New'], ['0', 'Not new']]}
          onChange={({ target }) => set({ isNew: target.value as BulkDraft['isNew'] })}
        />
      </div>
    </fieldset>
  )
}

/** How far below the price, and when. */
function SaleFields({ draft, set, error }: Pick<BulkFieldsProps, 'draft' | 'set' | 'error'>) {
  const { timeZone } = useShop()
  const time = (field: 'saleStarts' | 'saleEnds') => ({
    type: 'datetime-local',
    required: false,
    value: draft[field] && wallTime(draft[field], timeZone),
    onChange: ({ target }: { target: { value: string } }) =>
      set({ [field]: wallTimeToIso(target.value, timeZone) }),
  })
  return (
    <>
      <TextField
        type="number"
        min="0"
        max="100"
        step="any"
        label="Below the price (%)"
        hint="Shoppers pay the lower of offer and sale price."
        value={draft.saleValue}
        error={error('sale.percent') ?? error('sale')}
        onChange={({ target }) => set({ saleValue: target.value })}
      />
      <TextField {...time('saleStarts')} label="Sale starts" error={error('sale.starts_at')} />
      <TextField {...time('saleEnds')} label="Sale ends" error={error('sale.ends_at')} />
    </>
  )
}
