import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddress, deleteAddress, getAddresses, updateAddress } from '#contract/identity/account.ts'
import { home, newcomer, newUser, openElsewhere, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

beforeAll(() => openElsewhere(db, app))

const address = { ...home, pincode: '411001' }

describe('addresses', () => {
  test('always have one default: the first, or the one that became it', async () => {
    const { browser } = await newcomer(db, app)
    const add = async (line1: string, is_default?: boolean) =>
      (await browser.send(createAddress, { ...address, line1, is_default })).answer.data.id
    const defaults = async () => {
      const { data, total } = (await browser.send(getAddresses)).answer
      expect(total).toBe(data.length)
      expect(data.slice(1).some(({ is_default }) => is_default)).toBe(false)
      return data.map(({ line1, is_default }) => (is_default ? `*${line1}` : line1))
    }
    const [one, two, three] = [await add('one'), await add('two'), await add('three', true)]
    expect(await defaults()).toEqual(['*three', 'one', 'two'])
    await browser.send(updateAddress, { ...address, id: one, line1: 'first', is_default: true })
    expect(await defaults()).toEqual(['*first', 'two', 'three'])
    await browser.send(updateAddress, { ...address, id: one, line1: 'one', is_default: false })
    expect(await defaults()).toEqual(['*one', 'two', 'three'])
    await browser.send(deleteAddress, { id: two })
    expect(await defaults()).toEqual(['*one', 'three'])
    await browser.send(deleteAddress, { id: one })
    expect(await defaults()).toEqual(['*three'])
    await browser.send(deleteAddress, { id: three })
    expect(await defaults()).toEqual([])
  })

  test('are saved as entered', async () => {
    const { browser } = await newcomer(db, app)
    const { data } = (await browser.send(createAddress, { ...address, fullName: ' A "B" <c> ' })).answer
    const stored = { ...address, fullName: 'A "B" <c>', line2: '', country: 'IN', is_default: true }
    const lines = [address.line1, `${address.city} ${address.pincode}`, 'Maharashtra', 'India']
    expect(data).toEqual({ ...stored, id: expect.any(Number), lines })
    const abroad = { ...address, line2: 'Flat 3', pincode: 'SW1A 1AA', country: 'GB' }
    const changed = await browser.send(updateAddress, { ...abroad, id: data.id })
    const abroadLines = expect.arrayContaining(['SW1A 1AA', 'United Kingdom'])
    expect(changed.answer.data).toEqual({ ...abroad, id: data.id, is_default: true, lines: abroadLines })
  })

  test('of other users and shops are not found', async () => {
    const [asha, ravi] = [await newcomer(db, app), await newcomer(db, app)]
    const elsewhere = await newUser(db, { config_id: 2 })
    const visitor = await signedIn(app, elsewhere.email, 'other.example')
    const { id } = (await asha.browser.send(createAddress, address)).answer.data
    for (const browser of [ravi.browser, visitor]) {
      expect(await browser.send(updateAddress, { ...address, id })).toMatchObject({ status: 404 })
      expect(await browser.send(deleteAddress, { id })).toMatchObject({ status: 404 })
      expect((await browser.send(getAddresses)).answer.data).toEqual([])
    }
    await ravi.browser.send(createAddress, { ...address, is_default: true })
    expect((await asha.browser.send(getAddresses)).answer.data).toMatchObject([{ id, is_default: true }])
  })

  test.each([
    { fullName: '' },
    { fullName: 5 },
    { phone: 'call me' },
    { phone: 9876543210 },
    { line1: ' ' },
    { line1: 'x'.repeat(201) },
    { line2: [] },
    { city: '' },
    { state: null },
    { pincode: '12' },
    { pincode: '012345' },
    { pincode: 'SW1A 1AA' },
    { country: 'India' },
    { country: 'in' },
    { is_default: 'perhaps' },
    { user_id: 1 },
    { config_id: 2 },
  ])('refuse %j', async (wrong) => {
    const { browser } = await newcomer(db, app)
    expect(await browser.send(createAddress, { ...address, ...wrong })).toMatchObject({ status: 400 })
    const { id } = (await browser.send(createAddress, address)).answer.data
    expect(await browser.send(updateAddress, { ...address, ...wrong, id })).toMatchObject({ status: 400 })
  })
})
