import { createHmac } from 'node:crypto'

/**
 * Signs claims as a JSON Web Token (RFC 7519, HS256), which the browser shows and the API never takes as proof. Only ever
 * made here and never checked, so that there is nothing of JWT to get wrong.
 */
export function signer(secret: string): (claims: Record<string, unknown>) => string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = encode({ alg: 'HS256', typ: 'JWT' })
  return (claims) => {
    const signed = `${header}.${encode({ ...claims, iat: Math.floor(Date.now() / 1000) })}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }
}
