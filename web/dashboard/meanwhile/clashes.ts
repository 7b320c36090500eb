/** A record with the fields that its form sends. */
export type Stored<Input> = Input & { version: number }

/** Fields of a form that belong together, as two people may have changed them. */
export interface Part<Input> {
  /** In words: "Address". */
  name: string
  fields: readonly (keyof Input & string)[]
  /** What the journal calls it, where it is not the first of the fields. */
  journal?: string
  /** What it says, complete: parts with the same words are the same. Absent: the value of the first field. */
  words?(input: Input): string
}

/** A part that somebody else has changed, with what it says now in both. */
export interface Clash {
  part: string
  /** "Changed by Asha" */
  who: string
  theirs: string
  /** Absent where nothing stands against it: theirs stays. */
  mine?: string
  /** Changed here as well: there is something to choose. */
  both: boolean
}

/** What the journal says of each field: as the issues of a 409 `changed_meanwhile`. */
type Issues = readonly { path: string; message: string }[]

/** What somebody else has changed since the form was filled (`start`), where it says other than what stands in it (`mine`). */
export function findClashes<Input extends object>(
  parts: readonly Part<Input>[],
  { start, theirs, mine, issues }: Record<'start' | 'theirs' | 'mine', Input> & { issues: Issues },
): Clash[] {
  return parts.flatMap((part) => {
    const [was, their, own] = [start, theirs, mine].map((input) => wordsOf(part, input))
    if (their === was || their === own || their === undefined || own === undefined) return []
    return { part: part.name, who: whoOf(part, issues), theirs: their, mine: own, both: own !== was }
  })
}

/** What is to be saved: of the parts in `taken` what they have saved, else what stands here. */
export function merge<Input extends object>(
  parts: readonly Part<Input>[],
  { theirs, mine, taken }: Record<'theirs' | 'mine', Input> & { taken: ReadonlySet<string> },
): Input {
  const fields = parts.filter(({ name }) => taken.has(name)).flatMap((part) => part.fields)
  return { ...mine, ...Object.fromEntries(fields.map((field) => [field, theirs[field]])) }
}

/** Who changed a part, in words; empty where the journal does not say. */
export const whoOf = (
  { fields, journal }: Pick<Part<Record<string, unknown>>, 'fields' | 'journal'>,
  issues: Issues,
): string => issues.find(({ path }) => path === (journal ?? fields[0]))?.message ?? ''

function wordsOf<Input>({ fields: [first], words }: Part<Input>, input: Input): string {
  return (words ? words(input) : plain(first && input[first])).trim()
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
