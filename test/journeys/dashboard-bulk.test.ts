import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectNoAxeViolations } from './page.ts'
import { inDatabase } from './person.ts'
import { toast } from './shopper.ts'
import { openAsAdmin } from './staff.ts'

it('500 products are changed after a look at them, and all of it is taken back in the history', async () => {
  const word = `Ledger${Date.now()}`
  await inDatabase((db) =>
    sql`with made as (
        insert into product (config_id, category_id, name, slug, status, price_from, price_to)
        select 1, c.id, ${`${word} `} || n, ${`${word.toLowerCase()}-`} || n, 'draft', 100000 + n, 100000 + n
        from generate_series(1, 500) n, (select id from category where config_id = 1 order by id limit 1) c
        returning id, price_from
      )
      insert into variant (config_id, product_id, price) select 1, id, price_from from made`.execute(db),
  )
  const prices = () =>
    inDatabase((db) =>
      db
        .selectFrom('product')
        .select(({ fn }) => [fn.sum<number>('price_from').as('sum'), fn.countAll<number>().as('count')])
        .where('name', 'like', `${word} %`)
        .executeTakeFirstOrThrow(),
    )
  const before = await prices()
  expect(Number(before.count)).toBe(500)

  const page = await openAsAdmin(`/dashboard/all-products?q=${word}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Select all 500 that match' }).press('Enter')
  await page.getByRole('button', { name: 'Bulk edit' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Bulk edit 500 products' })
  await dialog.getByLabel('Price', { exact: true }).selectOption({ label: 'Change by percent' })
  await dialog.getByLabel('By how many percent').fill('10')
  await page.keyboard.press('Enter')
  await dialog.getByText('500 products change').waitFor()
  await expectNoAxeViolations(page)
  expect((await prices()).sum).toBe(before.sum)
  await dialog.getByRole('button', { name: 'Change 500 products' }).press('Enter')
  await toast(page, '500 products are changed').waitFor()
  expect(Number((await prices()).sum)).toBeGreaterThan(Number(before.sum) * 1.09)

  const job = await inDatabase((db) =>
    db
      .selectFrom('journal')
      .innerJoin('product', (join) => join.on(sql<boolean>`product.id::text = journal.subject_id`))
      .select('job')
      .where('name', '=', `${word} 1`)
      .where('subject', '=', 'product')
      .executeTakeFirstOrThrow(),
  )
  await page.goto(`/dashboard/audit?job=${job.job}`)
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Revert all 500 changes of this job' })
    .press('Enter')
  await toast(page, '500 records are as before').waitFor()
  expect((await prices()).sum).toBe(before.sum)
})
