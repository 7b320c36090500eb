import { afterAll, expect, it } from 'vitest'
import { getContentPage } from '#contract/content/content-page.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const call = caller(app)

it('returns a page of the shop as HTML', async () => {
  await db
    .insertInto('content_page')
    .values({ config_id: 1, slug: 'help/shipping', title: 'Shipping', body: '# Cost\n\n**Free** <b>now</b>' })
    .execute()
  const { data } = await call(getContentPage, { slug: 'help/shipping' })
  expect(data).toMatchObject({
    slug: 'help/shipping',
    title: 'Shipping',
    html: '<h2>Cost</h2>\n<p><strong>Free</strong> &lt;b&gt;now&lt;/b&gt;</p>\n',
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  })
})

it('finds no page of another shop and no unknown page', async () => {
  await db.insertInto('shop').values({ config_id: 2, name: 'Other shop' }).execute()
  await db
    .insertInto('content_page')
    .values({ config_id: 2, slug: 'terms', title: 'Terms', body: 'x' })
    .execute()
  for (const slug of ['terms', 'help', "'; drop table content_page --", '..']) {
    await expect(call(getContentPage, { slug })).rejects.toMatchObject({ status: 404 })
  }
})
