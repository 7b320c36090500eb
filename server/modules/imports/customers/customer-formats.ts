import { customerColumns, type CustomerColumnName } from '#contract/identity/customer-columns.ts'
import { importedAddressInput } from '#contract/identity/account.ts'
import type { TableRow } from '#server/platform/table-files/table.ts'
import { createCellReader, type CellReader, type Remarks } from '../formats/cell-reader.ts'
import { countryCode } from '../formats/country.rules.ts'
import { mapHeadings, type Format } from '../formats/format.ts'
import type { ImportedAddress, ImportedCustomer } from './imported-customer.ts'

/** The columns of the customers file, and those that other shop systems have instead. */
export type CustomerColumn = CustomerColumnName | 'firstName' | 'lastName'

type CustomerFormat = Format<ImportedCustomer, CustomerColumn>
type Reader = CellReader<CustomerColumn>

/** Rows that follow each other with the same email are one customer. A row without an email belongs to nobody else. */
const read: CustomerFormat['read'] = async function* (rows, settings) {
  const reader = createCellReader(settings)
  const emailOf = (row: TableRow | undefined) => row && reader.text(row, 'email')?.toLowerCase()
  let group: [TableRow, ...TableRow[]] | undefined
  for await (const row of rows()) {
    const email = emailOf(row)
    if (group && email !== undefined && email === emailOf(group[0])) group.push(row)
    else {
      if (group) yield customerOf(group, reader)
      group = [row]
    }
  }
  if (group) yield customerOf(group, reader)
}

const emailPattern = /^[^@\s]+@[^@\s]+$/

function customerOf(rows: [TableRow, ...TableRow[]], reader: Reader): ImportedCustomer {
  const [first, ...others] = rows
  const { text } = reader
  const remarks: Remarks = { problems: [], notes: [] }
  const { problems, notes } = remarks
  const email = text(first, 'email')?.toLowerCase() ?? ''
  if (email === '') problems.push('Enter an email. A customer without one cannot be reached or sign in')
  else if (!emailPattern.test(email) || email.length > 254)
    problems.push(`“${email.slice(0, 60)}” is not an email`)
  const nameOf = (row: TableRow) => text(row, 'name') ?? joined(text(row, 'firstName'), text(row, 'lastName'))
  const name = nameOf(first)
  if ((name ?? '').length > 200) problems.push('The name has more than 200 characters')
  const since = reader.moment(first, 'since', remarks)
  for (const row of others) {
    const other = nameOf(row)
    if (other !== undefined && other !== name)
      notes.push(`Line ${row.line} has the same email. Its name “${other.slice(0, 60)}” is left out`)
  }
  const addresses = rows.flatMap((row) => addressOf(row, { text, name: nameOf(row) ?? name, notes }))
  const lines = rows.map(({ line }) => line)
  return { line: first.line, lines, email, name, since: since?.toISOString(), addresses, ...remarks }
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ') || undefined

interface AddressScope {
  text: Reader['text']
  name: string | undefined
  notes: string[]
}

/** An address that the shop cannot deliver to is left out, and the notes say why. */
function addressOf(row: TableRow, { text, name, notes }: AddressScope): ImportedAddress[] {
  const line1 = text(row, 'line1')
  if (line1 === undefined) return []
  const countryText = text(row, 'country')
  const country = countryText === undefined ? undefined : countryCode(countryText)
  if (countryText !== undefined && country === undefined) {
    notes.push(`Line ${row.line}: the address is left out. “${countryText.slice(0, 40)}” is not a country`)
    return []
  }
  const phone = text(row, 'phone')?.replace(/^'/, '') ?? ''
  const isPhone = importedAddressInput.shape.phone.safeParse(phone).success
  if (!isPhone) notes.push(`Line ${row.line}: “${phone.slice(0, 40)}” is not a phone number and is left out`)
  const found = importedAddressInput.safeParse({
    fullName: text(row, 'recipient') ?? name ?? '',
    phone: isPhone ? phone : '',
    line1,
    line2: text(row, 'line2') ?? '',
    city: text(row, 'city') ?? '',
    state: text(row, 'state') ?? '',
    pincode: text(row, 'pincode')?.replace(/^'/, '') ?? '',
    ...(country !== undefined && { country }),
  })
  if (found.success) return [found.data]
  const part = found.error.issues[0]?.path[0]
  const { heading } = customerColumns[partColumns[String(part)] ?? 'line1']
  notes.push(`Line ${row.line}: the address is left out. “${heading}” is missing or not valid`)
  return []
}

/** Where the parts of an address are in the file, by their names in the contract. */
const partColumns: Partial<Record<string, CustomerColumnName>> = {
  fullName: 'recipient',
  line2: 'line2',
  city: 'city',
  state: 'state',
  pincode: 'pincode',
  country: 'country',
}

const known = Object.fromEntries(
  Object.entries(customerColumns).map(([column, { heading }]) => [column, [heading]]),
) as Record<CustomerColumnName, string[]>

/** The customers file of this shop; also any other table with an email per row. */
const ownFormat: CustomerFormat = {
  format: 'haat',
  recognises: (headings) => headings.has('email') && headings.has('customer since'),
  mapping: (headings) => ({
    ...mapHeadings<CustomerColumn>(headings, {
      email: ['Email address'],
      name: ['Full name', 'Customer', 'Customer name'],
      firstName: ['First name'],
      lastName: ['Last name', 'Surname'],
      since: ['Registered', 'Created', 'Created at'],
      phone: ['Mobile', 'Telephone'],
      line1: ['Address line 1', 'Street'],
      pincode: ['PIN code', 'Pincode', 'Zip', 'Postcode'],
    }),
    ...mapHeadings(headings, known),
  }),
  read,
}

/**
 * The customers file of Shopify, also of exports before the headings "Default Address …". Source:
 * https://help.shopify.com/en/manual/customers/import-export-customers
 */
const shopifyFormat: CustomerFormat = {
  format: 'shopify',
  recognises: (headings) =>
    headings.has('email') &&
    headings.has('first name') &&
    ['accepts email marketing', 'accepts marketing', 'total spent'].some((heading) => headings.has(heading)),
  mapping: (headings) =>
    mapHeadings<CustomerColumn>(headings, {
      email: ['Email'],
      firstName: ['First Name'],
      lastName: ['Last Name'],
      phone: ['Default Address Phone', 'Phone'],
      line1: ['Default Address Address1', 'Address1'],
      line2: ['Default Address Address2', 'Address2'],
      city: ['Default Address City', 'City'],
      state: ['Default Address Province Code', 'Province', 'Province Code'],
      pincode: ['Default Address Zip', 'Zip'],
      country: ['Default Address Country Code', 'Country Code', 'Country'],
    }),
  async *read(rows, settings) {
    // The phone of the customer stands in for that of the address.
    const phone = settings.mapping.phone
    const prepared = async function* () {
      for await (const row of rows()) {
        const cells = { ...row.cells }
        if (phone !== undefined && !cells[phone] && cells['Phone']) cells[phone] = cells['Phone']
        yield { ...row, cells }
      }
    }
    yield* read(prepared, settings)
  },
}

/**
 * The customers of WooCommerce: the export of its reports, and that of its extension "Customer/Order/Coupon Export". Sources:
 * https://woocommerce.com/document/woocommerce-analytics/customers-report/ and
 * https://woocommerce.com/document/ordercustomer-csv-export/
 */
const woocommerceFormat: CustomerFormat = {
  format: 'woocommerce',
  recognises: (headings) =>
    (headings.has('email') && headings.has('username')) ||
    (headings.has('user_login') && (headings.has('email') || headings.has('user_email'))) ||
    (headings.has('customer_id') && headings.has('billing_address_1') && !headings.has('order_number')),
  mapping: (headings) =>
    mapHeadings<CustomerColumn>(headings, {
      email: ['email', 'user_email', 'billing_email'],
      name: ['Name', 'display_name'],
      firstName: ['first_name', 'billing_first_name'],
      lastName: ['last_name', 'billing_last_name'],
      since: ['date_registered', 'Sign up', 'Sign Up', 'user_registered', 'Date registered'],
      phone: ['billing_phone'],
      line1: ['billing_address_1'],
      line2: ['billing_address_2'],
      city: ['billing_city', 'City'],
      state: ['billing_state', 'Region'],
      pincode: ['billing_postcode', 'Postal Code', 'Postal code'],
      country: ['billing_country', 'Country / Region'],
    }),
  read,
}

export const customerFormats: readonly CustomerFormat[] = [shopifyFormat, woocommerceFormat, ownFormat]
