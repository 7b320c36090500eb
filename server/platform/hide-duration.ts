import { setInterval } from 'node:timers/promises'

/** Longer than the work usually takes. */
const RESPONSE_STEP_MS = 250

/** Settles like the work, but only after a multiple of 250 ms, so that the time does not tell whether something exists. */
export async function hideDuration(work: Promise<void>): Promise<void> {
  let isSettled = false
  const settled = work.finally(() => (isSettled = true))
  settled.catch(() => {})
  for await (const _ of setInterval(RESPONSE_STEP_MS)) if (isSettled) return settled
}
