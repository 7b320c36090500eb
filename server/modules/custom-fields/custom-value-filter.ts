import { sql, type RawBuilder } from 'kysely'
import type { CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/

/**
 * Whether the record with this id matches every line of a `customFilter`. A product also matches by one of its variants. The
 * value itself says what it is, so the definitions of the fields are not needed: a number also finds an amount.
 */
export function matchesCustom(
  shopId: number,
  subject: CustomFieldSubject,
  filter: string,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const lines = filter.split('\n').map((line) => {
    const [key = '', ...rest] = line.split(':')
    const matching = condition(key, rest.join(':').trim())
    const own = sql`select c.subject_id from custom_values c
      where c.config_id = ${shopId} and c.subject = ${sql.lit(subject)} and ${matching}`
    if (subject !== 'product') return sql`${id} in (${own})`
    return sql`${id} in (${own} union all select v.product_id from custom_values c
      join variant v on v.config_id = c.config_id and v.id = c.subject_id and v.retired_at is null
      where c.config_id = ${shopId} and c.subject = 'variant' and ${matching})`
  })
  return sql`${sql.join(lines, sql` and `)}`
}

function condition(key: string, value: string): RawBuilder<boolean> {
  const [, from = '', to = ''] = /^(.*)\.\.(.*)$/.exec(value) ?? []
  const ends = [from, to].filter((end) => end !== '')
  if (ends.length > 0 && ends.every((end) => DAY.test(end))) return dayBetween(key, from, to)
  if (ends.length > 0 && ends.every((end) => NUMBER.test(end))) return numberBetween(key, from, to)
  const alternatives: unknown[] = [value]
  if (value === 'true' || value === 'false') alternatives.push(value === 'true')
  // An amount is stored as text with the decimals of its currency.
  if (NUMBER.test(value))
    alternatives.push(Number(value), ...[0, 2, 3].map((digits) => Number(value).toFixed(digits)))
  const contained = [...new Set(alternatives)].map(
    (each) => sql<boolean>`c.extra @> ${JSON.stringify({ [key]: each })}::jsonb`,
  )
  return sql`(${sql.join(contained, sql` or `)})`
}

function dayBetween(key: string, from: string, to: string): RawBuilder<boolean> {
  return sql`c.extra ->> ${key} between ${from} and ${to || '9999-12-31'} and c.extra ->> ${key} ~ '^\\d{4}-\\d{2}-\\d{2}$'`
}

/** A value that is no number is compared with nothing. */
function numberBetween(key: string, from: string, to: string): RawBuilder<boolean> {
  const number = sql`case when c.extra ->> ${key} ~ '^-?\\d+(\\.\\d+)?$' then (c.extra ->> ${key})::numeric end`
  return sql`${number} between ${from || '-Infinity'}::numeric and ${to || 'Infinity'}::numeric`
}
