// Starts each file of `deploy/` whose program this machine has, and tries it. Prints a line for each thing that it tried.

import { tryImage } from '#test/harness/deploy/try-image.ts'
import { tryOffline } from '#test/harness/deploy/try-offline.ts'
import { tryPatroni } from '#test/harness/deploy/try-patroni.ts'
import { tryPooler } from '#test/harness/deploy/try-pooler.ts'
import { tryRepeats } from '#test/harness/deploy/try-repeats.ts'
import { tryProxies } from '#test/harness/deploy/try-proxies.ts'

/** Something of `deploy/` to try. It prints what it saw and returns the problems. */
type Trial = () => Promise<string[]>

const trials: readonly Trial[] = [tryProxies, tryRepeats, tryPooler, tryPatroni, tryOffline, tryImage]

/** Tries every file. Throws if one does not do what it must. */
export async function run(): Promise<void> {
  const problems: string[] = []
  for (const trial of trials) problems.push(...(await trial()))
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
