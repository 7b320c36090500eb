import { openConnection } from './connection.ts'

/** A client that waits for each answer before it asks again, as one shopper does who has the shop to himself. */
export interface PatientClient {
  /** Milliseconds from sending the request to the last byte of its answer. */
  time: (request: Buffer) => Promise<number>
  close: () => void
}

/** Connects to a server; an answer other than 200 is an error. */
export async function openPatientClient(port: number): Promise<PatientClient> {
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
      if (status !== 200) throw new Error(`${request.toString().split('\r\n')[0]} answered ${status}`)
      return took
    },
    close: connection.close,
  }
}
