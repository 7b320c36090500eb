export { creditProblem, coverTotal, sourceName, type CreditSource } from './accounts/credit.rules.ts'
export { creditExpiryJob } from './accounts/expire-credit.ts'
export { storeCreditOf } from './accounts/account.writes.ts'
export { giftCardJob } from './gift-cards/gift-card-job.ts'
export { makeCode } from './gift-cards/code.ts'
export { startOfDay } from './accounts/shop-day.ts'
export { insertGiftCard, insertGiftCards, type NewGiftCard } from './gift-cards/gift-card.writes.ts'
export { endOrderedCards, listOrderedCards, type OrderedCard } from './gift-cards/ordered-card.writes.ts'
export { accountOfPass } from './gift-cards/pass.ts'
export { giveBackCredit, spendCredit, type ReturnedPart } from './ledger/ledger.writes.ts'
export {
  creditGaps,
  findSources,
  listCreditPayments,
  lockCreditOfOrder,
  type CreditPayment,
  type CreditWish,
} from './ledger/ledger.queries.ts'
export { creditRoutes } from './credit.routes.ts'
export { storeCreditRecords } from './store-credit/store-credit-records.ts'

import { giftCardAuditSubject } from './gift-cards/gift-card-audit-subject.ts'
import { storeCreditAuditSubject } from './store-credit/store-credit-audit-subject.ts'

/** The nouns of the audit log. */
export const creditAuditSubjects = [giftCardAuditSubject, storeCreditAuditSubject]
