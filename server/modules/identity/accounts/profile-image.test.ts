import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { deleteImage, getAccount } from '#contract/identity/account.ts'
import { login } from '#contract/identity/auth.ts'
import { secret, signedIn, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'

const { app, stop } = await testApp()
afterAll(stop)

describe('the profile image', () => {
  const png = () =>
    sharp({
      create: {
        width: 700,
        height: 700,
        channels: 3,
        background: '#c96',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()

  function formOf(fields: Record<string, string>, bytes: Buffer) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('profileimage', new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }))
    const request = new Request('http://localhost', { method: 'POST', body: form })
    return { request, type: request.headers.get('content-type')! }
  }

  const sendForm = async (
    method: 'POST' | 'PATCH',
    url: string,
    fields: Record<string, string>,
    bytes: Buffer,
    cookie = '',
  ) => {
    const { request, type } = formOf(fields, bytes)
    const payload = Buffer.from(await request.arrayBuffer())
    return app.inject({ method, url, payload, headers: { 'content-type': type, cookie } })
  }

  test('is uploaded at registration, re-encoded, and can be replaced and deleted', async () => {
    const bytes = await png()
    expect(bytes.length).toBeGreaterThan(1024 * 1024)
    const email = 'imaged@example.com'
    const fields = {
      fullName: 'R',
      gender: '1',
      email,
      password: secret,
      confirmpassword: secret,
      roleId: '1',
    }
    expect((await sendForm('POST', '/api/auth/register', fields, bytes)).json()).toMatchObject({
      message: 'Registration successful',
    })
    const browser = await signedIn(app, email)
    const { dp, roleId } = (await browser.send(getAccount)).answer.data
    expect(roleId).toBe(2)
    const shown = await app.inject(`/uploads/${dp}`)
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 700 })

    const cookie = `session=${browser.cookies.get('session')}`
    const small = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer()
    const replaced = (await sendForm('PATCH', '/api/account', { fullName: 'Ravi' }, small, cookie)).json()
    expect(replaced.data).toMatchObject({
      fullName: 'Ravi',
      dp: expect.stringMatching(/^[0-9a-f]{20}\.webp$/),
    })
    expect(replaced.data.dp).not.toBe(dp)
    expect((await browser.send(deleteImage)).answer.data.dp).toBeNull()
  })

  test('is refused if the file is no image, and the registration with it', async () => {
    const fields = {
      fullName: 'R',
      gender: '1',
      email: 'svg@example.com',
      password: secret,
      confirmpassword: secret,
    }
    const refused = await sendForm(
      'POST',
      '/api/auth/register',
      fields,
      Buffer.from('<svg onload="alert(1)">'),
    )
    expect(refused.statusCode).toBe(415)
    expect(await stranger(app).send(login, { ...fields })).toMatchObject({ status: 401 })
  })
})
