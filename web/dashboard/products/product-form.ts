import type { ProductDraft } from './product-draft.ts'

/** The form of a product for its parts: what stands in it, how it is changed, what is wrong. */
export interface ProductForm {
  draft: ProductDraft
  set(changes: Partial<ProductDraft>): void
  /** For changes that arrive later, such as the progress of an upload: made to what stands there then. */
  change(make: (draft: ProductDraft) => Partial<ProductDraft>): void
  /** What is wrong at a field of the call, such as `variants.2.price`. */
  error(path: string): string | undefined
}
