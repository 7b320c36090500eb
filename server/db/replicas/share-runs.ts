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
