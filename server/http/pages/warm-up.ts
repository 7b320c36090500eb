import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { links } from '#contract/links.ts'

/** The start goes on without the pages after this time. */
const MAX_MS = 5000

/**
 * Renders the pages that most visitors open first. The first render of a process takes several times as long as later ones, and
 * a proxy sends a host its share of the visitors as soon as the port is open.
 */
export async function warmUp(app: FastifyInstance, publicUrl: string | undefined): Promise<void> {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).host
  const render = async () => {
    for (const url of [links.home(), links.products()]) await app.inject({ url, headers: { host } })
  }
  // A page that fails tells its visitors, and the log.
  await Promise.race([render().catch(() => {}), wait(MAX_MS, undefined, { ref: false })])
}
