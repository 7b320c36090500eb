import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { moment, nothing } from '../fields.ts'

/** A violation of an integrity check, in words. */
export const finding = z.object({
  check: z.string().describe('the broken integrity check, in snake_case'),
  message: z.string(),
  action: z.string().describe('what to do about it'),
  order: z.string().nullable().describe('number of the order concerned'),
})
export type Finding = z.infer<typeof finding>

const reconciliation = z.object({
  requestedAt: moment,
  finishedAt: moment.nullable(),
  orders: z.number().int().describe('number of orders checked'),
  findings: z.array(finding),
})

export const getReconciliation = endpoint({
  method: 'GET',
  path: 'admin/reconciliation',
  audience: 'staff:reports',
  summary: 'The findings of the latest reconciliation, and whether one is running',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      latest: reconciliation.nullable(),
      isRunning: z.boolean(),
      checks: z.array(z.object({ check: z.string(), name: z.string() })),
    }),
  }),
})
export type Reconciliation = z.output<typeof getReconciliation.answer>['data']

export const requestReconciliation = endpoint({
  method: 'POST',
  path: 'admin/reconciliation/check',
  audience: 'staff:reports',
  summary: 'Requests a reconciliation, which starts within seconds',
  input: nothing.strict(),
  answer: z.object({}),
})

export const reconciliationEndpoints = [getReconciliation, requestReconciliation] as const
