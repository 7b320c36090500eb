import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { ProductForm } from './product-draft.ts'

/** The URL handle and the texts for search engines. Empty fields default to the product's own texts. */
export function SearchFields({ form, isNew }: { form: ProductForm; isNew: boolean }) {
  const { draft, text } = form
  return (
    <>
      <TextField
        {...text('slug')}
        label="URL handle"
        required={false}
        maxLength={120}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          isNew
            ? 'Lowercase letters, numbers and hyphens. Leave empty to generate it from the name.'
            : 'Lowercase letters, numbers and hyphens. The old URL redirects here.'
        }
      />
      <TextField
        {...text('search_title')}
        label="Search title"
        required={false}
        maxLength={200}
        placeholder={draft.productname}
        hint="About 60 characters. Defaults to the product name."
      />
      <TextAreaField
        {...text('search_description')}
        label="Search description"
        required={false}
        rows={3}
        maxLength={400}
        hint="About 155 characters. Defaults to the start of the description."
      />
    </>
  )
}
