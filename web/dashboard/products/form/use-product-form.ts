import { useState } from 'react'
import type { AdminProduct } from '#contract/catalog/admin/product.ts'
import { createProductInput, updateProductInput } from '#contract/catalog/product.ts'
import { products, useProductReread } from '#web/data/admin/catalog/products.ts'
import { ApiError } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toasts.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import type { Stored } from '#web/dashboard/edit-conflict/conflicts.ts'
import { useConflictSave } from '#web/dashboard/edit-conflict/use-conflict-save.tsx'
import { keepStoredStock, productParts } from './product-conflicts.ts'
import { emptyDraft, type ProductDraft, type ProductForm } from './product-draft.ts'
import { draftOf, inputOf } from './product-input.ts'

const failure = 'Something went wrong!'

const toRecord = (product: AdminProduct): Stored<ProductDraft> => ({
  ...draftOf(product),
  version: product.version,
})

/** The form of a product: edits the given one, or creates products, one after another. */
export function useProductForm(product?: AdminProduct) {
  const { create, update } = products.useChanges()
  const reread = useProductReread()
  const [start, setStart] = useState(() => (product ? toRecord(product) : newRecord()))
  const [draft, setDraft] = useState<ProductDraft>(start)
  const [lastProduct, setLastProduct] = useState(product)
  const [created, setCreated] = useState<{ id: number; name: string }>()
  const isChanged = JSON.stringify(inputOf(draft, start)) !== JSON.stringify(inputOf(start, start))

  /** `from` counts as unchanged; `edited` is what the fields show. */
  function reset(from: Stored<ProductDraft>, edited: ProductDraft = from) {
    setStart(from)
    setDraft(edited)
  }

  const { save, question } = useConflictSave<ProductDraft>({
    start,
    parts: productParts,
    reread: async () => toRecord(await reread(product?.productid ?? 0)),
    async send(edited, base) {
      const { message } = await update.mutateAsync({
        ...inputOf(edited, base),
        productid: product?.productid ?? 0,
        version: base.version,
      })
      if (!message) throw new Error(failure)
    },
    adjust: keepStoredStock,
    onMerged: (merged, theirs) => reset(theirs, merged),
  })

  const form = useForm({
    schema: product ? updateProductInput : createProductInput,
    read: () => ({
      ...inputOf(draft, start),
      ...(product && { productid: product.productid, version: start.version }),
    }),
    fallback: failure,
    draft: {
      name: `product ${product?.productid ?? 'new'}`,
      state: {
        value: isChanged ? { start, draft: withoutUploads(draft) } : undefined,
        restore(value) {
          const saved = value as { start: Stored<ProductDraft>; draft: ProductDraft } | undefined
          if (saved) reset(saved.start, saved.draft)
          else reset(product ? toRecord(product) : newRecord())
        },
      },
    },
    async submit() {
      if (draft.images.some(({ progress }) => progress !== undefined))
        throw new Error('Some images are still uploading. Please wait, then save.')
      try {
        if (product) {
          await save(draft)
          reset(toRecord(await reread(product.productid)))
        } else {
          const { message, data } = await create.mutateAsync(inputOf(draft))
          if (!message) throw new Error(failure)
          setCreated({ id: data.productid, name: draft.productname })
          reset(newRecord())
        }
      } catch (error) {
        if (error instanceof ApiError) showToast('error', failure)
        throw error
      }
    },
  })

  // An undo in the activity log changed the product. Unsaved changes stay; saving them asks about the conflict.
  if (product && product !== lastProduct) {
    setLastProduct(product)
    if (product.version !== start.version && !isChanged && !form.busy) reset(toRecord(product))
  }

  const productForm: ProductForm = {
    draft,
    set: (changes) => setDraft((now) => ({ ...now, ...changes })),
    change: (make) => setDraft((now) => ({ ...now, ...make(now) })),
    text: (name) => ({
      name,
      value: draft[name],
      error: form.error(name),
      onChange: ({ target }) => setDraft((now) => ({ ...now, [name]: target.value })),
    }),
    error: form.error,
  }
  return {
    form,
    productForm,
    isChanged,
    created,
    /** The conflict dialog; the page renders it. */
    question,
    message: form.message || (form.hasIssues ? 'Please check the highlighted fields.' : ''),
  }
}

const newRecord = (): Stored<ProductDraft> => ({ ...emptyDraft(), version: 0 })

/** Only stored images outlive the page. */
const withoutUploads = (draft: ProductDraft): ProductDraft => ({
  ...draft,
  images: draft.images.filter(({ file }) => file !== undefined),
})
