import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { ProductForm } from './product-form.ts'

/** What search engines are told, and the address by name. Empty fields follow from the product itself. */
export function SearchFields({ form, isNew }: { form: ProductForm; isNew: boolean }) {
  const { draft, set, error } = form
  return (
    <>
      <TextField
        name="slug"
        label="Name in the address"
        required={false}
        maxLength={120}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          isNew
            ? 'Small letters, digits and hyphens. Made from the product name where it is empty.'
            : 'Small letters, digits and hyphens. The old one goes on leading here.'
        }
        value={draft.slug}
        error={error('slug')}
        onChange={({ target }) => set({ slug: target.value })}
      />
      <TextField
        name="search_title"
        label="Search title"
        required={false}
        maxLength={200}
        placeholder={draft.productname}
        hint="About 60 characters are shown. The product name where it is empty."
        value={draft.search_title}
        error={error('search_title')}
        onChange={({ target }) => set({ search_title: target.value })}
      />
      <TextAreaField
        name="search_description"
        label="Search description"
        required={false}
        rows={3}
        maxLength={400}
        hint="About 155 characters are shown. The beginning of the description where it is empty."
        value={draft.search_description}
        error={error('search_description')}
        onChange={({ target }) => set({ search_description: target.value })}
      />
    </>
  )
}
