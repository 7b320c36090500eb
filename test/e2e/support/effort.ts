import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a task takes. */
export interface Effort {
  keys: number
  clicks: number
  pageLoads: number
  /** Of the script, which waits for the shop and for nothing else. */
  scriptSeconds: number
  /** Of a calm person, by the keystroke-level model. */
  personSeconds: number
}

// Seconds of the keystroke-level model: Card, Moran and Newell, "The Keystroke-Level Model for User Performance Time with
// Interactive Systems", Communications of the ACM 23 (1980). A key of an average typist, a click with its pointing, and the
// thought before each decision.
const KEY = 0.28
const CLICK = 1.1 + 0.2
const THOUGHT = 1.35

/** The most that a task may take of a person. A machine of any speed counts the same. */
interface EffortLimit {
  keys: number
  clicks?: number
}

/** Measures a task on an open page, prints it, and expects it within a limit. */
export async function measureEffort(
  page: Page,
  task: string,
  limit: EffortLimit,
  work: () => Promise<void>,
): Promise<Effort> {
  const before = await countsOf(page)
  let pageLoads = 0
  const onLoad = () => pageLoads++
  page.on('load', onLoad)
  const start = performance.now()
  await work()
  const scriptSeconds = (performance.now() - start) / 1000
  page.off('load', onLoad)
  // The page reports its input one after the other, so an answer to this comes behind the last of it.
  await page.evaluate(() => undefined)
  const after = await countsOf(page)
  const keys = after.keys - before.keys
  const clicks = after.clicks - before.clicks
  const decisions = after.decisions - before.decisions
  const personSeconds = keys * KEY + clicks * CLICK + decisions * THOUGHT + scriptSeconds
  const figures = `${keys} keys, ${clicks} clicks, ${pageLoads} page loads`
  process.stdout.write(`${task}: ${figures}, ${personSeconds.toFixed(1)} s of a person\n`)
  expect(keys).toBeLessThanOrEqual(limit.keys)
  expect(clicks).toBeLessThanOrEqual(limit.clicks ?? 0)
  return { keys, clicks, pageLoads, scriptSeconds, personSeconds }
}

interface Counts {
  keys: number
  clicks: number
  /** Clicks, and keys that choose or open something. */
  decisions: number
}

/** Counts what the browser receives, also after a page load. */
async function countsOf(page: Page): Promise<Counts> {
  const known = counted.get(page)
  if (known) return { ...known }
  const counts: Counts = { keys: 0, clicks: 0, decisions: 0 }
  counted.set(page, counts)
  await page.exposeFunction('countInput', (kind: keyof Counts) => counts[kind]++)
  const listen = () => {
    const count = (globalThis as unknown as { countInput(kind: string): Promise<number> }).countInput
    document.addEventListener(
      'keydown',
      ({ key, isTrusted }) => {
        if (!isTrusted || ['Control', 'Shift', 'Alt', 'Meta'].includes(key)) return
        void count('keys')
        if (/^(Enter|Escape| )$/.test(key)) void count('decisions')
      },
      true,
    )
    document.addEventListener(
      'pointerdown',
      () => {
        void count('clicks')
        void count('decisions')
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return { ...counts }
}

const counted = new WeakMap<Page, Counts>()
