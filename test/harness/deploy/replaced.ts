import { read } from '#test/project-files.ts'

/** A text of a file of `deploy/`, and what a test puts in its place. */
export type Replacement = readonly [from: string, to: string]

/** The text of a file with each `from` replaced everywhere. Throws if one is missing: the file has changed. */
export function replaced(path: string, replacements: readonly Replacement[]): string {
  let text = read(path)
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${path} has no "${from}".`)
    text = text.replaceAll(from, to)
  }
  return text
}
