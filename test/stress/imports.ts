import { join } from 'node:path'
import { applyImport, getImport, undoImport, uploadImport } from '#contract/imports/import.ts'
import { auditSubjects } from '#server/app.ts'
import { importJobs } from '#server/modules/imports/index.ts'
import { folderStorage } from '#server/platform/storage.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { shopifyFile } from '#test/harness/data/shopify-file.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'

/**
 * Imports that many products of a Shopify file, imports them again and undoes the import; prints how long each step takes
 * and how much memory it needs beyond the idle process. Throws if a product is left out or the second import changes anything.
 */
export async function run(products = 10_000, variants = 3): Promise<void> {
  await withStressApp(async ({ app, db, databaseUrl, dataDir }) => {
    const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
    const jobs = importJobs(databaseUrl, { storage: folderStorage(join(dataDir, 'uploads')), auditSubjects })
    const file = shopifyFile({ products, variants })
    const idle = process.memoryUsage().rss
    let peak = idle
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100)
    const work = async (step: string) => {
      const start = performance.now()
      for (const job of jobs) await job.run(new AbortController().signal)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(
        `${step}: ${seconds} s, at most ${((peak - idle) / 2 ** 20).toFixed(0)} MB above idle so far`,
      )
    }
    const upload = async () => {
      const sent = await staff.upload(uploadImport, {}, { file })
      await work('check')
      return sent.answer.data.id
    }
    const read = async (id: number) => (await staff.send(getImport, { id })).answer.data
    try {
      console.log(`${products} products with ${variants} variants, ${(file.length / 2 ** 20).toFixed(1)} MB`)
      const id = await upload()
      await staff.send(applyImport, { id })
      await work('import')
      const { done, counts } = await read(id)
      if (done !== products || counts.failed > 0)
        throw new Error(`Imported ${done - counts.failed} of ${products}`)
      const again = await read(await upload())
      if (again.counts.unchanged !== products) throw new Error(`Only ${again.counts.unchanged} are unchanged`)
      await staff.send(undoImport, { id })
      await work('undo')
      const undone = await read(id)
      if (undone.counts.kept > 0) throw new Error(`Undo kept ${undone.counts.kept}`)
      console.log(`memory above idle: ${((peak - idle) / 2 ** 20).toFixed(0)} MB`)
    } finally {
      clearInterval(watch)
      for (const job of jobs) await job.close?.()
    }
  })
}
