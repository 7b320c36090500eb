import { frame, type EmailContent, type EmailInput } from '#server/modules/email/index.ts'

interface BackupFailedInput extends EmailInput {
  /** One or more sentences. */
  reason: string
}

/** Tells the admins that a backup failed. */
export const backupFailedEmail = ({ reason, ...input }: BackupFailedInput): EmailContent =>
  frame(input, {
    template: 'backup_failed',
    subject: `Backup failed at ${input.shopName}`,
    before: [
      'The latest backup of your shop could not be made or could not be restored for the check:',
      reason,
      'Earlier backups are unchanged. Please fix the cause, then press “Back up now”:',
    ],
    button: 'View backups',
    after: ['You receive this email because you are an admin of the shop.'],
  })
