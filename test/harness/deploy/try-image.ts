import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { read } from '#test/project-files.ts'
import { createDatabase, startTestServer } from '../app/database-server.ts'
import { startService } from './service.ts'

const MAX_IMAGE_BYTES = 350e6
const MAX_START_MS = 90_000
const execute = promisify(execFile)

/**
 * Tries the image that HAAT_IMAGE names: as another user than root, on a read-only file system, without a network but
 * loopback. PODMAN is the command with its options. Returns the problems.
 */
export async function tryImage(): Promise<string[]> {
  const image = process.env['HAAT_IMAGE']
  if (!image) {
    console.log('Skipped: HAAT_IMAGE does not name an image of deploy/Dockerfile')
    return []
  }
  const [podman = '', ...options] = (process.env['PODMAN'] ?? 'podman').split(' ')
  const run = async (...args: string[]) => (await execute(podman, [...options, ...args])).stdout.trim()
  const bytes = Number(await run('image', 'inspect', '--format', '{{.Size}}', image))
  const problems = bytes <= MAX_IMAGE_BYTES ? [] : [`The image has ${bytes} bytes.`]
  const server = await startTestServer()
  const database = await createDatabase(server.serverUrl, server.template)
  const folder = await mkdtemp(join(tmpdir(), 'haat-image-'))
  const socket = await passOn(database, folder)
  const name = `haat-test-${process.pid}`
  const settings = {
    DATABASE_URL: `postgres://postgres@localhost${new URL(database).pathname}?host=/sockets`,
    ADMIN_PASSWORD: 'a password of the test',
    BACKUP_KEY: 'a passphrase of the test',
    BACKUP_TIME: 'off',
  }
  const env = Object.entries(settings).flatMap(([variable, value]) => ['--env', `${variable}=${value}`])
  const limits = ['--ulimit', 'nofile=1024:4096', '--ulimit', 'nproc=1000:1000']
  const rights = [
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--cap-drop',
    'all',
    '--network',
    'none',
    '--no-healthcheck',
  ]
  const volumes = ['--volume', `${folder}:/sockets`]
  const inside = (...command: string[]) => run('exec', name, ...command)
  const began = performance.now()
  try {
    await startService(
      [podman, ...options, 'run', '--rm', '--name', name, ...limits, ...rights, ...volumes, ...env, image],
      () => inside('node', '-e', fetchAll(['/readyz'])).then(Boolean, () => false),
      { maxStartMs: MAX_START_MS },
    )
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`image: ${Math.round(bytes / 1e6)} MB, ready after ${seconds} s with the demo, only loopback`)
    const paths = [
      '/',
      '/products',
      '/product-details/1',
      '/dashboard',
      '/sitemap.xml',
      '/api/shop',
      '/healthz',
    ]
    console.log(`image: ${await inside('node', '-e', fetchAll(paths))}`)
    await inside('node', '-e', importAll(runtimePackages()))
    console.log(`image: all ${runtimePackages().length} packages that the server imports are there`)
    console.log(`image: user ${await inside('id', '-u')}, ${await inside('sh', '-c', writableFolders)}`)
    const backup = await inside('node', 'server/cli/backup.ts')
    console.log(`image: ${backup.split('\n').at(0)} ${backup.split('\n').at(1)}`)
    const stopped = performance.now()
    await run('stop', '--time', '65', name)
    console.log(`image: stopped in ${((performance.now() - stopped) / 1000).toFixed(1)} s`)
  } catch (error) {
    problems.push(`image: ${String(error)}`)
    await run('rm', '--force', name).catch(() => {})
  } finally {
    socket.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return problems
}

/** A socket in the folder that every user may use, before the socket of the database. */
async function passOn(url: string, folder: string) {
  const { host, port } = new pg.Client({ connectionString: url })
  const listener = createServer((client) => {
    const database = connect(`${host}/.s.PGSQL.${port}`)
    client.on('error', () => database.destroy()).pipe(database)
    database.on('error', () => client.destroy()).pipe(client)
  })
  const path = join(folder, '.s.PGSQL.5432')
  await new Promise<void>((resolve) => void listener.listen(path, resolve))
  await chmod(folder, 0o755)
  await chmod(path, 0o777)
  return listener
}

/** A program that calls these paths of its own machine, and fails unless each is 200. */
const fetchAll = (paths: readonly string[]) => `
  const seen = await Promise.all(${JSON.stringify(paths)}.map(async (path) => {
    const answer = await fetch('http://127.0.0.1:8000' + path)
    if (!answer.ok) throw new Error(path + ' is ' + answer.status)
    return path + ' ' + answer.status
  }))
  console.log(seen.join(', '))`

const importAll = (names: readonly string[]) =>
  `for (const name of ${JSON.stringify(names)}) await import(name)`

const writableFolders = `
  for folder in / /haat /haat/server /home /etc; do touch $folder/x 2>/dev/null && exit 1; done
  touch /data/x /tmp/x && rm /data/x /tmp/x && echo 'writes to /data and /tmp alone'`

/** The packages that the image must have: the dependencies without those that the Dockerfile removes. */
function runtimePackages(): string[] {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const removed = new Set(read('deploy/Dockerfile').match(/(?<=\bdependencies\.)[@\w./-]+/g))
  return Object.keys(dependencies).filter((name) => !removed.has(name))
}
