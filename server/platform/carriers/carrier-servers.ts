import { webhookTargets } from '../remote/remote-address.ts'
import type { CarrierServer } from './carrier-call.ts'

/** Where the carriers answer, and which addresses the shop may call for them. */
export interface CarrierServers {
  shiprocket: CarrierServer
  easypost: CarrierServer
}

/** The same servers for calls that have to end together. `deadline` is milliseconds since 1970. */
export const endingAt = ({ shiprocket, easypost }: CarrierServers, deadline: number): CarrierServers => ({
  shiprocket: { ...shiprocket, deadline },
  easypost: { ...easypost, deadline },
})

interface Settings {
  carrierUrls: { shiprocket: string; easypost: string }
  webhooksAllowPrivate: boolean
}

/** Reads them from the settings of the process. Labels are downloaded under the same rule. */
export function carrierServers({ carrierUrls, ...settings }: Settings): CarrierServers {
  const isAllowed = webhookTargets(settings)
  return {
    shiprocket: { url: carrierUrls.shiprocket, isAllowed },
    easypost: { url: carrierUrls.easypost, isAllowed },
  }
}
