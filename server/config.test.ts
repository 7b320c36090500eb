import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, settingsHelp } from './config.ts'

test('without any variable the shop runs on port 8000 of this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 8000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    adminEmail: 'admin@example.com',
    demo: true,
    trustProxy: false,
    webConcurrency: 1,
    rateLimits: 'on',
    databaseUrl: undefined,
  })
})

test('treats an empty variable as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8000, databaseUrl: undefined })
})

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ DEMO: '0' }, { demo: false }],
  [{ DEMO: 'yes' }, { demo: true }],
  [{ PUBLIC_URL: 'https://Shop.Example/' }, { publicUrl: 'https://shop.example' }],
  [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
  [{ TRUST_PROXY: 'on' }, { trustProxy: true }],
  [{ TRUST_PROXY: '10.0.0.0/8,::1' }, { trustProxy: '10.0.0.0/8,::1' }],
  [{ RATE_LIMITS: 'off' }, { rateLimits: 'off' }],
  [{ SMTP_URL: 'smtp://a:b@mail:587' }, { smtpUrl: 'smtp://a:b@mail:587' }],
  [{}, { emailFrom: 'noreply@localhost' }],
  [{ PUBLIC_URL: 'https://shop.example:8443' }, { emailFrom: 'noreply@shop.example' }],
  [{ PUBLIC_URL: 'https://shop.example', MAIL_FROM: 'hi@tea.example' }, { emailFrom: 'hi@tea.example' }],
])('understands %o', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

test.each([
  { PORT: '80a' },
  { PORT: '65536' },
  { PORT: '-1' },
  { PORT: '8e3' },
  { HOST: 'two words' },
  { DATABASE_URL: 'mysql://host/shop' },
  { DATABASE_URL: 'postgres://host' },
  { DATABASE_DIRECT_URL: 'postgres://host/shop' },
  { DATABASE_REPLICA_URL: 'postgres://host/shop' },
  { DATABASE_REPLICA_URL: 'postgres://host/shop, other', DATABASE_URL: 'postgres://host/shop' },
  { AUTH_SECRET: 'short' },
  { ADMIN_EMAIL: 'nobody' },
  { ADMIN_PASSWORD: '1234567' },
  { DEMO: 'maybe' },
  { PUBLIC_URL: 'nonsense' },
  { PUBLIC_URL: 'https://shop.example/path' },
  { TRUST_PROXY: '10.0.0.0/33' },
  { TRUST_PROXY: 'everyone' },
  { SMTP_URL: 'http://mail' },
  { MAIL_FROM: 'Tea house' },
  { WEB_CONCURRENCY: '0' },
  { WEB_CONCURRENCY: '65' },
  { RATE_LIMITS: 'no' },
  { REDIS_URL: 'localhost:6379' },
  { LOG_LEVEL: 'loud' },
  { S3_BUCKET: 'Two words' },
  { S3_ENDPOINT: 's3.example.com' },
  { S3_PREFIX: '/a' },
  { S3_PREFIX: 'a?b' },
  { S3_CACHE_MB: '-1' },
  { S3_DELIVERY: 'pigeon' },
  { BACKUP_TO: '/mnt/backups' },
  { SFTP_HOST_KEY: 'MD5:ab' },
])('refuses %o in one sentence that names the variable', (env) => {
  const name = Object.keys(env)[0]!
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
})

test('a bucket needs its keys, and public delivery an address', () => {
  const bucket = { S3_BUCKET: 'shop', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(() => readConfig({ S3_BUCKET: 'shop' })).toThrow('S3_ACCESS_KEY_ID must be set with S3_BUCKET.')
  expect(() => readConfig({ ...bucket, S3_DELIVERY: 'public' })).toThrow(/^S3_PUBLIC_URL must be set/)
  expect(readConfig({}).uploadsBucket).toBeUndefined()
  expect(readConfig({ ...bucket, S3_PREFIX: 'a/b' }).uploadsBucket).toMatchObject({
    pathStyle: false,
    prefix: 'a/b/',
    delivery: { by: 'shop' },
  })
  const cdn = { S3_DELIVERY: 'public', S3_PUBLIC_URL: 'https://cdn.example/x/' }
  const own = { ...bucket, ...cdn, S3_ENDPOINT: 'https://s3.example' }
  expect(readConfig(own).uploadsBucket).toMatchObject({
    pathStyle: true,
    delivery: { by: 'public', url: 'https://cdn.example/x' },
  })
})

test('does not print a refused secret', () => {
  expect(() => readConfig({ AUTH_SECRET: 'hush-hush' })).toThrow(/^(?!.*hush)/)
})

test('help and documentation name every variable', () => {
  const names = settingsHelp.match(/^ {2}([A-Z0-9_]+)/gm)!.map((line) => line.trim())
  expect(names.length).toBeGreaterThan(40)
  const operations = readFileSync('docs/operations.md', 'utf8')
  for (const name of names) expect(operations).toContain(`\`${name}\``)
})
