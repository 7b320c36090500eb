/** A chosen value of an option. */
export interface Choice {
  name: string
  label: string
}

/** An option of a product with the values that its variants have. */
export interface Option {
  name: string
  values: readonly string[]
}

interface Choosable {
  options: Readonly<Record<string, string>>
  canOrder: boolean
}

/** Whether a variant has all chosen values. */
export const hasAll = ({ options }: Pick<Choosable, 'options'>, chosen: readonly Choice[]): boolean =>
  chosen.every(({ name, label }) => options[name] === label)

/** All values of a variant, in the order of the product's options. */
export const choicesOf = (variant: Pick<Choosable, 'options'>, options: readonly Option[]): Choice[] =>
  options.flatMap(({ name }) => {
    const label = variant.options[name]
    return label === undefined ? [] : [{ name, label }]
  })

/**
 * The choices that hold: those that the product has at all, less those that must be dropped until a variant has the rest.
 * The last name of `preferences` is dropped first, and names that are missing there before it. In the order of the options.
 */
export function effectiveChoices(
  options: readonly Option[],
  variants: readonly Pick<Choosable, 'options'>[],
  wanted: readonly Choice[],
  preferences: readonly string[],
): Choice[] {
  const known = knownChoices(options, wanted)
  const ranked = preferences.flatMap((name) => find(known, name) ?? [])
  const remaining = [...new Set([...ranked, ...known])]
  while (remaining.length > 0 && !variants.some((variant) => hasAll(variant, remaining))) remaining.pop()
  return options.flatMap(({ name }) => remaining.find((choice) => choice.name === name) ?? [])
}

/** The choices as the product writes them: names and values match in any case, and the first choice of a name counts. */
function knownChoices(options: readonly Option[], wanted: readonly Choice[]): Choice[] {
  const known: Choice[] = []
  for (const choice of wanted) {
    const option = find(options, choice.name)
    const label =
      option &&
      (option.values.find((value) => value === choice.label) ?? findText(option.values, choice.label))
    if (option && label !== undefined && !find(known, option.name)) known.push({ name: option.name, label })
  }
  return known
}

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const findText = (texts: readonly string[], text: string) => texts.find((one) => isSame(one, text))
const find = <T extends { name: string }>(named: readonly T[], name: string): T | undefined =>
  named.find((one) => one.name === name) ?? named.find((one) => isSame(one.name, name))

/** What choosing a value leads to while the choices of the other options stay. */
export interface ValueSignals {
  label: string
  /** A variant with it can be ordered. */
  available: boolean
  /** There is a variant with it. */
  exists: boolean
}

/** Each value of each option, relative to the choices that hold. */
export function signalsOf(
  options: readonly Option[],
  variants: readonly Choosable[],
  chosen: readonly Choice[],
): { name: string; values: ValueSignals[] }[] {
  return options.map(({ name, values }) => {
    const others = chosen.filter((choice) => choice.name !== name)
    const possible = variants.filter((variant) => hasAll(variant, others))
    return {
      name,
      values: values.map((label) => {
        const having = possible.filter((variant) => hasAll(variant, [{ name, label }]))
        return { label, available: having.some(({ canOrder }) => canOrder), exists: having.length > 0 }
      }),
    }
  })
}
