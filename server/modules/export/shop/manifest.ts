import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The format that this version writes and reads; docs/export-format.md describes it. */
export const formatVersion = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0)

/** `manifest.json` of an archive. */
export const manifest = z.strictObject({
  format: z.literal('haat-export'),
  version: z.literal(formatVersion),
  /** ISO 8601 */
  createdAt: z.iso.datetime(),
  shop: z.strictObject({ name: z.string(), currency: z.string() }),
  /** The last migration of the database that the rows come from. */
  schema: z.string(),
  passwords: z.boolean(),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string()),
      rows: count,
      bytes: count,
      sha256,
    }),
  ),
  /** `files.jsonl`, with one line for each file. */
  files: z.strictObject({ count, bytes: count, sha256 }),
  /** Files that rows name and that the shop did not have. */
  missingFiles: z.array(z.string()),
  /** Equal for two archives with the same rows and files. */
  contentHash: sha256,
})
export type Manifest = z.infer<typeof manifest>

/** A line of `files.jsonl`. */
export const fileLine = z.strictObject({
  name: z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/),
  bytes: count,
  sha256,
})
export type FileLine = z.infer<typeof fileLine>

/** One hash over those of all tables and files. */
export function contentHash({ tables, files }: Pick<Manifest, 'tables' | 'files'>): string {
  const hashes = tables.map((table) => `${table.name} ${table.sha256}`).sort()
  return createHash('sha256')
    .update([...hashes, `files ${files.sha256}`].join('\n'))
    .digest('hex')
}

export const tablePath = (name: string) => `tables/${name}.jsonl`
export const filePath = (name: string) => `files/${name}`
