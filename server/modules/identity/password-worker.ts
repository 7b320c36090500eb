import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { hashSync, verifySync } from '@node-rs/argon2'

if (process.platform === 'linux') giveWay()

/**
 * Has the kernel run the calling thread only while no other wants its core (SCHED_IDLE, see sched(7)): one that has only the
 * lowest priority may finish its turn while a page waits. Where there is no `chrt` (of util-linux) that has to do.
 */
function giveWay(): void {
  // On Linux this is the priority of the calling thread alone; elsewhere it would be that of the whole shop.
  setPriority(0, 19)
  try {
    const thread = basename(readlinkSync('/proc/thread-self'))
    execFileSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore', timeout: 5000 })
  } catch {
    // It may be missing, or not allowed.
  }
}

/** Argon2id with the parameters that OWASP recommends: about 10 ms of a core. */
export const hash = (password: string): string =>
  hashSync(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

export const verify = ({ passwordHash, password }: { passwordHash: string; password: string }): boolean =>
  verifySync(passwordHash, password)
