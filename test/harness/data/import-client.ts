import { join } from 'node:path'
import { applyImport, getImport, getImportRows, undoImport, uploadImport } from '#contract/imports/import.ts'
import type { ImportedKind } from '#contract/imports/kinds.ts'
import { auditSubjects } from '#server/audit-subjects.ts'
import { importJobs } from '#server/modules/imports/index.ts'
import { folderStorage } from '#server/platform/storage/folder-storage.ts'
import type { Client } from '../people/client.ts'

/** Imports files of one kind as a member of the staff, and runs the job of the imports at once. */
export function importClient(
  staff: Client,
  kind: ImportedKind,
  { url, dataDir }: { url: string; dataDir: string },
) {
  const jobs = importJobs(url, { storage: folderStorage(join(dataDir, 'uploads')), auditSubjects })
  const run = async () => {
    for (const job of jobs) await job.run(new AbortController().signal)
  }
  const read = async (id: number) => {
    await run()
    return (await staff.send(getImport, { id })).answer.data
  }
  const upload = (text: string | Buffer, filename = `${kind}.csv`) =>
    staff.upload(uploadImport, { kind, filename }, { file: Buffer.from(text) })
  return {
    upload,
    run,
    /** Uploads a file and returns what the check has found. */
    async check(text: string | Buffer) {
      const sent = await upload(text)
      if (sent.status !== 201) throw new Error(sent.message)
      return read(sent.answer.data.id)
    },
    /** Writes what the check has found. */
    async apply({ id }: { id: number }, accept = false) {
      const { status, message } = await staff.send(applyImport, { id, accept })
      if (status !== 200) throw new Error(message)
      return read(id)
    },
    async undo({ id }: { id: number }) {
      const { status, message } = await staff.send(undoImport, { id })
      if (status !== 200) throw new Error(message)
      return read(id)
    },
    async rows({ id }: { id: number }, filter = {}) {
      return (await staff.send(getImportRows, { id, ...filter })).answer.data
    },
    async close() {
      for (const job of jobs) await job.close?.()
    },
  }
}
