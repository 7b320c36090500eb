/** What a product's variants differ in; its values and those of its variants are told apart by keys, so that renaming is free. */
export interface OptionDraft {
  key: string
  name: string
  values: { key: string; text: string }[]
}

/** One row of the grid of variants. Numbers are as they were typed. */
export interface VariantDraft {
  key: string
  /** Of a variant that is stored already. */
  id?: number
  /** The key of a value for each option key. */
  choice: Record<string, string>
  /** Major units; empty: the price of the product. */
  price: string
  sku: string
  stock: string
  /** The file of one of the product's pictures. */
  picture: string | null
  /** False: this combination is not made. */
  offered: boolean
}

/** As many variants as the server takes. */
export const mostVariants = 200

let keys = 0
/** A key that nothing else on this page has. */
export const newKey = (): string => `new-${++keys}`

export const newVariant = (choice: Record<string, string> = {}): VariantDraft => ({
  key: newKey(),
  choice,
  price: '',
  sku: '',
  stock: '0',
  picture: null,
  offered: true,
})

/** How many combinations the values of these options have. */
export function countCombinations(options: readonly OptionDraft[]): number {
  return filled(options).reduce((count, { values }) => count * values.length, 1)
}

/**
 * The variants for these options, in the order of their values: each combination keeps the variant that it has. Where an
 * option was added, what was there becomes the variant of its first value; where one was taken away, the first of those
 * that it told apart stays. So a variant keeps its id, and with it its stock, as long as something like it exists.
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

/** What a variant is called: "Sage / Small". */
export function variantName(options: readonly OptionDraft[], { choice }: VariantDraft): string {
  return filled(options)
    .map(({ key, values }) => values.find((value) => value.key === choice[key])?.text ?? '')
    .join(' / ')
}

/** An option without a value takes no part yet. */
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

function sameChoice(one: Record<string, string>, other: Record<string, string>): boolean {
  return agrees(one, other) && Object.keys(one).length === Object.keys(other).length
}

/** Nothing that both say differs. */
function agrees(one: Record<string, string>, other: Record<string, string>): boolean {
  return Object.entries(one).every(([option, value]) => (other[option] ?? value) === value)
}
