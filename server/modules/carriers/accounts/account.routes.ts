import * as contract from '#contract/carriers/carrier-account.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { asAppError } from '#server/platform/carriers/carrier.ts'
import { carrierNames, type AccountFields } from './account-fields.ts'
import { sealCredential } from './account-secret.ts'
import { findAccount, findCarrierAccounts, notConnected } from './account.queries.ts'
import { connectCarrier, disconnectCarrier } from './account.writes.ts'
import { carrierOf } from './connected.ts'

interface GivenSecrets {
  credentials: string
  webhookSecret: string
  version?: number | undefined
}

async function connect(
  context: PersonalContext,
  fields: AccountFields,
  { credentials, webhookSecret, version }: GivenSecrets,
) {
  const sealed = (typed: string) =>
    typed === '' ? undefined : sealCredential(context.services.keyedHash, typed)
  const secrets = { credentials: sealed(credentials), webhookSecret: sealed(webhookSecret) }
  await asStaff(context, (tx, write) => connectCarrier(tx, write, fields, secrets, version))
  return { message: `${carrierNames[fields.carrier]} saved` }
}

/** The connections to carriers, for the settings. */
export const accountRoutes = [
  personalRoute(contract.getCarriers, async (_input, { db, shop, origin }) => ({
    data: await findCarrierAccounts(db, shop.shopId, origin),
  })),

  personalRoute(contract.connectShiprocket, ({ password, webhookSecret, version, ...fields }, context) =>
    connect(context, { carrier: 'shiprocket', ...fields }, { credentials: password, webhookSecret, version }),
  ),

  personalRoute(contract.connectEasypost, ({ apiKey, webhookSecret, version, ...fields }, context) =>
    connect(context, { carrier: 'easypost', ...fields }, { credentials: apiKey, webhookSecret, version }),
  ),

  route(contract.testCarrier, async ({ carrier: id }, { db, shop, services }) => {
    const account = await findAccount(db, shop.shopId, { carrier: id })
    if (!account) throw notConnected()
    try {
      await carrierOf(services, account).check()
    } catch (error) {
      throw asAppError(error)
    }
    return { message: `${carrierNames[id]} accepts the connection` }
  }),

  route(contract.disconnectCarrier, async ({ carrier }, context) => {
    await asStaff(context, (tx, write) => disconnectCarrier(tx, write, carrier))
    return { message: `${carrierNames[carrier]} disconnected` }
  }),
]
