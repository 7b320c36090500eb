import { newKey } from '#web/lib/new-key.ts'

/** An option of a product. Keys identify its values, so that renaming a value keeps its variants. */
export interface OptionDraft {
  key: string
  name: string
  values: { key: string; text: string }[]
}

/** A row of the variant grid. Numbers are as they were typed. */
export interface VariantDraft {
  key: string
  /** Absent for a new variant. */
  id?: number
  /** The value's key by the option's key. */
  choice: Record<string, string>
  /** Major units; empty for the price of the product. */
  price: string
  /** Major units; empty: none. */
  salePrice: string
  sku: string
  stock: string
  barcode: string
  mpn: string
  /** Where it lies in the stock room. */
  shelf: string
  /** Major units; empty: unknown. */
  cost: string
  /** Whether its stock is counted. */
  tracked: boolean
  /** Whether orders may take more than there is. */
  sellWhenSoldOut: boolean
  /** The file of one of the product's images. */
  image: string | null
  /** Whether the product has this combination. */
  offered: boolean
}

/** The limit of the server. */
export const MAX_VARIANTS = 200

export const newVariant = (choice: Record<string, string> = {}): VariantDraft => ({
  key: newKey(),
  choice,
  price: '',
  salePrice: '',
  sku: '',
  stock: '0',
  barcode: '',
  mpn: '',
  shelf: '',
  cost: '',
  tracked: true,
  sellWhenSoldOut: false,
  image: null,
  offered: true,
})

/** The number of combinations of the options' values. */
export function countCombinations(options: readonly OptionDraft[]): number {
  return filled(options).reduce((count, { values }) => count * values.length, 1)
}

/**
 * The variants for these options, in the order of their values. A combination keeps its variant and with it the stock. A
 * new option turns existing variants into those of its first value; a removed option leaves the first variant of each.
 */
export function combine(options: readonly OptionDraft[], variants: readonly VariantDraft[]): VariantDraft[] {
  const free = [...variants]
  const take = (fits: (variant: VariantDraft) => boolean): VariantDraft | undefined => {
    const index = free.findIndex(fits)
    return index < 0 ? undefined : free.splice(index, 1)[0]
  }
  const choices = choicesOf(filled(options))
  const exact = choices.map((choice) => take((variant) => sameChoice(variant.choice, choice)))
  return choices.map((choice, index) => {
    const kept = exact[index] ?? take((variant) => agrees(variant.choice, choice))
    return kept ? { ...kept, choice } : newVariant(choice)
  })
}

/** "Sage / Small" */
export function variantName(options: readonly OptionDraft[], { choice }: VariantDraft): string {
  return filled(options)
    .map(({ key, values }) => values.find((value) => value.key === choice[key])?.text ?? '')
    .join(' / ')
}

/** The options that have values; others make no combinations yet. */
export function filled(options: readonly OptionDraft[]): OptionDraft[] {
  return options.filter(({ values }) => values.length > 0)
}

function choicesOf(options: readonly OptionDraft[]): Record<string, string>[] {
  return options.reduce<Record<string, string>[]>(
    (choices, { key, values }) =>
      choices.flatMap((choice) => values.map((value) => ({ ...choice, [key]: value.key }))),
    [{}],
  )
}

function sameChoice(left: Record<string, string>, right: Record<string, string>): boolean {
  return agrees(left, right) && Object.keys(left).length === Object.keys(right).length
}

/** Whether the options that both have are equal. */
function agrees(left: Record<string, string>, right: Record<string, string>): boolean {
  return Object.entries(left).every(([option, value]) => (right[option] ?? value) === value)
}
