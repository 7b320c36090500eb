import { data } from 'react-router'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { movedTo, smallPages } from '#test/harness/app/small-pages.ts'

const rendered: string[] = []
const build = smallPages({
  mugs: async ({ request }) => {
    rendered.push(request.url)
    return { names: ['Mug'] }
  },
  old: async () => movedTo('/mugs'),
  missing: async () => data({ message: 'There is no such page' }, { status: 404 }),
})
const { app, stop } = await testApp({ build })
afterAll(stop)

const get = (url: string) => app.inject({ url, headers: { host: 'localhost' } })

describe('the data of a page, for navigation by script', () => {
  it('is cached like a page', async () => {
    const first = await get('/_page/mugs?x=1')
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('application/json')
    expect(first.json()).toEqual({ names: ['Mug'] })
    expect((await get('/_page/mugs?x=1')).body).toBe(first.body)
    expect(rendered).toEqual(['http://localhost/mugs'])
  })

  it('says where a page has moved', async () => {
    const moved = await get('/_page/old')
    expect(moved.statusCode).toBe(200)
    expect(moved.json()).toEqual({ redirect: '/mugs' })
  })

  it('has the status of a missing page', async () => {
    const missing = await get('/_page/missing')
    expect(missing.statusCode).toBe(404)
    expect(missing.headers['cache-control']).toBe('no-store')
  })

  it('takes no forms', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await app.inject({ method: 'POST', url: '/_page/mugs', headers, payload: 'a=b' })
    expect([404, 405]).toContain(posted.statusCode)
  })
})
