import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AdminProduct } from '#contract/admin-product.ts'
import { links } from '#contract/links.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MeanwhileDialog } from '../meanwhile/meanwhile-dialog.tsx'
import { CategoryFields } from './category-fields.tsx'
import { DescriptionField } from './description-field.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { PictureSection } from './picture-section.tsx'
import { PriceFields } from './price-fields.tsx'
import { editProduct } from './places.ts'
import { findClashes } from './product-merge.ts'
import { ProductPreview } from './product-preview.tsx'
import { SearchFields } from './search-fields.tsx'
import { SpecificationSection } from './specification-section.tsx'
import { StatusFields } from './status-fields.tsx'
import { draftOf } from './product-wire.ts'
import { useProductForm } from './use-product-form.ts'
import { VariantGrid } from './variant-grid.tsx'

/** The form of a product, with how it will look beside it. Without a product it makes a new one. */
export function ProductEditor({ product }: { product?: AdminProduct }) {
  const editor = useProductForm(product)
  const { form, ref, busy, changed, conflict, made } = editor
  const { draft, set, error } = form
  const question = useUnsavedGuard(ref, changed)
  const action = product ? 'Save product' : 'Create product'
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <form
        ref={ref}
        aria-label="Product"
        method="post"
        noValidate
        onSubmit={editor.onSubmit}
        className="flex min-w-0 flex-col gap-6 [&_:is(a,button,input,select,textarea)]:scroll-mb-28"
      >
        {made && <Made {...made} />}
        <Part title="Details">
          <TextField
            name="productname"
            label="Product Name *"
            autoComplete="off"
            maxLength={200}
            value={draft.productname}
            error={error('productname')}
            onChange={({ target }) => set({ productname: target.value })}
          />
          <CategoryFields form={form} />
          <DescriptionField form={form} />
        </Part>
        <Part title="Pictures">
          <PictureSection form={form} />
        </Part>
        <Part title="Price and stock">
          <PriceFields form={form} />
        </Part>
        <Part title="Options and variants">
          <div>
            <OptionsEditor form={form} />
            <VariantGrid form={form} />
          </div>
        </Part>
        <Part title="Specifications">
          <SpecificationSection form={form} />
        </Part>
        <Part title="In the shop">
          <StatusFields form={form} />
        </Part>
        <Part title="Search engines">
          <SearchFields form={form} isNew={!product} />
        </Part>
        {editor.message && (
          <p
            data-form-error
            tabIndex={-1}
            role="alert"
            className="flex items-start gap-3 rounded-xs border border-danger bg-card px-4 py-3 text-danger"
          >
            <Icon name="alert" className="mt-0.5 size-5" />
            <span className="min-w-0 wrap-anywhere">{editor.message}</span>
          </p>
        )}
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-page px-4 py-3 sm:-mx-6 sm:px-6">
          <Button type="submit" aria-disabled={busy} className="grow sm:min-w-44 sm:grow-0">
            {busy ? 'Saving…' : action}
          </Button>
          <p role="status" className="min-w-0 text-sm text-quiet">
            {changed ? 'Not saved yet. Ctrl+S saves.' : product ? 'Everything is saved.' : ''}
          </p>
        </div>
      </form>
      <aside aria-label="Preview" className="min-w-0 xl:sticky xl:top-6 xl:self-start">
        <h2 className="mb-3 font-display text-xl">Preview</h2>
        <ProductPreview draft={draft} />
      </aside>
      {conflict && (
        <MeanwhileDialog
          message={conflict.message}
          clashes={findClashes(editor.start, draftOf(conflict.product), draft, conflict.issues)}
          onClose={editor.resolve}
        />
      )}
      {question}
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

function Made({ id, name }: { id: number; name: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xs bg-ground px-4 py-3">
      <span className="min-w-0 wrap-anywhere">{name} is created.</span>
      <Link to={editProduct(id)} className="underline underline-offset-4">
        Edit it
      </Link>
      <Link to={links.product(id)} className="underline underline-offset-4">
        See it in the shop
      </Link>
    </p>
  )
}
