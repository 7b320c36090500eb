import { image, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { lockShop, updateShop } from './shop.writes.ts'

/** The shop's own data in the audit log. */
export const shopAuditSubject: AuditSubject = {
  subject: 'shop',
  noun: 'Shop',
  permission: 'settings',
  fields: {
    name: plain('Name'),
    tagline: plain('Tagline'),
    logo: image('Logo'),
    email: plain('Email'),
    phone: plain('Phone'),
    address: plain('Address'),
    timeZone: plain('Time zone'),
    currency: plain('Currency'),
    locale: plain('Number and date format'),
  },
  async listNames(db, shopId) {
    const { name } = await db
      .selectFrom('shop')
      .select('name')
      .where('config_id', '=', shopId)
      .executeTakeFirstOrThrow()
    return new Map([[shopId, name]])
  },
  undo: {
    read: (tx, shopId) => lockShop(tx, shopId),
    update: (tx, write, _id, fields) => updateShop(tx, write, fields),
  },
}
