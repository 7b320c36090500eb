import { StartError } from '#server/start-error.ts'

/** Explains in one sentence why a backup cannot be made, read or restored. */
export class BackupError extends StartError {
  override name = 'BackupError'
}
