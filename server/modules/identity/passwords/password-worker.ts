import { hashSync, verifySync } from '@node-rs/argon2'

/** Argon2id with the parameters that OWASP recommends: about 10 ms of a core. */
export const hash = (password: string): string =>
  hashSync(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

export const verify = ({ passwordHash, password }: { passwordHash: string; password: string }): boolean =>
  verifySync(passwordHash, password)
