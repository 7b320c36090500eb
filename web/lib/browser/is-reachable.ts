import { requestTimeout } from '../api.ts'

/** Whether the shop responds at this address, with a page or an error. */
export const isReachable = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', signal: requestTimeout() }).then(
    () => true,
    () => false,
  )
