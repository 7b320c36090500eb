import { AppError } from '#server/http/errors.ts'
import { plain, type Revertible } from '#server/modules/journal/index.ts'
import { lockLevels, setLowMark } from './goods.writes.ts'
import { listVariantNames } from './variant-name.queries.ts'

const inLedger = 'Stock is a ledger, which is only ever added to: correct it, with a reason, instead'

/** The stock of a variant, as the journal shows it. The mark can be put back; pieces may have been sold meanwhile. */
export const revertibleStock: Revertible = {
  subject: 'stock',
  noun: 'Stock',
  permission: 'catalogue',
  fields: {
    onHand: { name: 'On hand', kept: inLedger },
    note: { name: 'Note', kept: inLedger },
    reason: { name: 'Reason', kept: inLedger },
    lowAt: plain('Low in stock at'),
  },
  listNames: listVariantNames,
  back: {
    async read(tx, configId, id) {
      const level = (await lockLevels(tx, configId, [id])).get(id)
      if (!level) throw new AppError(404, 'not_found', 'There is no such variant')
      return { lowAt: level.low_at }
    },
    update: (tx, write, id, fields) => setLowMark(tx, write, id, fields['lowAt'] as number | null),
  },
}
