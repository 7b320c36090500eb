/** Explains in one sentence why a backup cannot be made, read or restored. */
export class BackupError extends Error {
  override name = 'BackupError'
}
