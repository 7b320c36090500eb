import { sql, type RawBuilder } from 'kysely'
import { gstCodes, gstTaxes, utgstTerritories } from './place-of-supply.ts'
import { addressFormats } from '#server/platform/address-formats/address-formats.ts'

/** GST state codes to the codes of the states. */
const statesByGstCode = JSON.stringify(
  Object.fromEntries(Object.entries(gstCodes).map(([state, code]) => [code, state])),
)

/** Codes and names of the states of the USA in small letters to their codes. */
const statesByText = JSON.stringify(
  Object.fromEntries(
    (addressFormats['US']?.states ?? []).flatMap(([code, name]) => [
      [code.toLowerCase(), code],
      [name.toLowerCase(), code],
    ]),
  ),
)

const SEPARATOR = ' + '

/** The name of the taxes that a document charges together: `CGST + SGST`. */
const joined = (taxes: readonly string[]) => sql`${taxes.join(SEPARATOR)}::text`

interface DocumentColumns {
  /** `tax_name` and `currency` of the order. */
  taxName: RawBuilder<string>
  currency: RawBuilder<string>
  /** `seller` of the invoice, and its address by `supplyAddressSql`. */
  seller: RawBuilder<unknown>
  address: RawBuilder<unknown>
}

/** The name of the tax on a document: `CGST + SGST`, `IGST` or `VAT`. The same rules as `taxNames`, for whole tables. */
export function taxNameSql({ taxName, currency, seller, address }: DocumentColumns): RawBuilder<string> {
  const home = sql`coalesce(nullif(${seller} ->> 'state', ''),
    ${statesByGstCode}::jsonb ->> left(${seller} ->> 'gstin', 2), '')`
  return sql`case
    when ${taxName} <> 'GST' or ${currency} <> 'INR' then ${taxName}
    when ${home} = '' then ${joined(gstTaxes.unknownSeller)}
    when ${address} ->> 'country' <> 'IN' or ${address} ->> 'state' <> ${home} then ${joined(gstTaxes.acrossStates)}
    when ${home} = any(${utgstTerritories}) then ${joined(gstTaxes.withinTerritory)}
    else ${joined(gstTaxes.withinState)} end`
}

/** The address that decides the place of supply. The same rules as `supplyAddress`, for whole tables. */
export function supplyAddressSql(
  billing: RawBuilder<unknown>,
  shipping: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const differs = (field: 'company' | 'fullName') => sql`
    (coalesce(${billing} ->> ${sql.lit(field)}, '') = '' or lower(trim(${billing} ->> ${sql.lit(field)}))
      <> lower(trim(coalesce(${shipping} ->> ${sql.lit(field)}, ''))))`
  return sql`case
    when ${billing} ->> 'country' = 'IN' and ${shipping} ->> 'country' = 'IN' and ${billing} ->> 'taxId' <> ''
      and ${differs('company')} and ${differs('fullName')}
    then ${shipping} || jsonb_build_object('state',
      coalesce(${statesByGstCode}::jsonb ->> left(${billing} ->> 'taxId', 2), ${shipping} ->> 'state'))
    else ${shipping} end`
}

/** The names of the taxes that `taxNameSql` names together. */
export const taxPartNames = (name: string): string[] => name.split(SEPARATOR)

/** How many taxes, of equal parts of the rate, a name of `taxNameSql` stands for. */
export function taxCountSql(name: RawBuilder<string>): RawBuilder<number> {
  const halved = Object.values(gstTaxes).filter((taxes) => taxes.length === 2)
  return sql`case when ${name} = any(${halved.map((taxes) => taxes.join(SEPARATOR))}) then 2 else 1 end`
}

/**
 * The state where the tax of a sale is due: its code in India and the USA, otherwise empty, because other states are texts
 * that customers type.
 */
export function taxStateSql(country: RawBuilder<string>, address: RawBuilder<unknown>): RawBuilder<string> {
  const state = sql`trim(${address} ->> 'state')`
  return sql`case
    when ${address} ->> 'country' is distinct from ${country} then ''
    when ${country} = 'IN' then ${state}
    when ${country} = 'US' then coalesce(${statesByText}::jsonb ->> lower(${state}), ${state})
    else '' end`
}
