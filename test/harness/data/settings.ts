import type { Database } from '#server/db/connect.ts'

/** Stores settings of the first shop. They replace those of the same name. */
export async function storeSettings(db: Database, settings: Record<string, unknown>): Promise<void> {
  const rows = Object.entries(settings).map(([key, value]) => ({
    config_id: 1,
    key,
    value: JSON.stringify(value),
  }))
  await db
    .insertInto('setting')
    .values(rows)
    .onConflict((same) =>
      same.columns(['config_id', 'key']).doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute()
}
