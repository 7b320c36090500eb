import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAudit, getAuditFilters } from '#contract/audit/audit.ts'
import type { Permission } from '#contract/endpoint.ts'
import { createCategory, updateCategory, updateProduct } from '#server/modules/catalog/index.ts'
import { updateContentPage, createContentPage } from '#server/modules/content/index.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import type { Client } from '#test/harness/people/client.ts'
import type { WriteContext } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

let goods: Goods
let admin: Client
let adminId: number
let roles = 10

const by = (id: number | null, name: string): WriteContext => ({ shopId: 1, actor: { id, name } })
const write = <T>(
  work: (tx: Parameters<Parameters<ReturnType<typeof db.transaction>['execute']>[0]>[0]) => Promise<T>,
) => db.transaction().execute(work)

async function staffWith(...permissions: Permission[]): Promise<Client> {
  const id = ++roles
  await db
    .insertInto('role')
    .values({ config_id: 1, id, name: `Role ${id}`, permissions })
    .execute()
  return (await newcomer(db, app, { role_id: id })).browser
}

beforeAll(async () => {
  goods = await makeGoods(db)
  const user = await newcomer(db, app, { role_id: 1, full_name: 'Devika' })
  admin = user.browser
  adminId = user.id
})

describe('descriptions of entries', () => {
  it('format the price of a product and name its category', async () => {
    const category = await write((tx) => createCategory(tx, by(adminId, 'Devika'), { name: 'Kitchen' }))
    await write((tx) =>
      updateProduct(tx, by(adminId, 'Devika'), goods.mug, {
        categoryId: category,
        offer: 1250,
        variants: [{ price: 64_950 }],
        isNew: true,
      }),
    )
    const { answer } = await admin.send(getAudit, {
      subject: 'product',
      subjectId: String(goods.mug),
      limit: 1,
    })
    expect(answer.data[0]).toMatchObject({
      actor: { id: adminId, name: 'Devika' },
      action: 'update',
      effect: 'update',
      noun: 'Product',
      name: 'Stoneware mug',
      undoRefusal: null,
      job: null,
      jobSize: 1,
      undoes: null,
      undoneBy: null,
    })
    const changes = new Map(answer.data[0]?.changes.map((change) => [change.name, change]))
    expect(changes.get('Category')).toMatchObject({ before: ['Home'], after: ['Kitchen'] })
    expect(changes.get('Offer')).toMatchObject({ before: ['10%'], after: ['12.5%'] })
    expect(changes.get('New')).toMatchObject({ before: ['No'], after: ['Yes'] })
    expect(changes.get('Price and variants')).toMatchObject({ before: ['₹500.00'], after: ['₹649.50'] })
  })

  it('use the last name of a deleted record', async () => {
    const page = await write((tx) =>
      createContentPage(tx, by(null, 'The shop'), { slug: 'gone', title: 'Going', body: 'x' }),
    )
    await write((tx) => updateContentPage(tx, by(null, 'The shop'), page, { title: 'Gone' }))
    await db.deleteFrom('content_page').where('id', '=', page).execute()
    const { answer } = await admin.send(getAudit, { subject: 'content_page', subjectId: String(page) })
    expect(answer.data.map(({ name }) => name)).toEqual(['Gone', 'Gone'])
  })

  it('fall back to stored names for an unknown noun', async () => {
    const entry = { config_id: 1, actor_name: 'X', action: 'update', subject: 'odd_thing', subject_id: '7' }
    const states = { before: '{"someField":{"a":1}}', after: '{"someField":null}' }
    await db
      .insertInto('audit_entry')
      .values({ ...entry, ...states })
      .execute()
    const { answer } = await admin.send(getAudit, { subject: 'odd_thing' })
    expect(answer.data).toMatchObject([
      { noun: 'Odd thing', name: '#7', changes: [{ name: 'Some field', before: ['{"a":1}'], after: [] }] },
    ])
    expect(answer.data[0]?.undoRefusal).not.toBeNull()
  })
})

describe('visibility', () => {
  it('shows staff the nouns of their permissions, and everything with the permission staff', async () => {
    const content = await staffWith('content')
    const seen = (await content.send(getAudit, { limit: 100 })).answer
    expect(new Set(seen.data.map(({ subject }) => subject))).toEqual(new Set(['content_page']))
    expect(seen.total).toBe(2)
    expect((await content.send(getAudit, { subject: 'product' })).status).toBe(403)
    expect((await content.send(getAudit, { subject: 'content_page,product' })).status).toBe(403)
    expect((await content.send(getAuditFilters)).answer.data.subjects).toContainEqual({
      subject: 'content_page',
      noun: 'Page',
    })
    expect((await content.send(getAuditFilters)).answer.data.subjects).not.toContainEqual({
      subject: 'product',
      noun: 'Product',
    })

    const staff = await staffWith('staff')
    const all = (await staff.send(getAudit, { limit: 100 })).answer
    expect(all.total).toBe((await admin.send(getAudit)).answer.total)
    expect(all.data.find(({ subject }) => subject === 'product')?.undoRefusal).toContain('catalog')
    const nothing = await staffWith('orders')
    expect((await nothing.send(getAudit)).answer).toMatchObject({ data: [], total: 0, capped: false })
  })

  it('shows nothing of another shop', async () => {
    const { answer } = await admin.send(getAudit, { subject: 'product', subjectId: String(goods.foreign) })
    expect(answer.data).toEqual([])
    const names = (await admin.send(getAudit, { limit: 100 })).answer.data.map(({ name }) => name)
    expect(names).not.toContain('Foreign')
  })
})

describe('filters', () => {
  it('narrow entries by person, noun and day, newest first', async () => {
    const job = randomUUID()
    await write(async (tx) => {
      for (const id of [goods.mug, goods.lamp])
        await updateProduct(tx, { ...by(adminId, 'Devika'), job }, id, { gst: 500 })
    })
    const ids = async (filter: object) => {
      const { answer, status } = await admin.send(getAudit, { limit: 100, ...filter })
      expect(status).toBe(200)
      expect(answer.data.length).toBe(answer.total)
      return answer.data.map(({ id }) => id)
    }
    const all = await ids({})
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    expect(await ids({ job })).toEqual(all.slice(0, 2))
    expect((await admin.send(getAudit, { job })).answer.data).toMatchObject([{ jobSize: 2 }, { jobSize: 2 }])
    const mine = await ids({ actor: adminId })
    expect(mine.length).toBe(4)
    expect((await ids({ actor: 0 })).length + mine.length).toBe(all.length)
    expect((await ids({ action: 'create', subject: 'category' })).length).toBe(2)
    expect((await ids({ q: 'WARE mug' })).length).toBe(3)
    expect(await ids({ q: '%' })).toEqual([])
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
    expect(await ids({ from: today, to: today })).toEqual(all)
    expect(await ids({ to: '2020-01-01' })).toEqual([])
    expect(await ids({ from: '2090-01-01' })).toEqual([])
    expect((await admin.send(getAudit, { page: 2, limit: 3 })).answer.data.map(({ id }) => id)).toEqual(
      all.slice(3, 6),
    )
  })

  it.each([
    { actor: 'x' },
    { subject: 'Product; drop' },
    { action: 'read' },
    { job: '1' },
    { from: '21.11.2026' },
    { to: '2026-02-30' },
    { page: 0 },
    { limit: 101 },
    { q: 'a\0b' },
    { unknown: 1 },
  ])('refuse %j', async (filter) => {
    expect((await admin.send(getAudit, filter)).status).toBe(400)
  })

  it('list every writer once, by the latest name', async () => {
    await write((tx) => updateProduct(tx, by(adminId, 'Devika Shah'), goods.mug, { gst: 0 }))
    const { actors } = (await admin.send(getAuditFilters)).answer.data
    expect(actors).toEqual([
      { id: adminId, name: 'Devika Shah' },
      { id: 0, name: 'The shop itself' },
    ])
  })

  it('count up to 1,000 and report that there are more', async () => {
    const category = await write((tx) => createCategory(tx, by(null, 'Bulk'), { name: 'Counted' }))
    const entry = { config_id: 1, actor_name: 'Bulk', action: 'update', subject: 'category' }
    const rows = Array.from({ length: 1001 }, (_, n) => ({
      ...entry,
      subject_id: String(category),
      before: `{"position":${n}}`,
      after: `{"position":${n + 1}}`,
    }))
    await db.insertInto('audit_entry').values(rows).execute()
    const filter = { subject: 'category', subjectId: String(category) }
    expect((await admin.send(getAudit, filter)).answer).toMatchObject({ total: 1000, capped: true })
    expect((await admin.send(getAudit, { ...filter, action: 'create' })).answer).toMatchObject({
      total: 1,
      capped: false,
    })
    const catalog = await staffWith('catalog')
    expect((await catalog.send(getAudit)).answer).toMatchObject({ total: 1000, capped: true })
    await write((tx) => updateCategory(tx, by(null, 'Bulk'), category, { name: 'Still counted' }))
    expect((await catalog.send(getAudit, { limit: 1 })).answer.data).toMatchObject([
      { name: 'Still counted' },
    ])
  })
})
