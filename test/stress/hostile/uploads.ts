import { withStressApp } from '#test/harness/app/stress-app.ts'
import { routes } from '#server/app.ts'
import { sendHostileFiles } from '#test/harness/hostile/hostile-uploads.ts'

/** Sends that many hostile files to every upload endpoint. Throws at the first that does harm. */
export async function run(count = 200): Promise<void> {
  await withStressApp(async (shop) => {
    const endpoints = routes.map(({ endpoint }) => endpoint)
    const sent = await sendHostileFiles(shop, endpoints, count)
    console.log(`${sent} uploads of ${count} files: refused or re-encoded`)
  })
}
