import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Listens, and answers the address to print. Throws a `StartError` that names the setting to change. */
export async function listen(app: FastifyInstance, { host, port, publicUrl }: Config): Promise<string> {
  try {
    const address = await app.listen({ host, port })
    return publicUrl ?? address
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason ? new StartError(reason(host, port)) : error
  }
}

const noSuchHost = (host: string) => `This machine has no address ${host}: set HOST to one that it has.`

const reasons: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use by another program: set PORT to a free one.`,
  EACCES: (_, port) => `Port ${port} is reserved for the system: set PORT to one above 1023.`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
}
