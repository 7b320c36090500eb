import { sql, type RawBuilder } from 'kysely'
import { phoneKey } from '#contract/orders/address/phone.ts'
import type { Database } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import { searchCondition } from '#server/platform/record-search/search-condition.ts'

/**
 * What a search text means, as a condition on `customer c`: name, email and phone of everyone, and what the document of an
 * account has beside them, such as its addresses.
 */
export async function matchesCustomer(
  db: Database,
  shopId: number,
  text: string,
): Promise<RawBuilder<boolean>> {
  const search = { shopId, table: 'customer_search_document', text, decimals: 0 } as const
  const found = await searchCondition(db, search)
  return sql<boolean>`(c.search_text like ${containing(searchedText(text))} or c.id = any (array(
    select d.user_id from customer_search_document d where ${found})))`
}

const MIN_PHONE_DIGITS = 4

/** A phone number is found in all its spellings: the search text of a customer has its last ten digits. */
function searchedText(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  const isPhone = digits.length >= MIN_PHONE_DIGITS && !/[^\d\s()+.-]/.test(text)
  return isPhone ? phoneKey(digits) : text.toLowerCase()
}
