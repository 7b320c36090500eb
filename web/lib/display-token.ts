/** The claims of the sign-in token. They are only displayed and never authorize anything. */
export interface DisplayToken {
  id: number
  fullName: string
  email: string
  roleId: number
  configId: number
}

/** Decodes the payload of a sign-in token without verifying it; undefined if it is missing or invalid. */
export function readDisplayToken(token: string | null | undefined): DisplayToken | undefined {
  const payload = token?.split('.')[1]
  if (!payload) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isDisplayToken(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

function isDisplayToken(claims: unknown): claims is DisplayToken {
  if (typeof claims !== 'object' || claims === null) return false
  const { id, fullName, email, roleId, configId } = claims as Record<string, unknown>
  return (
    [id, roleId, configId].every((value) => typeof value === 'number') &&
    [fullName, email].every((value) => typeof value === 'string')
  )
}
