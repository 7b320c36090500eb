import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const recordVisit = endpoint({
  method: 'POST',
  path: 'visits',
  audience: 'visitor',
  summary: 'Counts a visitor of the shop anonymously. A browser sends it with a page, at most once a minute',
  input: z.strictObject({}),
  answer: z.object({}),
})

/** Who was seen within so many minutes is in the shop now. */
export const LIVE_MINUTES = 5

export const getLiveVisitors = endpoint({
  method: 'GET',
  path: 'admin/reports/visitors-now',
  audience: 'staff:reports',
  summary: `How many visitors were seen in the last ${LIVE_MINUTES} minutes`,
  input: z.strictObject({}),
  answer: z.object({
    data: z.object({ visitors: z.number().int().nullable().describe('null: visitors are not counted') }),
  }),
})

export const visitEndpoints = [recordVisit, getLiveVisitors] as const
