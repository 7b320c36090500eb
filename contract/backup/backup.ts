import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { moment, nothing } from '../fields.ts'

const count = z.number().int().min(0)

const backup = z.object({
  id: z.number().int(),
  state: z
    .enum(['waiting', 'running', 'proved', 'failed'])
    .describe('proved: it was restored into a scratch database and checked'),
  requestedAt: moment,
  finishedAt: moment.nullable(),
  file: z.string().nullable().describe('name of the file; null unless proved'),
  bytes: count.describe('size of the file, without the images'),
  rows: count,
  images: count,
  missingImages: count.describe('images that the shop itself had lost'),
  issues: count.describe('reconciliation issues of the restored shop'),
  backupSeconds: z.number(),
  proofSeconds: z.number().describe('how long restoring and checking took'),
  error: z.string().nullable().describe('why it failed, in words'),
  isKept: z.boolean().describe('false once the retention rules have deleted the file'),
})
export type Backup = z.output<typeof backup>

export const getBackups = endpoint({
  method: 'GET',
  path: 'admin/backups',
  audience: 'staff:settings',
  summary: 'The latest backups of the installation, newest first. Only its first shop has them',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      state: z
        .enum(['on', 'off', 'elsewhere'])
        .describe('off: BACKUP_KEY is not set; elsewhere: the first shop of the installation makes them'),
      folder: z.string().nullable().describe('where the files are; null unless on'),
      nightlyAt: z.string().nullable().describe('as in 03:00; null if only on request'),
      lastProof: backup.nullable(),
      backups: z.array(backup),
    }),
  }),
})
export type Backups = z.output<typeof getBackups.answer>['data']

export const requestBackup = endpoint({
  method: 'POST',
  path: 'admin/backups',
  audience: 'staff:settings',
  summary: 'Requests a backup, which starts within seconds; 409 `backups_off` if this shop makes none',
  input: nothing.strict(),
  answer: z.object({}),
})

/** All calls of this file. */
export const backupEndpoints = [getBackups, requestBackup] as const
