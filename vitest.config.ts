import { existsSync, statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// Databases, folders of shops and profiles of browsers are thousands of small files, which a disk is slow to make:
// where there is room in memory, they are made there.
const memory = '/dev/shm'
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > 4 * 2 ** 30) process.env['TMPDIR'] ??= memory
}

export default defineConfig({
  test: {
    allowOnly: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
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
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
