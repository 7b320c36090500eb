import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { moment, nothing } from '../fields.ts'

const healthCheck = z.object({
  name: z.string().describe('what was checked, as in "Disk space"'),
  state: z
    .enum(['ok', 'warning', 'problem', 'unknown'])
    .describe('warning: works, but should be changed; problem: does not work; unknown: could not be checked'),
  finding: z.string().describe('what is so, in one sentence'),
  action: z.string().nullable().describe('what to do about it; null if there is nothing to do'),
})
export type HealthCheck = z.output<typeof healthCheck>

export const getHealth = endpoint({
  method: 'GET',
  path: 'admin/health',
  audience: 'staff:settings',
  summary: 'Checks settings, database, disk, email, backups, certificate and clock now',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      checkedAt: moment,
      checks: z
        .array(healthCheck)
        .describe('of the whole installation for its first shop, of the own orders and emails for others'),
    }),
  }),
})
export type Health = z.output<typeof getHealth.answer>['data']

/** All calls of this file. */
export const healthEndpoints = [getHealth] as const
