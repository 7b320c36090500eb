import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/**
 * Runs code of the shop in a process of its own, resolves when it has printed something, and kills it after the test.
 * Rejects with what it complained about when it ends before that.
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
