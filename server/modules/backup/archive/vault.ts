import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'

/*
 * A sealed file has a header of 56 bytes and then chunks, as in age and STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015):
 *   "haatbk", format "01", salt of the passphrase (16), number of the file (16), check of the key (16)
 *   AES-256-GCM of each 64 KiB; its nonce is the position of the chunk, and 1 for the last chunk
 * The key of a file depends on its number and purpose, and the header is authenticated with each chunk.
 */
const MAGIC = 'haatbk'
const FORMAT = '01'
const SALT_BYTES = 16
const CHECK_BYTES = 16
const NUMBER_BYTES = 16
export const HEADER_BYTES = 8 + SALT_BYTES + NUMBER_BYTES + CHECK_BYTES

/** OWASP, Password Storage Cheat Sheet: N = 2^15, r = 8, p = 3; takes 32 MB. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 }

const deriveFromPassphrase = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)

/** The last derivation. It takes 0.3 s of a core, and the steps of a backup or a restore need the same key one by one. */
let last: { passphrase: string; salt: string; master: Promise<Buffer> } | undefined

function masterOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const name = salt.toString('hex')
  if (last?.passphrase === passphrase && last.salt === name) return last.master
  const master = deriveFromPassphrase(passphrase, salt, 32, SCRYPT)
  last = { passphrase, salt: name, master }
  // A failed derivation is tried again.
  master.catch(() => (last = undefined))
  return master
}

/**
 * Seals backups that are made without BACKUP_KEY. Everyone can read them, but damage is still noticed. They are for a move
 * or a try: `npm run backup` says so each time, and nightly backups need a key.
 */
export const PUBLIC_PASSPHRASE = 'a backup without a key'

/** The keys of a passphrase, BACKUP_KEY. */
export interface Vault {
  /** A header for a new file, and the key for its chunks. */
  create(purpose: string): Promise<FileKey>
  /** The key of the file with this header. Throws a `BackupError` if another passphrase or format made it. */
  open(header: Buffer, purpose: string): Promise<FileKey>
  /** A name for a file that does not tell what is in it. The same for the same salt and text. */
  hiddenName(text: string): Promise<string>
}

export interface FileKey {
  header: Buffer
  key: Buffer
}

/** `salt` is that of the folder's other files, so that files stored before keep their names. */
export function openVault(passphrase: string, salt: Buffer = randomBytes(SALT_BYTES)): Vault {
  const subkey = (master: Buffer, number: Uint8Array, purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, number, `haat backup ${purpose}`, 32))
  const checkOf = (master: Buffer) => subkey(master, Buffer.alloc(0), 'check').subarray(0, CHECK_BYTES)

  return {
    async create(purpose) {
      const master = await masterOf(passphrase, salt)
      const number = randomBytes(NUMBER_BYTES)
      const header = Buffer.concat([Buffer.from(MAGIC + FORMAT), salt, number, checkOf(master)])
      return { header, key: subkey(master, number, purpose) }
    },
    async open(header, purpose) {
      if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
        throw new BackupError('It is not a backup of Haat.')
      const format = header.toString('latin1', MAGIC.length, 8)
      if (format !== FORMAT)
        throw new BackupError(
          `It has the format "${format.replaceAll(/[^\w]/g, '?')}", and this version of the shop reads "${FORMAT}".`,
        )
      const master = await masterOf(passphrase, saltOf(header))
      if (!timingSafeEqual(checkOf(master), header.subarray(HEADER_BYTES - CHECK_BYTES)))
        throw new BackupError(
          'BACKUP_KEY is not the key that it was made with, or its first bytes are damaged.',
        )
      const number = header.subarray(8 + SALT_BYTES, 8 + SALT_BYTES + NUMBER_BYTES)
      return { header, key: subkey(master, number, purpose) }
    },
    async hiddenName(text) {
      const key = subkey(await masterOf(passphrase, salt), Buffer.alloc(0), 'names')
      return createHmac('sha256', key).update(text).digest('hex')
    },
  }
}

/** The salt in the header of a sealed file. */
export const saltOf = (header: Buffer): Buffer => header.subarray(8, 8 + SALT_BYTES)
