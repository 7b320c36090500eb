import { getBackups, requestBackup } from '#contract/backup/backup.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { listBackups } from './backup.queries.ts'
import { installationShop, insertRequest } from './backup.writes.ts'

export const backupRoutes = [
  personalRoute(getBackups, async (_input, { db, shop: { shopId }, services: { backups } }) => {
    const state = shopId !== installationShop ? 'elsewhere' : backups ? 'on' : 'off'
    return {
      data: {
        state,
        folder: state === 'on' ? (backups?.folder ?? null) : null,
        nightlyAt: state === 'on' ? (backups?.nightlyAt ?? null) : null,
        ...(await listBackups(db, shopId)),
      },
    } as const
  }),

  personalRoute(requestBackup, async (_input, { db, shop: { shopId }, services: { backups } }) => {
    if (shopId !== installationShop)
      throw new AppError(
        409,
        'backups_off',
        'The first shop of this installation makes the backups of all shops.',
      )
    if (!backups)
      throw new AppError(409, 'backups_off', 'Backups are off: the shop must be started with BACKUP_KEY.')
    await insertRequest(db)
    return { message: 'Backup requested' }
  }),
]
