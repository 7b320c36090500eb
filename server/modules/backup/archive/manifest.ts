import { z } from 'zod'

const count = z.number().int().min(0)

/** Compressed bytes within the backup file, from `start` on. The hash is of the bytes before compression. */
const section = z.object({ start: count, length: count, bytes: count, sha256: z.string() })
export type Section = z.output<typeof section>

/** What is in a backup; stored at the end of its file. */
export const manifest = z.object({
  madeAt: z.string().describe('ISO 8601, when the snapshot was taken'),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(section.extend({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(z.object({ name: z.string(), value: count })),
  uploads: section.extend({ files: count, missing: z.array(z.string()) }),
  authSecret: z.string().nullable().describe('the file auth-secret of the data folder'),
})
export type Manifest = z.output<typeof manifest>
