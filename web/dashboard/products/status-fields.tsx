import type { ProductStatus } from '#contract/product.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import type { ProductForm } from './product-form.ts'
import { statusOptions } from './status-words.ts'

/** Whether shoppers see it, and whether it is told to be new. */
export function StatusFields({ form: { draft, set, error } }: { form: ProductForm }) {
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
      <SelectField
        name="status"
        label="Status"
        className="w-full sm:w-72"
        options={statusOptions}
        value={draft.status}
        error={error('status')}
        onChange={({ target }) => set({ status: target.value as ProductStatus })}
      />
      <div className="pb-2">
        <CheckboxField
          name="is_new"
          label="Show it as new"
          checked={draft.is_new}
          onChange={({ target }) => set({ is_new: target.checked })}
        />
      </div>
    </div>
  )
}
