import { customerColumns, type CustomerColumnName } from '#contract/identity/customer-columns.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { listFiledCustomers } from '#server/modules/identity/index.ts'
import type { ExportValue } from './columns.ts'

const names = Object.keys(customerColumns) as CustomerColumnName[]

/** The headings of the customers file, which comes in again as an import. */
export const customerHeadings = names.map((name) => customerColumns[name].heading)

/** The rows of the customers file for these rows of the list: one for each address, or one without an address. */
export async function customerRows(
  { db, shop }: Pick<PersonalContext, 'db' | 'shop'>,
  listed: readonly unknown[],
): Promise<ExportValue[][]> {
  const ids = (listed as readonly { id: number }[]).map(({ id }) => id)
  const customers = await listFiledCustomers(db, shop.shopId, ids)
  return customers.flatMap(({ email, fullName: name, createdAt, addresses }) =>
    (addresses.length > 0 ? addresses : [undefined]).map((address) => {
      const cells: Partial<Record<CustomerColumnName, ExportValue>> = {
        email,
        name,
        since: createdAt.toISOString(),
        ...(address && {
          recipient: address.fullName,
          phone: address.phone,
          line1: address.line1,
          line2: address.line2,
          city: address.city,
          state: address.state,
          pincode: address.pincode,
          country: address.country,
        }),
      }
      return names.map((column) => cells[column] ?? '')
    }),
  )
}
