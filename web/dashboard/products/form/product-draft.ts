import type { ProductStatus } from '#contract/catalog/product.ts'
import { newKey } from '#web/lib/new-key.ts'
import { newVariant, type OptionDraft, type VariantDraft } from '../variants/combinations.ts'

/** An image of the form: stored or uploading. */
export interface ImageDraft {
  key: string
  /** The file name on the person's computer; for images stored earlier, the name of the stored file. */
  name: string
  alt: string
  /** Address of the video of which it is the poster; empty: none. Drafts of older versions have none. */
  video?: string
  /** The stored file. */
  file?: string
  width?: number
  height?: number
  /** The uploaded part, 0 to 1, while it uploads. */
  progress?: number
}

export interface SpecificationDraft {
  key: string
  specificationid: string
  description: string
}

/** The fields of the product form: numbers as they were typed, prices in major units. */
export interface ProductDraft {
  productname: string
  productdescription: string
  productcategoryid: string
  productsubcategoryid: string
  productprice: string
  productoffer: string
  /** ISO 8601; empty: at once. */
  sale_starts_at: string
  /** ISO 8601; empty: without end. */
  sale_ends_at: string
  productgst: string
  /** Empty: none. */
  taxclass: string
  hsn: string
  brand: string
  /** ISO 3166; empty: unknown. */
  origin: string
  productweight: string
  is_new: boolean
  status: ProductStatus
  options: OptionDraft[]
  variants: VariantDraft[]
  images: ImageDraft[]
  specifications: SpecificationDraft[]
  slug: string
  search_title: string
  search_description: string
}

type TextName = {
  [Name in keyof ProductDraft]: ProductDraft[Name] extends string ? Name : never
}[keyof ProductDraft]

/** What the sections of the product form share. */
export interface ProductForm {
  draft: ProductDraft
  set(changes: Partial<ProductDraft>): void
  /** For changes that arrive later, such as upload progress: receives the draft of that moment. */
  change(make: (draft: ProductDraft) => Partial<ProductDraft>): void
  /** The props of a text field for a field of the draft. */
  text(name: TextName): {
    name: TextName
    value: string
    error: string | undefined
    onChange(event: { target: { value: string } }): void
  }
  /** The message for a path of the input, such as `variants.2.price`. The caller shows it. */
  error(path: string): string | undefined
}

/** The fields of a new product. */
export const emptyDraft = (): ProductDraft => ({
  productname: '',
  productdescription: '',
  productcategoryid: '',
  productsubcategoryid: '',
  productprice: '',
  productoffer: '0',
  sale_starts_at: '',
  sale_ends_at: '',
  productgst: '0',
  taxclass: '',
  hsn: '',
  brand: '',
  origin: '',
  productweight: '0',
  is_new: false,
  status: 'live',
  options: [],
  variants: [newVariant()],
  images: [],
  specifications: [],
  slug: '',
  search_title: '',
  search_description: '',
})

export const newSpecification = (): SpecificationDraft => ({
  key: newKey(),
  specificationid: '',
  description: '',
})

/** Whether a stored image lacks its alt text. The form warns but saves. */
export const lacksAlt = ({ file, alt }: ImageDraft): boolean => file !== undefined && alt.trim() === ''
