import { vi } from 'vitest'

/** Waits until the check passes. The first test of a file waits for the modules of its page, too, on a busy machine. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000 })
