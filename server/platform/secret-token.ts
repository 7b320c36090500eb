import { createHash, randomBytes } from 'node:crypto'

/** A secret for sessions, visitors and emailed links: 256 random bits, safe in cookies and URLs. */
export const makeToken = () => randomBytes(32).toString('base64url')

/** The stored form of a token: a reader of the database cannot use it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
