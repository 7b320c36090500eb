import { createHmac } from 'node:crypto'

/**
 * Signs claims as a JSON Web Token (RFC 7519, HS256) for display in the browser. The API never accepts these tokens, so
 * the server contains no code that verifies them.
 */
export function tokenSigner(secret: string): (claims: Record<string, unknown>) => string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = encode({ alg: 'HS256', typ: 'JWT' })
  return (claims) => {
    const signed = `${header}.${encode({ ...claims, iat: Math.floor(Date.now() / 1000) })}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }
}
