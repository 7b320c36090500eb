import type { Picture } from '#contract/fields.ts'

/** A left-joined picture as it is sent, or null where there is none. */
export function pictureOf(
  row: { file: string | null; width: number | null; height: number | null },
  alt: string,
): Picture | null {
  const { file, width, height } = row
  return file === null || width === null || height === null ? null : { file, width, height, alt }
}
