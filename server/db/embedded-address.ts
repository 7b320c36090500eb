import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo, type Owner } from './embedded-owner.ts'
import { nameFromInside } from './embedded-settings.ts'
import { readPidFile } from './embedded-process.ts'

/** Where the embedded PostgreSQL listens: a socket in a private folder or, without sockets, a local port. */
export interface Address {
  /** What to tell the server. */
  settings: Record<string, string>
  url(database: string): string
  passwordFile?: string
  /** Removes what was made for it alone. */
  remove(): void
}

/** The system's limit for the path of a socket is 107 bytes, on macOS 103. */
const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 103

const socketUrl = (folder: string) => (database: string) =>
  `postgres://postgres@localhost:5432/${database}?host=${encodeURIComponent(folder)}`

/** A socket in the folder of the database or, where its path is too long for one, in a private temporary folder. */
export function chooseSocket(folder: string, owner: Owner): Address {
  const inside = fits(folder)
  const socketFolder = inside ? folder : mkdtempSync(temporary)
  if (!inside) giveTo(owner, socketFolder)
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: inside ? nameFromInside(folder) : socketFolder,
      unix_socket_permissions: '0700',
    },
    url: socketUrl(socketFolder),
    remove: () => inside || rmSync(socketFolder, { recursive: true, force: true }),
  }
}

/** As root not the user's own folder for temporary files, which the owner of the database might be unable to enter. */
const temporary = join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'haat-socket-')

/** Removes the temporary folder that a killed server has left, if it had one. */
export function removeLeftSocket(folder: string): void {
  const socketFolder = readPidFile(folder)?.socketFolder
  if (socketFolder?.startsWith(temporary)) rmSync(socketFolder, { recursive: true, force: true })
}

/** A free port of this machine, guarded by a password that is made once: for Windows, where Node has no such sockets. */
export async function choosePort(dataDir: string, owner: Owner): Promise<Address> {
  const passwordFile = join(dataDir, 'postgres.password')
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    giveTo(owner, passwordFile)
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

/** The URL of the server that another process runs on this data folder; undefined while there is none. */
export function runningUrl(dataDir: string, database: string): string | undefined {
  const folder = join(dataDir, 'postgres')
  const running = readPidFile(folder)
  if (!running?.ready) return undefined
  if (!running.socketFolder) return portUrl(dataDir, running.port)(database)
  const { socketFolder } = running
  return socketUrl(socketFolder === nameFromInside(folder) ? folder : socketFolder)(database)
}
