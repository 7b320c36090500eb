import { setTimeout as wait } from 'node:timers/promises'

interface Rhythm {
  /** Milliseconds until the first time. */
  first: number
  /** Milliseconds from the end of one time to the next. */
  every: number
  /** Told what the work rejects with; the next time comes all the same. */
  onError(error: unknown): void
}

/** Does something again and again, never twice at once. `stop` waits for what is under way. */
export function repeat(
  work: () => Promise<unknown>,
  { first, every, onError }: Rhythm,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (time: number) => wait(time, undefined, { signal, ref: false }).catch(() => {})
  const go = async () => {
    await pause(first)
    while (!signal.aborted) {
      await work().catch(onError)
      await pause(every)
    }
  }
  const going = go()
  return {
    async stop() {
      stopping.abort()
      await going
    },
  }
}
