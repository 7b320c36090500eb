import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs a program to its end. Rejects with what it printed if it fails. */
export const run = promisify(execFile)

/**
 * A new project outside the repository, in which npm has installed the packed client. npm has an empty cache and no network, so
 * the tarball must be all that it needs.
 */
export async function installClient(): Promise<{ folder: string; remove(): Promise<void> }> {
  const scratch = await mkdtemp(join(tmpdir(), 'haat-client-'))
  const folder = join(scratch, 'program')
  await run(process.execPath, ['client/pack.ts', scratch])
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const quiet = ['--offline', '--no-audit', '--no-fund', '--cache', join(scratch, 'cache')]
  const isWindows = process.platform === 'win32'
  await run('npm', ['install', ...quiet, join(scratch, 'haat-client.tgz')], {
    cwd: folder,
    shell: isWindows,
  })
  return { folder, remove: () => rm(scratch, { recursive: true, force: true }) }
}
