import type { ProductStatus } from '#contract/product.ts'
import { newKey, newVariant, type OptionDraft, type VariantDraft } from './combinations.ts'

/** A picture of the form: stored, on its way, or refused. */
export interface PictureDraft {
  key: string
  /** Of the file as it was picked; what was stored before goes by the name of its stored file. */
  name: string
  alt: string
  /** Of a stored picture. */
  file?: string
  width?: number
  height?: number
  /** Sent so far, 0 to 1, while it is on its way. */
  progress?: number
  /** Why it was refused. */
  error?: string
}

export interface SpecificationDraft {
  key: string
  specificationid: string
  description: string
}

/** The form of a product as it stands: numbers as they were typed, prices in major units. */
export interface ProductDraft {
  productname: string
  productdescription: string
  productcategoryid: string
  productsubcategoryid: string
  productprice: string
  productoffer: string
  productgst: string
  productweight: string
  is_new: boolean
  status: ProductStatus
  options: OptionDraft[]
  variants: VariantDraft[]
  pictures: PictureDraft[]
  specifications: SpecificationDraft[]
  slug: string
  search_title: string
  search_description: string
}

/** The form as it opens for a new product. */
export const emptyDraft = (): ProductDraft => ({
  productname: '',
  productdescription: '',
  productcategoryid: '',
  productsubcategoryid: '',
  productprice: '',
  productoffer: '0',
  productgst: '0',
  productweight: '0',
  is_new: false,
  status: 'live',
  options: [],
  variants: [newVariant()],
  pictures: [],
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

/** Whether something is missing that is only pointed out: what a stored picture shows. */
export const lacksAlt = ({ file, alt }: PictureDraft): boolean => file !== undefined && alt.trim() === ''
