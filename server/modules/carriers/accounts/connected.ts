import type { ConnectedCarrier } from '#contract/carriers/carrier-account.ts'
import { countryName } from '#contract/orders/address/country-names.ts'
import { stateName } from '#contract/orders/address/address-format.ts'
import type { Services } from '#server/http/services.ts'
import type { Carrier } from '#server/platform/carriers/carrier.ts'
import { makeEasyPost } from '#server/platform/carriers/easypost/easypost.ts'
import { makeShiprocket } from '#server/platform/carriers/shiprocket/shiprocket.ts'
import { openCredential } from './account-secret.ts'
import type { EasypostDetails, ShiprocketDetails } from './account-fields.ts'
import type { AccountRow } from './account.queries.ts'

/** What carriers need beside the database, in requests and in background jobs. */
export type CarrierDeps = Pick<Services, 'keyedHash' | 'carrierServers'>

const makers: Record<ConnectedCarrier, (deps: CarrierDeps, account: AccountRow) => Carrier> = {
  shiprocket({ keyedHash, carrierServers }, { credentials, details }) {
    const { email, pickupLocation, pickupPostcode } = details as ShiprocketDetails
    const password = openCredential(keyedHash, credentials)
    return makeShiprocket(carrierServers.shiprocket, { email, password, pickupLocation, pickupPostcode })
  },
  easypost({ keyedHash, carrierServers }, { credentials, details }) {
    const { senderName: name, senderPhone: phone, ...place } = details as EasypostDetails
    const { country, state } = place
    const sender = {
      ...place,
      name,
      phone,
      email: '',
      stateName: stateName(country, state),
      countryName: countryName(country),
    }
    return makeEasyPost(carrierServers.easypost, { apiKey: openCredential(keyedHash, credentials), sender })
  },
}

/** The carrier of a connection. Throws if AUTH_SECRET was another one when it was stored. */
export const carrierOf = (deps: CarrierDeps, account: AccountRow): Carrier =>
  makers[account.carrier](deps, account)
