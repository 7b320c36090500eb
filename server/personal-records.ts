import { exportCart } from './modules/cart/index.ts'
import { commentRecords } from './modules/comments/index.ts'
import { storeCreditRecords } from './modules/credit/index.ts'
import { customFieldRecords } from './modules/custom-fields/index.ts'
import { emailRecords } from './modules/email/index.ts'
import { importRecords } from './modules/imports/index.ts'
import { orderRecords, returnRecords } from './modules/orders/index.ts'
import { exportWishlist } from './modules/wishlist/index.ts'
import type { PersonalRecords } from './platform/personal-records.ts'

/** The personal data of all modules, for the export and for deleting an account. */
export const personalRecords: readonly PersonalRecords[] = [
  { name: 'cart', list: exportCart },
  { name: 'wishlist', list: exportWishlist },
  orderRecords,
  returnRecords,
  storeCreditRecords,
  commentRecords,
  customFieldRecords,
  emailRecords,
  importRecords,
]
