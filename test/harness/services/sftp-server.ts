import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../deploy/packages.ts'

const sshd = () => findProgram('sshd', 'openssh-server')

/** Whether OpenSSH's server is installed. Prints what is left out if it is not. */
export const sshdIsInstalled = (): boolean => sshd() !== undefined

/** A real OpenSSH server on this machine that accepts one key. */
export interface SftpServer {
  /** Of an empty folder there. */
  address: string
  /** The same folder on this machine. */
  folder: string
  /** The settings with which it can be used. */
  env: { SFTP_KEY_FILE: string; SFTP_HOST_KEY: string }
  /** A key that it does not accept. */
  strangerKey: string
  stop(): Promise<void>
}

/** Starts the server on a free port. */
export async function startSftp(): Promise<SftpServer> {
  const home = await mkdtemp(join(tmpdir(), 'haat-sftp-'))
  const key = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)])
    return join(home, name)
  }
  const [host, user, strangerKey] = [key('host'), key('user'), key('stranger')]
  await copyFile(`${user}.pub`, join(home, 'authorized_keys'))
  const folder = join(home, 'files')
  await mkdir(folder)
  const port = await freePort()
  await writeFile(
    join(home, 'config'),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${host}
AuthorizedKeysFile ${join(home, 'authorized_keys')}
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
Subsystem sftp internal-sftp
`,
  )
  // As root, the server separates its privileges and needs this folder.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true })
  const child = spawn(sshd() ?? 'sshd', ['-D', '-f', join(home, 'config')], { stdio: 'ignore' })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`sshd ended with ${child.exitCode}`)
    await wait(50)
  }
  const [, fingerprint = ''] = execFileSync('ssh-keygen', ['-lf', `${host}.pub`])
    .toString()
    .split(' ')
  return {
    address: `sftp://${userInfo().username}@127.0.0.1:${port}${folder}`,
    folder,
    env: { SFTP_KEY_FILE: user, SFTP_HOST_KEY: fingerprint },
    strangerKey,
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(home, { recursive: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
