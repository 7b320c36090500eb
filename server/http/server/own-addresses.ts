import { isIP, type Server } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { RequestOrigin } from './request-origin.ts'

/** The addresses that lead to this server without the name of a shop. */
export interface OwnAddresses {
  /** Whether the host is an IP address, localhost or the name of this machine. Nobody can register such a host. */
  isNameless(hostname: string): boolean
  /** The requested origin if the server listens there, else the address that it listens on. */
  originFor(requested: RequestOrigin): string
  /** The requested origin if its port is the default or the listening one, else the same host at the default port. */
  withKnownPort(requested: RequestOrigin): string
}

/** Host names that lead to the machine itself, wherever they are resolved. */
const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** Network interfaces may come and go while the server runs. */
const INTERFACES_FRESH_MS = 10_000

/**
 * The own addresses of a server that listens at `address`, or will. Before it listens, its port counts as the default
 * one. `configuredHost` is the setting HOST.
 */
export function ownAddresses(
  address: () => ReturnType<Server['address']>,
  configuredHost = '',
): OwnAddresses {
  const machine = hostname().toLowerCase()
  const names = new Set([
    'localhost',
    machine,
    `${machine}.local`,
    configuredHost.toLowerCase() || 'localhost',
  ])
  let listening: { host: string; port: string } | undefined
  let interfaces = { hosts: new Set<string>(), readAt: -INTERFACES_FRESH_MS }

  const whereListening = () => {
    if (listening) return listening
    const bound = address()
    if (typeof bound !== 'object' || bound === null) return { host: 'localhost', port: '' }
    const { address: host, port } = bound
    listening = { host: isWildcard(host) ? '127.0.0.1' : bracketed(host), port: port === 80 ? '' : `${port}` }
    return listening
  }
  const isOnThisMachine = (host: string) => {
    if (isLoopback(host) || names.has(host)) return true
    if (performance.now() - interfaces.readAt > INTERFACES_FRESH_MS) {
      const found = Object.values(networkInterfaces()).flatMap((list = []) => list)
      interfaces = { hosts: new Set(found.map((one) => bracketed(one.address))), readAt: performance.now() }
    }
    return interfaces.hosts.has(host)
  }

  return {
    isNameless: (host) => names.has(host) || isIP(host.replace(/^\[|\]$/g, '')) > 0,
    originFor({ hostname: host, port, origin }) {
      const own = whereListening()
      if (port === own.port && isOnThisMachine(host)) return origin
      return `http://${own.host}${own.port && ':'}${own.port}`
    },
    withKnownPort({ hostname: host, port, origin }) {
      return port === '' || port === whereListening().port
        ? origin
        : `${origin.slice(0, origin.indexOf(':'))}://${host}`
    },
  }
}

const isWildcard = (address: string) => address === '0.0.0.0' || address === '::'
const bracketed = (address: string) => (isIP(address) === 6 ? `[${address}]` : address)
