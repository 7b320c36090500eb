import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '#test/project-files.ts'

/** What a command printed, and its exit code. */
export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Runs a program of the shop with these arguments, and with these settings only. */
export function runCommand(program: string, args: string[], env: Record<string, string>): Promise<Ran> {
  const { NODE_COMPILE_CACHE = '', TMPDIR = '' } = process.env
  const shared = { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(TMPDIR && { TMPDIR }) }
  return promisify(execFile)(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...shared, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  )
}

/** What a command printed. Rejects with its error output if it fails. */
export async function outputOf(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args, env)
  if (code !== 0) throw new Error(stderr)
  return stdout
}
