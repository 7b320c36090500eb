/** Lets so many pieces of work run at once; the others wait for their turn in the order they came. */
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
        // A slot is handed on, not freed, so that a newcomer cannot slip in before those who wait.
        const next = queue.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
