/** A record as its form sends it, with the version that the form was filled from. */
export type Stored<Input> = Input & { version: number }

/** Fields of a form that two people change as one, such as a kind and its amount. */
export interface Part<Input> {
  /** The label in the conflict dialog, such as "URL". */
  name: string
  fields: readonly (keyof Input & string)[]
  /** The names of the fields in the audit log, if they differ from `fields`. */
  auditFields?: readonly string[]
  /** The text of the part in the dialog: by default the value of its first field. */
  text?(input: Input): string
  /** What decides whether two people's versions of the part are equal: by default its text. */
  compare?(input: Input): string
}

/** A part that somebody else has changed since the form was opened. */
export interface Conflict {
  part: string
  /** "Changed by Asha" */
  changedBy: string
  theirs: string
  /** Absent if there is nothing to choose: theirs stays. */
  mine?: string
  /** Whether the form changed the part too. */
  both: boolean
}

/** The issues of a 409 `version_conflict`: who changed which field, by the audit log's names. */
type Issues = readonly { path: string; message: string }[]

/** Finds what somebody else changed since the form was opened (`start`) and what differs from the form now (`mine`). */
export function findConflicts<Input extends object>(
  parts: readonly Part<Input>[],
  { start, theirs, mine, issues }: Record<'start' | 'theirs' | 'mine', Input> & { issues: Issues },
): Conflict[] {
  return parts.flatMap((part) => {
    const { name, fields, auditFields = fields, compare = (input) => textOf(part, input) } = part
    const [before, their, own] = [compare(start), compare(theirs), compare(mine)]
    if (their === before || their === own) return []
    return {
      part: name,
      changedBy: changedBy(auditFields, issues),
      theirs: textOf(part, theirs),
      mine: textOf(part, mine),
      both: own !== before,
    }
  })
}

/** The input to save: their fields in the parts that `taken` names, and the form's fields otherwise. */
export function mergeParts<Input extends object>(
  parts: readonly Part<Input>[],
  { theirs, mine, taken }: Record<'theirs' | 'mine', Input> & { taken: ReadonlySet<string> },
): Input {
  const fields = parts.filter(({ name }) => taken.has(name)).flatMap((part) => part.fields)
  return { ...mine, ...Object.fromEntries(fields.map((field) => [field, theirs[field]])) }
}

/** "Changed by Asha"; empty if the audit log has no entry. */
export const changedBy = (auditFields: readonly string[], issues: Issues): string =>
  issues.find(({ path }) => auditFields.includes(path))?.message ?? ''

function textOf<Input>({ fields: [first], text }: Part<Input>, input: Input): string {
  return (text ? text(input) : valueText(first && input[first])).trim()
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
