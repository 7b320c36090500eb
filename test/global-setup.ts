import type { TestProject } from 'vitest/node'
import { startTestServer } from './harness/app/database-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of this run's database server. The database in the URL stays untouched. */
    serverUrl: string
    /** Name of the migrated template database. */
    template: string
  }
}

/** Starts one database server with one migrated template for the whole run. */
export default async function setup(project: TestProject) {
  const { serverUrl, template, stop } = await startTestServer()
  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  return stop
}
