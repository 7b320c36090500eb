import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { posix } from 'node:path'
import { promisify } from 'node:util'
import { Client, type FileEntryWithStats, type SFTPWrapper } from 'ssh2'
import { StartError } from '#server/start-error.ts'
import type { RemoteFile, RemoteFolder, SftpSettings } from './remote-folder.ts'

const CONNECT_TIMEOUT_MS = 20_000
/** A server that answers none of three is gone. */
const KEEP_ALIVE_MS = 10_000
/** Of the protocol. */
const NO_SUCH_FILE = 2
const FOLDER = 0o040000
const UNFINISHED = '.part'

/** Opens a folder of an SFTP server, whose key must be the known one. */
export async function openSftpFolder(url: URL, settings: SftpSettings): Promise<RemoteFolder> {
  const { client, sftp, broken } = await connect(url, settings)
  const root = decodeURIComponent(url.pathname).replace(/\/+$/, '') || '/'
  const known = new Set<string>(['/'])
  const pathOf = (path: string) => posix.join(root, path)
  /** Ends with the connection. */
  const inTime = async <T>(work: Promise<T>): Promise<T> => Promise.race([work, broken])

  const makeFolder = async (path: string): Promise<void> => {
    if (known.has(path)) return
    const exists = await inTime(call<unknown>((done) => sftp.stat(path, done))).then(
      () => true,
      () => false,
    )
    if (!exists) {
      await makeFolder(posix.dirname(path))
      await inTime(call((done) => sftp.mkdir(path, done)))
    }
    known.add(path)
  }

  async function* list(folder = root): AsyncGenerator<RemoteFile> {
    const entries = await inTime(call<FileEntryWithStats[]>((done) => sftp.readdir(folder, done))).catch(
      (error: unknown) => {
        if (isMissing(error)) return []
        throw error
      },
    )
    for (const { filename, attrs } of entries) {
      const path = posix.join(folder, filename)
      if ((attrs.mode & 0o170000) === FOLDER) yield* list(path)
      else if (!filename.endsWith(UNFINISHED)) yield { path: posix.relative(root, path), bytes: attrs.size }
    }
  }

  return {
    label: `sftp://${url.host}${root}`,
    list: () => list(),
    async put(path, from) {
      const target = pathOf(path)
      await makeFolder(posix.dirname(target))
      await inTime(call((done) => sftp.fastPut(from, target + UNFINISHED, done)))
      const rename = (done: Done<void>) => sftp.ext_openssh_rename(target + UNFINISHED, target, done)
      await inTime(call(rename))
    },
    async get(path, to) {
      try {
        await inTime(call((done) => sftp.fastGet(pathOf(path), to, done)))
        return true
      } catch (error) {
        await rm(to, { force: true })
        if (isMissing(error)) return false
        throw error
      }
    },
    async remove(path) {
      await inTime(call((done) => sftp.unlink(pathOf(path), done)))
    },
    close: () => void client.end(),
  }
}

type Done<T> = (error: Error | null | undefined, value: T) => void
const call = <T = void>(run: (done: Done<T>) => unknown): Promise<T> =>
  promisify<T>(
    (done: (error: Error | null, value: T) => void) => void run((error, value) => done(error ?? null, value)),
  )()

const isMissing = (error: unknown) => (error as { code?: unknown }).code === NO_SUCH_FILE

async function connect(url: URL, { keyFile, password, hostKey }: SftpSettings) {
  const client = new Client()
  const { promise: broken, reject: breakAll } = Promise.withResolvers<never>()
  // The calls that wait for it report it.
  broken.catch(() => {})
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  let shown = ''
  const fail = (reason: string) => {
    const error = new StartError(`The SFTP server ${url.host} ${reason}`)
    reject(error)
    breakAll(error)
  }
  client.on('ready', resolve)
  client.on('close', () => fail('has ended the connection.'))
  client.on('error', (error: Error & { level?: string }) => {
    if (shown !== '' && shown !== hostKey) fail(explainKey(shown, hostKey))
    else if (error.level === 'client-authentication')
      fail('refuses the login: check the user, and SFTP_KEY_FILE or SFTP_PASSWORD.')
    else fail(`cannot be used: ${error.message}.`)
  })
  const urlPassword = decodeURIComponent(url.password)
  client.connect({
    host: url.hostname,
    port: Number(url.port || 22),
    username: decodeURIComponent(url.username),
    ...(keyFile !== undefined && { privateKey: await readKey(keyFile) }),
    ...((urlPassword || password) && { password: urlPassword || password }),
    readyTimeout: CONNECT_TIMEOUT_MS,
    keepaliveInterval: KEEP_ALIVE_MS,
    hostVerifier(key: Buffer) {
      shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
      return shown === hostKey
    },
  })
  try {
    await ready
    const sftp = await Promise.race([call<SFTPWrapper>((done) => client.sftp(done)), broken])
    return { client, sftp, broken }
  } catch (error) {
    client.destroy()
    throw error
  }
}

const explainKey = (shown: string, expected: string | undefined) =>
  expected === undefined
    ? `shows the key ${shown}. If this is its key, set SFTP_HOST_KEY to it.`
    : `shows the key ${shown}, which is not SFTP_HOST_KEY. Nothing was sent.`

const readKey = (path: string): Promise<Buffer> =>
  readFile(path).catch(() => {
    throw new StartError(`SFTP_KEY_FILE cannot be read: ${path}.`)
  })
