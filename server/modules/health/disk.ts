import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { ok, problem, warning, type Result } from './result.ts'

const FULL_BYTES = 300e6
const NEARLY_FULL_BYTES = 2e9

/** Whether the folder can be written and its disk has room. `contents` says what is kept there: "backups". */
export async function checkDisk(folder: string, contents: string): Promise<Result> {
  try {
    await access(folder, constants.W_OK)
  } catch {
    return problem(
      `The shop cannot write to ${folder}.`,
      'Give the user of the shop the right to write there.',
    )
  }
  const { bavail, bsize, blocks } = await statfs(folder)
  const free = bavail * bsize
  const sentence = `${gigabytes(free)} of ${gigabytes(blocks * bsize)} are free for ${contents} in ${folder}.`
  const action = 'Delete what is not needed on this disk, or move the folder to a larger one.'
  if (free < FULL_BYTES) return problem(sentence, action)
  return free < NEARLY_FULL_BYTES ? warning(sentence, action) : ok(sentence)
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
