import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AdminProduct } from '#contract/catalog/admin/product.ts'
import type { ProductStatus } from '#contract/catalog/product.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import { Button } from '#web/ui/button.tsx'
import { trackBottomBar } from '#web/ui/track-bottom-bar.ts'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { RestoredNotice } from '#web/ui/form/draft/restored-notice.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useUnsavedGuard } from '#web/dashboard/record-form/use-unsaved-guard.tsx'
import { CategoryFields } from './category-fields.tsx'
import { DescriptionField } from './description-field.tsx'
import { OptionsEditor } from '../variants/options-editor.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { ImageSection } from '../images/image-section.tsx'
import { PriceFields } from './price-fields.tsx'
import { ProductPreview } from './product-preview.tsx'
import { SearchFields } from './search-fields.tsx'
import { SpecificationSection } from './specification-section.tsx'
import { statusOptions } from '../status-labels.ts'
import type { ProductForm } from './product-draft.ts'
import { useProductForm } from './use-product-form.ts'
import { VariantGrid } from '../variants/variant-grid.tsx'
import { keepNestedEnter } from '#web/ui/form/nested-enter.ts'

interface ProductEditorProps {
  product?: AdminProduct
  /** Forms of their own, below that of the product. */
  below?: ReactNode
}

/** The form of a product beside its preview. Without a product it creates one. */
export function ProductEditor({ product, below }: ProductEditorProps) {
  const { form, productForm, isChanged, created, question, message } = useProductForm(product)
  const { draft, text } = productForm
  const guard = useUnsavedGuard({ ...form, isDirty: isChanged })
  const action = product ? 'Save product' : 'Create product'
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <form
          {...form.props}
          onKeyDown={keepNestedEnter}
          aria-label="Product"
          className="flex min-w-0 flex-col gap-6 [&_:is(a,button,input,select,textarea)]:scroll-mb-28"
        >
          {created && <Created {...created} />}
          <RestoredNotice draft={form.draft} />
          <Part title="Details">
            <TextField {...text('productname')} label="Product Name *" autoComplete="off" maxLength={200} />
            <CategoryFields form={productForm} />
            <DescriptionField form={productForm} />
          </Part>
          <Part title="Images">
            <ImageSection form={productForm} />
          </Part>
          <Part title="Price and stock">
            <PriceFields form={productForm} />
          </Part>
          <Part title="Options and variants">
            <div>
              <OptionsEditor form={productForm} />
              <VariantGrid form={productForm} />
            </div>
          </Part>
          <Part title="Brand and codes">
            <IdentityFields form={productForm} />
          </Part>
          <Part title="Specifications">
            <SpecificationSection form={productForm} />
          </Part>
          <Part title="In the shop">
            <StatusFields form={productForm} />
          </Part>
          <Part title="Search engines">
            <SearchFields form={productForm} isNew={!product} />
          </Part>
          <FormAlert text={message} />
          <div
            ref={trackBottomBar}
            className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-page px-4 py-3 sm:-mx-6 sm:px-6"
          >
            <Button type="submit" aria-disabled={form.busy} className="grow sm:min-w-44 sm:grow-0">
              {form.busy ? 'Saving…' : action}
            </Button>
            <p role="status" className="min-w-0 text-sm text-quiet">
              {isChanged ? 'Unsaved changes. Press Ctrl+S to save.' : product ? 'All changes saved.' : ''}
            </p>
          </div>
        </form>
        {below}
      </div>
      <aside aria-label="Preview" className="min-w-0 xl:sticky xl:top-6 xl:self-start">
        <h2 className="mb-3 font-display text-xl">Preview</h2>
        <ProductPreview draft={draft} />
      </aside>
      {question}
      {guard}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-xs border border-line bg-card p-4 sm:p-6">
      <h2 className="mb-4 font-display text-xl">{title}</h2>
      <div className="flex flex-col gap-5">{children}</div>
    </section>
  )
}

function Created({ id, name }: { id: number; name: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xs bg-ground px-4 py-3">
      <span className="min-w-0 wrap-anywhere">{name} created.</span>
      <Link to={dashboardLinks.product(id)} className="underline underline-offset-4">
        Edit product
      </Link>
      <Link to={links.product(id)} className="underline underline-offset-4">
        View in shop
      </Link>
    </p>
  )
}

/** Whether the shop shows the product, and marks it as new. */
function StatusFields({ form: { draft, set, error } }: { form: ProductForm }) {
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
          label="Mark as new"
          checked={draft.is_new}
          onChange={({ target }) => set({ is_new: target.checked })}
        />
      </div>
    </div>
  )
}
