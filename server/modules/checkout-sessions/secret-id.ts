import { randomBytes } from 'node:crypto'

/** The id of a cart or session: 128 random bits. Its possession is enough to read and change it. */
export const makeSecretId = (): string => randomBytes(16).toString('base64url')

/** Whether a text can be such an id. The database is not asked for others. */
export const isSecretId = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text)
