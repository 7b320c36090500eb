/** A pattern for `like` that matches the text literally, anywhere in a value. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
