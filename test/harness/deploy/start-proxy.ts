import { connect } from 'node:net'
import type { Places, ProxyFile } from './proxy-files.ts'
import { startService, type Service } from './service.ts'

/** Starts a proxy with its file of `deploy/`, and waits until it accepts connections. */
export async function startProxy(program: string, file: ProxyFile, places: Places): Promise<Service> {
  const { run } = file.write(places)
  const env = { ...process.env, HOME: places.folder }
  return startService([program, ...run], () => accepts(places.port), { env })
}

/** Whether something listens on this port of the machine. */
export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, host)
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
