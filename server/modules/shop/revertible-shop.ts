import { picture, plain, type Revertible } from '#server/modules/journal/index.ts'
import { lockShop, updateShop } from './shop.writes.ts'

/** How a shop is called, as the journal shows it and puts it back. */
export const revertibleShop: Revertible = {
  subject: 'shop',
  noun: 'Shop',
  permission: 'settings',
  fields: {
    name: plain('Name'),
    tagline: plain('Tagline'),
    logo: picture('Logo'),
    email: plain('E-mail'),
    phone: plain('Phone'),
    address: plain('Address'),
    timeZone: plain('Time zone'),
    currency: plain('Currency'),
    locale: plain('Way of writing'),
  },
  async listNames(db, configId) {
    const { name } = await db
      .selectFrom('shop')
      .select('name')
      .where('config_id', '=', configId)
      .executeTakeFirstOrThrow()
    return new Map([[configId, name]])
  },
  back: {
    read: (tx, configId) => lockShop(tx, configId),
    update: (tx, write, _id, fields) => updateShop(tx, write, fields),
  },
}
