/** Why the shop cannot start, in one sentence for the person who started it. Printed without a stack, exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}
