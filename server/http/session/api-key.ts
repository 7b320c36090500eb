/** How every API key begins. People and secret scanners recognize it. */
export const apiKeyPrefix = 'haat_'

/** The API key of an Authorization header (RFC 6750); undefined without one. Other bearer tokens are ignored. */
export function bearerKey(authorization: string | undefined): string | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return token?.startsWith(apiKeyPrefix) ? token : undefined
}
