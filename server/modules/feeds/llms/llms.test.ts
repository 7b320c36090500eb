import MarkdownIt from 'markdown-it'
import { afterAll, expect, test } from 'vitest'
import { updateAgentSettings } from '#contract/settings/settings.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { newcomer } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
await makeGoods(db)
await db
  .updateTable('shop')
  .set({ name: 'A [shop](http://evil)', tagline: 'Good\n# things' })
  .where('config_id', '=', 1)
  .execute()
await db.insertInto('shop_host').values({ config_id: 1, host: 'shop.example' }).execute()
await db
  .insertInto('content_page')
  .values({ config_id: 1, slug: 'help/own', title: '<Own> *help*', body: 'x' })
  .execute()

const read = (headers: Record<string, string> = {}, host = 'shop.example') =>
  app.inject({ url: '/llms.txt', headers: { host, ...headers } })

test('is Markdown with one title, the tagline as quote, and lists of links', async () => {
  const { body, headers } = await read()
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const tokens = new MarkdownIt({ html: true }).parse(body, {})
  const titles = tokens.flatMap(({ type, tag }, index) =>
    type === 'heading_open'
      ? [`${tag} ${tokens[index + 1]?.children?.map(({ content }) => content).join('')}`]
      : [],
  )
  expect(titles).toEqual(['h1 A [shop](http://evil)', 'h2 Products', 'h2 Policies and help', 'h2 For agents'])
  expect(tokens.filter(({ type }) => type === 'blockquote_open')).toHaveLength(1)
  expect(tokens.some(({ type }) => type === 'html_block')).toBe(false)
  const hrefs = tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'link_open')
    .map((token) => token.attrGet('href'))
  expect(hrefs).toEqual(
    expect.arrayContaining(
      [
        '/products',
        '/search?q=',
        '/categories/home',
        '/pages/help/own',
        '/.well-known/ucp',
        '/mcp',
        '/feeds/google.xml',
        '/feeds/meta.csv',
        '/feeds/openai.jsonl',
        '/sitemap.xml',
        '/api/docs',
      ].map((path) => `http://shop.example${path}`),
    ),
  )
  for (const href of hrefs) expect(href).toMatch(/^http:\/\/shop\.example\//)
})

test('every link opens something', async () => {
  const { body } = await read()
  const found = [...body.matchAll(/\]\(http:\/\/shop\.example([^)]*)\)/g)].map(([, path = '']) => path)
  const files = found.filter((path) => /^\/(\.well-known|feeds|sitemap|api\/docs)/.test(path))
  expect(files.length).toBeGreaterThan(5)
  for (const url of files) {
    const { statusCode } = await app.inject({ url, headers: { host: 'shop.example' } })
    expect([url, statusCode]).toEqual([url, 200])
  }
})

test('is cached like a page and follows the shop', async () => {
  const { headers } = await read()
  expect((await read({ 'if-none-match': String(headers['etag']) })).statusCode).toBe(304)
  expect((await read({}, 'other.example')).body).toMatch(/^# Other shop\n/)
  expect((await read({}, 'other.example')).body).not.toContain('Policies')
})

test('names the calls of agents as far as the owner allows them', async () => {
  const { browser: owner } = await newcomer(db, app, { role_id: 1 })
  const allow = (allowed: { catalog: boolean; checkout: boolean }) => owner.send(updateAgentSettings, allowed)
  const text = async () => (await read()).body
  expect(await text()).toContain('Universal Commerce Protocol: search, cart and checkout')
  await allow({ catalog: true, checkout: false })
  await expect.poll(text).toMatch(/Protocol: search\n.*\/mcp\): search as tools/)
  await allow({ catalog: false, checkout: true })
  await expect.poll(text).not.toMatch(/well-known|mcp/)
  expect(await text()).toContain('/feeds/openai.jsonl')
})
