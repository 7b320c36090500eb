import { AppError } from '#server/http/errors.ts'
import type { ImageSource } from './import-kind.ts'

/** Failures in a row. A server that answers with anything, such as 404, is alive. */
const MAX_FAILURES = 3

/** Downloads like `download`, but asks no server again that has failed three times in this file. */
export function skipDeadHosts(
  download: ImageSource['download'],
  signal: AbortSignal,
): ImageSource['download'] {
  const failures = new Map<string, number>()
  return async (address, limits) => {
    const host = URL.parse(address)?.host ?? ''
    if ((failures.get(host) ?? 0) >= MAX_FAILURES)
      throw new AppError(400, 'host_skipped', `${host} failed ${MAX_FAILURES} times and is skipped`)
    try {
      const bytes = await download(address, { ...limits, signal })
      failures.delete(host)
      return bytes
    } catch (error) {
      if (error instanceof AppError && error.code === 'host_failed')
        failures.set(host, (failures.get(host) ?? 0) + 1)
      else failures.delete(host)
      throw error
    }
  }
}
