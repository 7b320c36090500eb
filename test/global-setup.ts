import type { TestProject } from 'vitest/node'
import { startTestServer } from './harness/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the one database server of this run; its own database is not touched. */
    serverUrl: string
    /** Name of the migrated database that each test file clones. */
    template: string
  }
}

/** One database server and one migrated template for the whole run. */
export default async function setup(project: TestProject) {
  const { serverUrl, template, stop } = await startTestServer()
  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  return stop
}
