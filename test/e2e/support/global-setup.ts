import type { TestProject } from 'vitest/node'
import { describeBrowser, startChromium } from './chromium.ts'
import { startShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string
    databaseUrl: string
    browserEndpoint: string
  }
}

/** Starts one shop with the demo catalog and one browser for the whole run. */
export default async function setup(project: TestProject) {
  const starting = startShop()
  const browser = await startChromium().catch(async (error: unknown) => {
    await (await starting).stop()
    throw error
  })
  const shop = await starting.catch(async (error: unknown) => {
    await browser.close()
    throw error
  })
  // `npm test` shows this line (test/steps.ts).
  console.log(`Browser: ${await describeBrowser(browser)}`)
  project.provide('shopUrl', shop.url)
  project.provide('databaseUrl', shop.databaseUrl)
  project.provide('browserEndpoint', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await shop.stop()
  }
}
