/** Runs at most `slots` tasks at once; the others wait in a queue. */
export function limitConcurrency(slots: number) {
  const queue: (() => void)[] = []
  let free = slots

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => queue.push(resolve))
      try {
        return await work()
      } finally {
        // Hands the slot to the next waiting task, so that a new task cannot overtake it.
        const next = queue.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}

/**
 * Lets calls share runs of one piece of work. A call never joins a run that began before it: calls during a run share the
 * next one.
 */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () =>
    (next ??= running.then(() => {
      next = undefined
      const result = run()
      running = result.catch(() => {})
      return result
    }))
}
