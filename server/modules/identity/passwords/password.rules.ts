import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#server/http/errors.ts'

const commonFile = join(import.meta.dirname, 'common-passwords.txt')
const common = new Set(readFileSync(commonFile, 'utf8').split('\n'))

/** Throws AppError 400 for a common password and for the email address. */
export function requireStrongPassword(password: string, email: string): void {
  const plain = password.trim().toLowerCase()
  if (common.has(plain)) throw weakPassword('This password is too common. Please choose a different one.')
  if (plain === email.toLowerCase()) throw weakPassword('Your password can’t be your email address')
}

/** An AppError 400 that names one field. */
export function fieldError(code: string, path: string, message: string): AppError {
  return new AppError(400, code, message, [{ path, message }])
}

const weakPassword = (message: string) => fieldError('weak_password', 'password', message)
