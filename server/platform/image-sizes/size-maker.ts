import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { SizesAnswer } from './size-process.ts'

/** A large image takes 3 s of an idle core. A busy machine gives this process little time. */
const TIMEOUT_MS = 300_000

/** Makes sizes of images in a process of the lowest priority, so that requests never wait for them. */
export interface SizeMaker {
  /** Makes the missing sizes of a stored image. Rejects if they could not be made, or if the process ends. */
  make(file: string): Promise<void>
  pid: number | undefined
  /** Ends the process. */
  close(): void
}

/** Starts the process for images in this folder. */
export function startSizeMaker(folder: string): SizeMaker {
  const program = fileURLToPath(new URL('./size-process.ts', import.meta.url))
  // Without the settings and secrets of the shop. One thread and one arena of malloc take half of the memory.
  const env = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' }
  const child = fork(program, [folder], { env, execArgv: ['--max-old-space-size=128'], stdio: 'ignore' })
  lowerPriority(child.pid)
  return {
    make(file) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
      const onAnswer = ({ error }: SizesAnswer) =>
        error === undefined ? resolve() : reject(new Error(error))
      const onEnd = () => reject(new Error(`The process that makes sizes ended at ${file}`))
      child.once('message', onAnswer).once('error', reject).once('close', onEnd)
      if (child.exitCode !== null || child.signalCode !== null) onEnd()
      else child.send(file)
      return promise.finally(() => {
        clearTimeout(timer)
        child.off('message', onAnswer).off('error', reject).off('close', onEnd)
      })
    },
    pid: child.pid,
    close: () => void child.kill('SIGKILL'),
  }
}

// Before the process has started a second thread: on Linux each thread inherits the priority of the one that starts it.
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Some systems do not allow it. The process still works on one image at a time.
  }
}
