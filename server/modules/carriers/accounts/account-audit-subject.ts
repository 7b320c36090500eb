import { flag, namesIn, plain, type AuditSubject } from '#server/modules/audit/index.ts'

const replaced = (name: string) => ({
  ...flag(name),
  undoRefusal: 'A replaced secret can’t be restored',
})

/** Connections to carriers in the audit log, without their secrets. */
export const carrierAuditSubject: AuditSubject = {
  subject: 'carrier_account',
  noun: 'Carrier connection',
  permission: 'settings',
  fields: {
    carrier: plain('Carrier'),
    email: plain('API user'),
    pickupLocation: plain('Pickup location'),
    pickupPostcode: plain('Pickup PIN code'),
    senderName: plain('Sender'),
    senderPhone: plain('Phone'),
    line1: plain('Address'),
    line2: plain('Address, second line'),
    city: plain('City'),
    state: plain('State'),
    postcode: plain('Postal code'),
    country: plain('Country'),
    weight: plain('Weight (g)'),
    lengthCm: plain('Length (cm)'),
    widthCm: plain('Width (cm)'),
    heightCm: plain('Height (cm)'),
    credentialsReplaced: replaced('Key or password replaced'),
    webhookSecretReplaced: replaced('Webhook secret replaced'),
  },
  listNames: namesIn('carrier_account', 'carrier'),
  undoRefusal: 'Secrets can’t be restored. Change the connection under Settings, Carriers',
}
