import { sql, type RawBuilder } from 'kysely'
import type { CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/

/**
 * Whether the record with this id matches every line of a `customFilter`. A product also matches by one of its variants. The
 * value itself says what it is, so the definitions of the fields are not needed. The ids are an array, because a join of many
 * records took six times as long.
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
    if (subject !== 'product') return sql`${id} = any (array(${own}))`
    return sql`${id} = any (array(${own} union all select v.product_id from custom_values c
      join variant v on v.config_id = c.config_id and v.id = c.subject_id and v.retired_at is null
      where c.config_id = ${shopId} and c.subject = 'variant' and ${matching}))`
  })
  return sql`${sql.join(lines, sql` and `)}`
}

function condition(key: string, value: string): RawBuilder<boolean> {
  const [, from = '', to = ''] = /^(.*)\.\.(.*)$/.exec(value) ?? []
  const ends = [from, to].filter((end) => end !== '')
  if (ends.length > 0 && ends.every((end) => DAY.test(end)))
    return between(key, from || '0000-01-01', to || '9999-12-31')
  if (ends.length > 0 && ends.every((end) => NUMBER.test(end)))
    return between(key, from === '' ? -BEYOND : Number(from), to === '' ? BEYOND : Number(to))
  const alternatives: unknown[] = [value]
  if (value === 'true' || value === 'false') alternatives.push(value === 'true')
  if (NUMBER.test(value)) alternatives.push(Number(value))
  const contained = alternatives.map(
    (each) => sql<boolean>`c.extra @> ${JSON.stringify({ [key]: each })}::jsonb`,
  )
  return sql`(${sql.join(contained, sql` or `)})`
}

/** Larger than any stored number. */
const BEYOND = 1e15

/** As jsonb compares: numbers with numbers, texts with texts. */
function between<V extends string | number>(key: string, from: V, to: V): RawBuilder<boolean> {
  return sql`c.extra -> ${key} between ${JSON.stringify(from)}::jsonb and ${JSON.stringify(to)}::jsonb`
}
