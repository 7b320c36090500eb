import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#test/harness/app/database.ts'

interface Result {
  code: number
  output: string
}

/** Runs the command and waits for its end. */
function generate(args: string[], env: Record<string, string> = {}): Promise<Result> {
  const command = [join(import.meta.dirname, 'generate.cli.ts'), ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    )
  })
}

test('prints its usage for invalid arguments', async () => {
  const usage = { code: 1, output: expect.stringMatching(/^Usage: npm run demo:generate/) }
  const wrong = [[], ['10', '--shop', 'x']]
  expect(await Promise.all(wrong.map((args) => generate(args)))).toEqual(wrong.map(() => usage))
})

test('fills an empty database with the demo and the requested products', { timeout: 60_000 }, async () => {
  const { db, url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-generate-cli-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const env = { DATABASE_URL: url, DATA_DIR: dataDir }

  const { code, output } = await generate(['30', '--seed', '5'], env)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('30 of 30 products') })
  const { count } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(64 + 30)
})
