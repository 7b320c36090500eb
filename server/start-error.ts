/** Explains in one sentence why the shop cannot start, or a command cannot do its work. It is printed without a stack, and the process exits with 1. */
export class StartError extends Error {
  override name = 'StartError'
}
