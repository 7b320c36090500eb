/** What a field needs by its name: what is wrong with it, and what it begins with. */
export type FieldReader = (name: string) => {
  name: string
  error: string | undefined
  defaultValue: string | undefined
}
