import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSequencer, type TestSequencerConstructor, type Vitest } from 'vitest/node'

// Databases, data folders and browser profiles are thousands of small files, which disks create slowly. They go to memory
// if there is room.
const memory = '/dev/shm'
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > 4 * 2 ** 30) process.env['TMPDIR'] ??= memory
}

// As `npm start` does: tests start many processes, and Node compiles the same files in each.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/haat')

// Without earlier timings, vitest starts with the largest files. These are small but slow: started last, each would run
// alone at the end while other cores are idle.
const long = /(every-page|extreme-inputs|hostile-input|hostile-uploads|kill)\.test\.ts$/
// A worker cannot go on with a file of another environment, and a new one imports everything again.
const hasEnvironment = (path: string) => readFileSync(path, 'utf8').includes('@vitest-environment')

function longFirst(vitest: Vitest): TestSequencer {
  const usual = new BaseSequencer(vitest)
  const rank = (path: string) => (long.test(path) ? 0 : hasEnvironment(path) ? 2 : 1)
  return {
    shard: (files) => usual.shard(files),
    sort: async (files) => (await usual.sort(files)).toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId)),
  }
}

const everyForm = 'web/**/every-form.test.tsx'

// Node runs the files of a project as it runs the shop: it strips the types and keeps the positions.
const withoutVite = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    allowOnly: false,
    sequence: { sequencer: longFirst as unknown as TestSequencerConstructor },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          experimental: withoutVite,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['{contract,client,server,demo,bench,test/harness}/**/*.test.ts'],
          exclude: ['server/db/embedded/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          // Nothing is mocked, so files can share modules, which takes a third of the time.
          isolate: false,
          experimental: withoutVite,
        },
      },
      {
        extends: true,
        test: {
          // Vite compiles JSX.
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [everyForm],
          // A second worker would compile and import the same files again, which takes longer than the tests.
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // These files replace a module of all forms, so they share modules with no other file.
          name: 'forms',
          include: [everyForm],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          // Each file starts, stops or kills its own shops and embedded databases.
          name: 'start',
          include: ['test/*.test.ts', 'server/db/embedded/*.test.ts'],
          experimental: withoutVite,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: 'test/e2e/support/global-setup.ts',
          experimental: withoutVite,
          // Each test has its own browser context; files share modules and the connection to the browser.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
