import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectNoAxeViolations } from '../../support/page.ts'
import { inDatabase } from '../../support/person.ts'
import { toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('600 products are changed in parts after a preview, and undone part by part in the activity log and at once', async () => {
  const word = `Ledger${Date.now()}`
  await inDatabase((db) =>
    sql`with made as (
        insert into product (config_id, category_id, name, slug, status, price_from, price_to)
        select 1, c.id, ${`${word} `} || n, ${`${word.toLowerCase()}-`} || n, 'draft', 100000 + n, 100000 + n
        from generate_series(1, 600) n, (select id from category where config_id = 1 order by id limit 1) c
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
  expect(Number(before.count)).toBe(600)

  const page = await openAsAdmin(`/dashboard/all-products?q=${word}`)
  /** Changes the prices of all products by percent. */
  async function bulkEdit(percent: string) {
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Select all 600 matching' }).press('Enter')
    await page.getByRole('button', { name: 'Bulk edit' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Bulk edit 600 products' })
    await dialog.getByLabel('Price', { exact: true }).selectOption({ label: 'Change by percent' })
    await dialog.getByLabel('Change (%)').fill(percent)
    await page.keyboard.press('Enter')
    await dialog.getByText('600 products will change').waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Change 600 products' }).press('Enter')
    await toast(page, '600 products updated').waitFor()
  }
  await bulkEdit('10')
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
  expect(Number((await prices()).sum)).toBeLessThan(Number(before.sum) * 1.02)

  await page.goto(`/dashboard/all-products?q=${word}`)
  const whole = await prices()
  await bulkEdit('-50')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).press('Enter')
  await toast(page, '600 products restored').waitFor()
  expect(await prices()).toEqual(whole)
})
