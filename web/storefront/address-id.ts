/** The id that a part of an address says; undefined where it says anything else, such as a slug or `007`. */
export function readId(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined
}
