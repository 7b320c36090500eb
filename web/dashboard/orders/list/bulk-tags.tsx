import { useId } from 'react'
import { useAdminData } from '#web/data/admin/query.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'

/** The tags of a comma-separated text. */
export const tagsOf = (text: unknown): string[] =>
  (typeof text === 'string' ? text : '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

/** The field for tags to add or remove, which proposes those in use. */
export function BulkTags({ form }: { form: FormState }) {
  const known = useAdminData('GET admin/orders/tags', {})
  const list = useId()
  return (
    <div className="mt-4">
      <TextField
        label="Tags"
        hint="Separate several by commas. Only staff see them."
        list={list}
        maxLength={800}
        autoComplete="off"
        {...form.field('tags')}
      />
      <datalist id={list}>
        {known.data?.map(({ tag }) => (
          <option key={tag} value={tag}>
            {tag}
          </option>
        ))}
      </datalist>
    </div>
  )
}
