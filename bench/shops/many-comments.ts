import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { firstNames, lastNames } from './people.ts'

const sentences = [
  'The glaze is beautiful and even',
  'Arrived two days earlier than promised',
  'The handle feels sturdy',
  'Smaller than I expected from the photos',
  'We use it every morning for breakfast',
  'Packed with great care, nothing was broken',
  'The colour is darker than on my screen',
  'My mother loved this gift',
  'A small scratch on the bottom, otherwise perfect',
  'Does it fit into a dishwasher?',
  'The wood smells wonderful',
  'Stitching came loose after a week',
  'Worth every rupee',
  'The lid closes tightly and keeps tea warm for hours',
  'Customer service replaced the damaged piece at once',
  'Fabric is softer after the first wash',
  'I would buy it again',
  'Too heavy for my daughter',
  'Looks exactly like the description',
  'The courier left it with a neighbour',
  'Instructions for care would be helpful',
  'It wobbles slightly on an uneven table',
  'Guests always ask where we found it',
  'The lamp gives a warm and pleasant light',
  'No smell of varnish at all',
  'Zip is stiff but it works',
]

/**
 * Adds comments and questions of one to four sentences on up to 5,000 products of shop 1, some of them hidden, waiting or
 * reported. The handle must have no statement timeout, because the last statement is VACUUM ANALYZE.
 */
export async function insertComments(db: Database, count: number): Promise<void> {
  await sql`
    with shown as (
      select id, row_number() over (order by md5(id::text)) - 1 as n from product
      where config_id = 1 and status = 'live' and deleted_at is null order by n limit 5000
    )
    insert into comment (config_id, product_id, kind, author_name, body, is_verified, status, created_at)
    select 1, s.id, case when i % 10 = 0 then 'question' else 'comment' end,
      concat_ws(' ', (string_to_array(${firstNames}, ' '))[1 + i % 15], (string_to_array(${lastNames}, ' '))[1 + (i / 15) % 15]),
      t.body || '. Order ' || 10000 + (i * 31) % 90000, i % 3 = 0,
      case when i % 200 = 0 then 'pending' when i % 300 = 0 then 'hidden' else 'visible' end,
      now() - i * interval '7 minutes'
    from generate_series(1, ${sql.lit(count)}) i
    join shown s on s.n = (i % 10007 * 7919) % (select count(*) from shown)
    cross join lateral (
      select string_agg((${sentences}::text[])[1 + (i * 7 + i / 26 + k * 11) % ${sql.lit(sentences.length)}], '. ' order by k) as body
      from generate_series(0, i % 4) k
    ) t`.execute(db)
  await sql`
    insert into comment_report (config_id, comment_id, user_id, reason)
    select 1, c.id, u.id, 'Not about the product' from comment c
    cross join (select id from app_user where config_id = 1 order by id limit 1) u
    where c.config_id = 1 and c.id % 1000 = 7`.execute(db)
  // Autovacuum would do this later.
  await sql`vacuum analyze comment, comment_report, comment_count`.execute(db)
}
