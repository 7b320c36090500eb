import { flag, namesIn, plain, type AuditSubject } from '#server/modules/audit/index.ts'

/** Connections to payment providers in the audit log, without their keys. */
export const paymentAccountAuditSubject: AuditSubject = {
  subject: 'payment_account',
  noun: 'Payment provider',
  permission: 'settings',
  fields: {
    provider: plain('Provider'),
    mode: plain('Mode'),
    name: plain('Merchant'),
    key: plain('Key'),
    publishableKey: plain('Publishable key'),
    testPayment: { ...plain('Test payment'), undoRefusal: 'A payment can’t be undone' },
    inUse: flag('In the checkout'),
    keysReplaced: { ...flag('Keys replaced'), undoRefusal: 'Replaced keys can’t be restored' },
  },
  listNames: namesIn('payment_account', 'provider'),
  undoRefusal: 'Keys can’t be restored. Change the connection under Settings, Payments',
}
