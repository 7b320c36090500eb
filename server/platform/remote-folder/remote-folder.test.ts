import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startS3 } from '#test/harness/services/s3-server.ts'
import { sshdIsInstalled, startSftp } from '#test/harness/services/sftp-server.ts'
import { openRemoteFolder } from './open-remote-folder.ts'
import type { RemoteFolder } from './remote-folder.ts'

/** In bytes; a bucket gets it in two parts. */
const LARGE = 20_000_000

const scratch = await mkdtemp(join(tmpdir(), 'haat-remote-'))
const s3 = await startS3({ pageSize: 2 })
const hasSshd = sshdIsInstalled()
const sftp = hasSshd ? await startSftp() : undefined
afterAll(async () => {
  await s3.stop()
  await sftp?.stop()
  await rm(scratch, { recursive: true })
})

const settings = (env: Record<string, string>) => readConfig(env).remote
const bucket = () => openRemoteFolder(`s3://${s3.bucket}/a/b`, settings(s3.env))
const server = () => openRemoteFolder(`${sftp?.address}/a/b`, settings({ ...sftp?.env }))

const small = join(scratch, 'small')
const large = join(scratch, 'large')
beforeAll(async () => {
  await writeFile(small, 'small')
  await writeFile(large, Buffer.alloc(LARGE, 'abcdefg'))
})

const listed = async (remote: RemoteFolder) => {
  const files: string[] = []
  for await (const { path, bytes } of remote.list()) files.push(`${path} ${bytes}`)
  return files.sort()
}

describe.each([
  ['a bucket', bucket, true],
  ['an SFTP server', server, hasSshd],
] as const)('%s', (_, open, isThere) => {
  test.runIf(isThere)('has no files at first, then those that were copied, whole', async () => {
    const remote = await open()
    expect(await listed(remote)).toEqual([])
    const back = join(scratch, 'back')
    expect(await remote.get('none', back)).toBe(false)
    for (const path of ['one', 'uploads/ab/two', 'uploads/ab/three']) await remote.put(path, small)
    await remote.put('large', large)
    await remote.put('one', large)
    await remote.put('one', small)
    expect(await listed(remote)).toEqual([
      `large ${LARGE}`,
      'one 5',
      'uploads/ab/three 5',
      'uploads/ab/two 5',
    ])
    expect(await remote.get('large', back)).toBe(true)
    expect((await readFile(back)).equals(await readFile(large))).toBe(true)
    await remote.remove('uploads/ab/two')
    expect(await listed(remote)).toHaveLength(3)
    remote.close()
  })
})

test('a part that the bucket refuses is sent again, and a large file is whole or absent', async () => {
  const remote = await bucket()
  s3.objects.clear()
  s3.fail('busy', 1, 'PUT')
  await remote.put('large', large)
  expect(s3.objects.get('a/b/large')?.bytes.length).toBe(LARGE)
  s3.objects.clear()
  const wrong = await openRemoteFolder(
    `s3://${s3.bucket}/a`,
    settings({ ...s3.env, S3_SECRET_ACCESS_KEY: 'no' }),
  )
  await expect(wrong.put('large', large)).rejects.toMatchObject({
    reason: expect.stringContaining('403') as string,
  })
  s3.fail('cut', 1, 'GET')
  await remote.put('small', small)
  await expect(remote.get('small', join(scratch, 'part'))).rejects.toMatchObject({ isTemporary: true })
  await expect(readFile(join(scratch, 'part'))).rejects.toThrow('ENOENT')
  s3.heal()
})

test('an address may have the key and the server of another bucket', async () => {
  const query = `endpoint=${encodeURIComponent(s3.url)}&region=eu-1`
  const address = `s3://${s3.accessKeyId}:${s3.secretAccessKey}@${s3.bucket}/c?${query}`
  const remote = await openRemoteFolder(address, settings({}))
  await remote.put('x', small)
  expect([...s3.objects.keys()]).toContain('c/x')
  expect(remote.label).toBe(`s3://${s3.bucket}/c`)
  await expect(openRemoteFolder(`s3://${s3.bucket}`, settings({}))).rejects.toThrow('Set S3_ACCESS_KEY_ID')
  await expect(openRemoteFolder('sftp://host/path', settings({}))).rejects.toThrow(
    'An address must look like',
  )
})

describe('an SFTP server', () => {
  const open = (env: Record<string, string>) => openRemoteFolder(sftp?.address ?? '', settings(env))

  test.runIf(hasSshd)('is used only if its key is the known one', async () => {
    const { SFTP_KEY_FILE = '', SFTP_HOST_KEY = '' } = { ...sftp?.env }
    await expect(open({ SFTP_KEY_FILE })).rejects.toThrow(`set SFTP_HOST_KEY to it`)
    await expect(open({ SFTP_KEY_FILE })).rejects.toThrow(SFTP_HOST_KEY)
    const other = `SHA256:${'A'.repeat(43)}`
    await expect(open({ SFTP_KEY_FILE, SFTP_HOST_KEY: other })).rejects.toThrow('which is not SFTP_HOST_KEY')
  })

  test.runIf(hasSshd)('says why it refuses', async () => {
    const { SFTP_HOST_KEY = '' } = { ...sftp?.env }
    const stranger = { SFTP_KEY_FILE: sftp?.strangerKey ?? '', SFTP_HOST_KEY }
    await expect(open(stranger)).rejects.toThrow('refuses the login')
    await expect(open({ SFTP_KEY_FILE: '/none', SFTP_HOST_KEY })).rejects.toThrow(
      'SFTP_KEY_FILE cannot be read',
    )
    const gone = openRemoteFolder('sftp://me@127.0.0.1:1/x', settings({ ...sftp?.env }))
    await expect(gone).rejects.toThrow(/cannot be used: .*ECONNREFUSED/)
  })
})
