import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

/** Writes what each script consists of, for test/e2e/all-pages/script-budget.test.ts. */
const scriptModules: Plugin = {
  name: 'script-modules',
  generateBundle(_options, bundle) {
    const scripts = Object.values(bundle).flatMap((chunk) => {
      if (chunk.type !== 'chunk') return []
      const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]) => [
        relative(import.meta.dirname, id.replace(/^\0|\?.*$/g, '')),
        renderedLength,
      ])
      return [[chunk.fileName, Object.fromEntries(modules)]]
    })
    this.emitFile({
      type: 'asset',
      fileName: '.vite/script-modules.json',
      source: JSON.stringify(Object.fromEntries(scripts)),
    })
  },
}

const outDir = join(import.meta.dirname, 'build/client')
const pack = promisify(brotliCompress)

/**
 * Packs all scripts and styles of both builds as small as can be, once, beside each file: a tenth less to load than what can be
 * packed while it is asked for.
 */
const packedScripts: Plugin = {
  name: 'packed-scripts',
  async closeBundle() {
    const folder = join(outDir, 'assets')
    const files = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))
    await Promise.all(
      files.map(async (name) => {
        const path = join(folder, name)
        await writeFile(`${path}.br`, await pack(await readFile(path)))
      }),
    )
  },
}

/** The scripts of the storefront: its start and its islands. Beside those of vite.config.ts, which come first. */
export default defineConfig({
  plugins: [scriptModules, packedScripts],
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The start loads React and an island at the same time, so nothing else needs to be named early.
    modulePreload: false,
    cssCodeSplit: false,
    manifest: '.vite/storefront.json',
    rolldownOptions: {
      input: 'web/islands/start.ts',
      output: {
        codeSplitting: {
          // Few files compress better, and each costs its headers. A module that no rule names gets a file for each set of
          // islands that share it.
          groups: [
            // What every page loads, without React.
            {
              name: 'frame',
              test: /storefront\/layout\/frame\.enhance|browser\/open-page|offline\/stored-pages/,
              priority: 5,
            },
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|islands\/hydrate|data\/page\.ts/,
              priority: 4,
            },
            {
              name: 'queries',
              test: /@tanstack|storefront\/(queries|with-queries)|data\/(visitor\/(as-rendered|personal-data)|wishlist|cart\/cart)\.ts|-changes\.ts|stored-cart|personal-mutation/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // What most islands share.
            {
              name: 'parts',
              test: /web\/ui\/(icon|button|button-style|link-button|track-bottom-bar)\.|lib\/browser\/focus|data\/shop|format\/money/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'forms',
              test: /web\/ui\/form\/((form|use-form|text-field|password-field|checkbox-field|head-message|nested-enter)\.|draft\/(drafts|restored))|browser\/use-page-state|account\/(sign-in|narrow-page)/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
