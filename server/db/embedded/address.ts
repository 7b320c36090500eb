import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transferTo, type Owner } from './owner.ts'
import { pathFromInside } from './settings.ts'
import { readPidFile } from './postgres-process.ts'

/** Where the embedded PostgreSQL listens: on a socket in a private folder or, without sockets, on a local port. */
export interface Address {
  /** Settings for the server. */
  settings: Record<string, string>
  url(database: string): string
  passwordFile?: string
  /** Removes the temporary socket folder, if there is one. */
  remove(): void
}

/** The system allows 107 bytes for the path of a socket, macOS 103. */
const isShortEnough = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 103

const socketUrl = (folder: string) => (database: string) =>
  `postgres://postgres@localhost:5432/${database}?host=${encodeURIComponent(folder)}`

/** A socket in the database folder or, if that path is too long, in a private temporary folder. */
export function chooseSocket(folder: string, owner: Owner): Address {
  const inside = isShortEnough(folder)
  const socketFolder = inside ? folder : mkdtempSync(TEMPORARY_PREFIX)
  if (!inside) transferTo(owner, socketFolder)
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: inside ? pathFromInside(folder) : socketFolder,
      unix_socket_permissions: '0700',
    },
    url: socketUrl(socketFolder),
    remove: () => inside || rmSync(socketFolder, { recursive: true, force: true }),
  }
}

/** Not root's own folder for temporary files, because the database user might not be able to enter it. */
const TEMPORARY_PREFIX = join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'haat-socket-')

/** Removes the temporary socket folder of a killed server, if there is one. */
export function removeStaleSocket(folder: string): void {
  const socketFolder = readPidFile(folder)?.socketFolder
  if (socketFolder?.startsWith(TEMPORARY_PREFIX)) rmSync(socketFolder, { recursive: true, force: true })
}

/** A free local port, protected by a password that is generated once. For Windows, where Node has no Unix sockets. */
export async function choosePort(dataDir: string, owner: Owner): Promise<Address> {
  const passwordFile = join(dataDir, 'postgres.password')
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    transferTo(owner, passwordFile)
  }
  const port = await freePort()
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    url: portUrl(dataDir, port),
    passwordFile,
    remove: () => {},
  }
}

const portUrl = (dataDir: string, port: number) => (database: string) =>
  `postgres://postgres:${readFileSync(join(dataDir, 'postgres.password'), 'utf8')}@127.0.0.1:${port}/${database}`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The URL of the server that another process runs on this data folder; undefined if none runs. */
export function runningUrl(dataDir: string, database: string): string | undefined {
  const folder = join(dataDir, 'postgres')
  const running = readPidFile(folder)
  if (!running?.ready) return undefined
  if (!running.socketFolder) return portUrl(dataDir, running.port)(database)
  const { socketFolder } = running
  return socketUrl(socketFolder === pathFromInside(folder) ? folder : socketFolder)(database)
}
