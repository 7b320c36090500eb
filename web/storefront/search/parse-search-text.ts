const MAX_QUERY_LENGTH = 200

/** The search text of the URL, trimmed, without control characters and not too long for the API. */
export function parseSearchText(params: URLSearchParams): string {
  return (params.get('q') ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .trim()
}
