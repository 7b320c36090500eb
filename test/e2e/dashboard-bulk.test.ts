import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectNoAxeViolations } from './support/page.ts'
import { inDatabase } from './support/person.ts'
import { toast } from './support/shopper.ts'
import { openAsAdmin } from './support/staff.ts'

it('500 products are changed after a preview, and all changes are undone in the activity log', async () => {
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
  await page.getByRole('button', { name: 'Select all 500 matching' }).press('Enter')
  await page.getByRole('button', { name: 'Bulk edit' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Bulk edit 500 products' })
  await dialog.getByLabel('Price', { exact: true }).selectOption({ label: 'Change by percent' })
  await dialog.getByLabel('Change (%)').fill('10')
  await page.keyboard.press('Enter')
  await dialog.getByText('500 products will change').waitFor()
  await expectNoAxeViolations(page)
  expect((await prices()).sum).toBe(before.sum)
  await dialog.getByRole('button', { name: 'Change 500 products' }).press('Enter')
  await toast(page, '500 products updated').waitFor()
  expect(Number((await prices()).sum)).toBeGreaterThan(Number(before.sum) * 1.09)

  const job = await inDatabase((db) =>
    db
      .selectFrom('audit_entry')
      .innerJoin('product', (join) => join.on(sql<boolean>`product.id::text = audit_entry.subject_id`))
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
    .getByRole('button', { name: 'Undo all 500 changes of this bulk edit' })
    .press('Enter')
  await toast(page, '500 records restored').waitFor()
  expect((await prices()).sum).toBe(before.sum)
})
