import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/**
 * Runs code in a child process and resolves with its first output. Kills the process after the test. Rejects with
 * stderr if it exits first.
 */
export async function runCode(
  code: string,
  options: SpawnOptions = {},
): Promise<ChildProcess & { printed: string }> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints += chunk))
  const [printed] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  if (!Buffer.isBuffer(printed)) throw new Error(complaints)
  return Object.assign(child, { printed: printed.toString() })
}
