/** The search text of an address: trimmed, without control characters, at most as long as the shop searches for. */
export function readQuery(params: URLSearchParams): string {
  return (params.get('q') ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
    .trim()
}
