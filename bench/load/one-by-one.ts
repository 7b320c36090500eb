import { openConnection } from './connection.ts'

/** A client with one request at a time, like a single shopper. */
export interface SequentialClient {
  /** Milliseconds from sending the request to the last byte of the answer. */
  time: (request: Buffer) => Promise<number>
  close: () => void
}

/** Connects to a server. Any other status than the required one is an error. */
export async function openSequentialClient(port: number, required = 200): Promise<SequentialClient> {
  let asked = Promise.withResolvers<number>()
  const connection = await openConnection(
    port,
    (status) => asked.resolve(status),
    (error) => asked.reject(error),
  )
  return {
    time: async (request) => {
      asked = Promise.withResolvers()
      const start = performance.now()
      connection.send(request)
      const status = await asked.promise
      const took = performance.now() - start
      if (status !== required) throw new Error(`${request.toString().split('\r\n')[0]} answered ${status}`)
      return took
    },
    close: connection.close,
  }
}
