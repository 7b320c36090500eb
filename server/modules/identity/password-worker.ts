import { setPriority } from 'node:os'
import { hashSync, verifySync } from '@node-rs/argon2'

// On Linux this is the priority of the calling thread alone; elsewhere it would be that of the whole shop.
if (process.platform === 'linux') setPriority(0, 19)

/** Argon2id with the parameters that OWASP recommends: about 10 ms of a core. */
export const hash = (password: string): string =>
  hashSync(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

export const verify = ({ passwordHash, password }: { passwordHash: string; password: string }): boolean =>
  verifySync(passwordHash, password)
