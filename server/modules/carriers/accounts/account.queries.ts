import { sql } from 'kysely'
import type { CarrierAccounts, ConnectedCarrier } from '#contract/carriers/carrier-account.ts'
import type { LabelCarrier } from '#contract/carriers/label.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { AccountFields, EasypostDetails, ShiprocketDetails } from './account-fields.ts'

/** A stored connection to a carrier. */
export interface AccountRow {
  id: number
  carrier: ConnectedCarrier
  credentials: Buffer
  webhookSecret: Buffer | null
  details: ShiprocketDetails | EasypostDetails
  weight: number | null
  lengthCm: number
  widthCm: number
  heightCm: number
  version: number
}

export const notConnected = () => new AppError(404, 'not_found', 'This carrier is not connected')

/** The connections of a shop. `lock` locks them until the transaction ends. */
export async function listAccounts(
  db: Database,
  shopId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.carrier, a.sealed_credentials as credentials, a.sealed_webhook_secret as "webhookSecret", a.details,
      a.weight, a.length_cm as "lengthCm", a.width_cm as "widthCm", a.height_cm as "heightCm",
      coalesce((select max(j.id) from audit_entry j
        where j.config_id = a.config_id and j.subject = 'carrier_account' and j.subject_id = a.id::text), 0)::float8 as version
    from carrier_account a where a.config_id = ${shopId} order by a.id
    ${lock ? sql`for no key update of a` : sql``}`.execute(db)
  return rows
}

/** One connection of a shop, by its carrier or its id. `lock` locks those of the shop until the transaction ends. */
export async function findAccount(
  db: Database,
  shopId: number,
  which: { carrier: LabelCarrier } | { id: number },
  options: { lock?: boolean } = {},
): Promise<AccountRow | undefined> {
  const accounts = await listAccounts(db, shopId, options)
  return accounts.find(({ id, carrier }) => ('id' in which ? id === which.id : carrier === which.carrier))
}

/** The fields of a connection that are no secrets. */
export const fieldsOf = ({ carrier, details, weight, lengthCm, widthCm, heightCm }: AccountRow) =>
  ({ carrier, ...details, weight, lengthCm, widthCm, heightCm }) as AccountFields

/** The connections for the settings page. `origin` is the address of the shop. */
export async function findCarrierAccounts(
  db: Database,
  shopId: number,
  origin: string,
): Promise<CarrierAccounts> {
  const views = (await listAccounts(db, shopId)).map((row) => ({
    ...fieldsOf(row),
    id: row.id,
    hasWebhookSecret: row.webhookSecret !== null,
    webhookUrl: `${origin}/api/tracking/${row.id}`,
    version: row.version,
  }))
  const found = views.flatMap((view) => {
    const { carrier, ...account } = view
    return [[carrier, account] as const]
  })
  return { shiprocket: null, easypost: null, ...Object.fromEntries(found) }
}
