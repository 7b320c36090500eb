import { ApiError, serverMessage } from '../lib/api.ts'

/**
 * How each change to the cart or the wishlist is sent. One after another: the first one makes the visitor whom all
 * belong to, and the last one counts. While the line is down they wait; one that got no answer is sent once more, which
 * does nothing twice: changes set what they change, and what adds has a key.
 */
export const personalChange = {
  scope: { id: 'personal' },
  retry: (failures: number, error: Error) => failures < 1 && !wasAnswered(error),
  retryDelay: 1000,
}

/** After so long without an answer the line counts as down. */
export const patience = () => AbortSignal.timeout(10_000)

/** Whether the server said no, rather than nothing. */
export const wasAnswered = (error: Error) => error instanceof ApiError && error.status > 0

/** Why a change was not made: the server's words, else ours. */
export function wordsOf(
  error: Error,
  fallback = 'The shop cannot be reached. Please check your connection.',
): string {
  return serverMessage(error) ?? fallback
}
