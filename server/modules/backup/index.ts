export { BackupError } from './archive/backup-error.ts'
export { findBackup } from './backup-folder.ts'
export { restoreBackup } from './restore-backup.ts'
export { runBackup } from './run-backup.ts'
