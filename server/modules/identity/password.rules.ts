import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#server/http/errors.ts'

const commonFile = join(import.meta.dirname, 'common-passwords.txt')
const common = new Set(readFileSync(commonFile, 'utf8').split('\n'))

/** Refuses a new password that others would guess first (400, beside its field). */
export function requireGoodPassword(password: string, email: string): void {
  const plain = password.trim().toLowerCase()
  if (common.has(plain)) throw refused('This password is one of the most common ones. Please choose another')
  if (plain === email.toLowerCase()) throw refused('Your e-mail address cannot be your password')
}

/** A field with a password that cannot be taken (400). */
export function wrongField(code: string, path: string, message: string): AppError {
  return new AppError(400, code, message, [{ path, message }])
}

const refused = (message: string) => wrongField('weak_password', 'password', message)
