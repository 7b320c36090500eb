import { errorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toasts.ts'

/** Waits for a change and shows how it ended. Resolves with whether it succeeded. */
export async function showOutcome(
  change: Promise<unknown>,
  done: string,
  failed = 'That didn’t work. Please try again.',
): Promise<boolean> {
  try {
    await change
    showToast('success', done)
    return true
  } catch (error) {
    showToast('error', errorMessage(error, failed))
    return false
  }
}
