import type {
  CustomField,
  CustomFieldKind,
  CustomFieldSubject,
  schemaProperties,
} from '#contract/custom-fields/custom-field.ts'

/** Whose field it is, as the list and the form name it. */
export const subjectNames: Record<CustomFieldSubject, string> = {
  product: 'Products',
  variant: 'Variants',
  category: 'Categories',
  customer: 'Customers',
  order: 'Orders',
}

const kindNames: Record<CustomFieldKind, string> = {
  text: 'Text',
  number: 'Number',
  money: 'Amount of money',
  date: 'Date',
  choice: 'Choice from a list',
  yes_no: 'Yes or no',
  link: 'Link',
  image: 'Image',
  reference: 'Product or category',
}

export const kindOptions = Object.entries(kindNames) as [CustomFieldKind, string][]
export const subjectOptions = Object.entries(subjectNames) as [CustomFieldSubject, string][]

/** What a reference leads to. */
export const targetNames = { product: 'Product', category: 'Category' }

/** "Choice from a list"; of a reference what it leads to. */
export const kindNameOf = ({ kind, target }: Pick<CustomField, 'kind' | 'target'>): string =>
  kind === 'reference' && target ? targetNames[target] : kindNames[kind]

export const schemaPropertyNames: Record<(typeof schemaProperties)[number], string> = {
  material: 'Material',
  color: 'Colour',
  pattern: 'Pattern',
  size: 'Size',
  model: 'Model',
  award: 'Award',
  slogan: 'Slogan',
}

const MAX_KEY_LENGTH = 40

/** A key made from a name: "Warranty (months)" becomes warranty_months. Empty if the name has no Latin letter. */
export const keyFromName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[\d_]+/, '')
    .slice(0, MAX_KEY_LENGTH)
    .replace(/_+$/, '')
