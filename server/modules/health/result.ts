import type { HealthCheck } from '#contract/health/health.ts'

/** What one check found. */
export type Result = Omit<HealthCheck, 'name'>

/** All is well. `finding` is one sentence. */
export const ok = (finding: string): Result => ({ state: 'ok', finding, action: null })
/** It works, but the owner should change something. */
export const warning = (finding: string, action: string): Result => ({ state: 'warning', finding, action })
/** It does not work. */
export const problem = (finding: string, action: string): Result => ({ state: 'problem', finding, action })
/** It cannot be checked from here. */
export const unknown = (finding: string, action: string | null = null): Result => ({
  state: 'unknown',
  finding,
  action,
})
