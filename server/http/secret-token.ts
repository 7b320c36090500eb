import { createHash, randomBytes } from 'node:crypto'

/** A secret that names a session, a visitor or a mailed link: 256 random bits, safe in cookies and addresses. */
export const makeToken = () => randomBytes(32).toString('base64url')

/** What is stored of a token: who reads the database cannot use it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
