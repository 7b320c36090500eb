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
