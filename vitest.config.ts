import { existsSync, statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSequencer, type TestSequencerConstructor, type Vitest } from 'vitest/node'

// Databases, folders of shops and profiles of browsers are thousands of small files, which a disk is slow to make:
// where there is room in memory, they are made there.
const memory = '/dev/shm'
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > 4 * 2 ** 30) process.env['TMPDIR'] ??= memory
}

// Where nothing is known of earlier runs, the largest files begin. These are small and take long: begun last, each would
// run alone in the end, while other cores have nothing to do.
const long = /(every-page|hostile-input|hostile-uploads|kill)\.test\.ts$/

function longFirst(vitest: Vitest): TestSequencer {
  const usual = new BaseSequencer(vitest)
  const rank = (path: string) => (long.test(path) ? 0 : 1)
  return {
    shard: (files) => usual.shard(files),
    sort: async (files) => (await usual.sort(files)).toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId)),
  }
}

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
        test: { name: 'laws', include: ['test/laws/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['{contract,server,web,demo,bench,test/harness}/**/*.test.{ts,tsx}'],
          exclude: ['server/db/embedded*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          // Nothing is mocked, so files may share what they import: a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Each starts and stops, or kills, shops and embedded databases of its own.
          name: 'start',
          include: ['test/*.test.ts', 'server/db/embedded*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          // A browser on a busy machine may be late; what is broken is broken three times.
          retry: 2,
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: 'test/journeys/global-setup.ts',
          // Each test has a browser context of its own; files share the connection to the browser and what they import.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
