import type { Image } from '#contract/fields.ts'

/** A left-joined image in the form of the contract, or null if no image was joined. */
export function imageOf(
  row: { file: string | null; width: number | null; height: number | null },
  alt: string,
): Image | null {
  const { file, width, height } = row
  return file === null || width === null || height === null ? null : { file, width, height, alt }
}
