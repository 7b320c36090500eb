import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startS3 } from '#test/harness/services/s3-server.ts'
import { checkStorage } from './storage.ts'

const s3 = await startS3()
afterAll(() => s3.stop())

const check = (env: Record<string, string>) => checkStorage(readConfig(env), 900)

test('a bucket is checked by a file that goes again; a folder is not', async () => {
  expect(await check({})).toBeUndefined()
  expect(await check(s3.env)).toMatchObject({ state: 'ok', action: null })
  expect(s3.calls).toEqual(['PUT health-check', 'GET health-check', 'GET ', 'DELETE health-check'])
  expect(s3.objects.size).toBe(0)
})

test('says what is wrong, in time', async () => {
  const problem = (finding: RegExp) => ({
    state: 'problem',
    finding: expect.stringMatching(finding) as string,
  })
  expect(await check({ ...s3.env, S3_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject(problem(/refuses with 403/))
  expect(await check({ ...s3.env, S3_BUCKET: 'missing' })).toMatchObject(problem(/has no bucket "missing"/))
  s3.fail('busy', Infinity, 'DELETE')
  expect(await check(s3.env)).toMatchObject(problem(/503/))
  s3.fail('hang')
  expect(await check(s3.env)).toMatchObject(problem(/did not answer within 0.9 s/))
})
