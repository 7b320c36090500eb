import { AppError } from '#server/http/errors.ts'

/** A file of the storage. */
export interface StoredFile {
  name: string
  bytes: number
  /** In ms since 1970. */
  modifiedAt: number
}

/**
 * Stores files under flat names. A name never changes its content, because it contains the content hash. Each call throws a
 * `StorageUnavailable` if the storage cannot be reached or refuses.
 */
export interface Storage {
  /** Stores bytes atomically and durably: readers never see half a file, and it survives a power failure. */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  stat(name: string): Promise<StoredFile | undefined>
  exists(name: string): Promise<boolean>
  /** Does nothing for an unknown name. */
  remove(name: string): Promise<void>
  /** All finished files, in no order. */
  list(): AsyncIterable<StoredFile>
  /** The folder that has the files, if they are in one on this machine. */
  folder?: string
}

/** Throws for a name that could leave the storage. */
export function requireStorageName(name: string): void {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)) throw new Error(`Invalid storage name: ${name}`)
}

/** 503: the storage cannot be reached or refuses. `reason` is a sentence for the log and for commands. */
export class StorageUnavailable extends AppError {
  override name = 'StorageUnavailable'
  readonly reason: string
  /** Whether the same call may succeed in a moment. */
  readonly isTemporary: boolean

  constructor(reason: string, isTemporary: boolean) {
    const message = 'Images can’t be stored or shown right now. Please try again in a minute.'
    super(503, 'storage_unavailable', message, undefined, 10)
    this.reason = reason
    this.isTemporary = isTemporary
  }
}

/** The types of stored images by the ends of their names. */
export const mediaTypes = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' } as const

/** For browsers that read a stored file: its name never changes its content. */
export const immutable = 'public, max-age=31536000, immutable'
