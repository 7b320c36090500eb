import { join, relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { storefrontChunks } from './script-chunks.ts'

/** Keeps React Router out of the storefront's routes, after its compiler has run: see web/lib/navigation/route-props.ts. */
const storefrontRoutes: Plugin = {
  name: 'storefront-routes',
  enforce: 'post',
  transform(code, id) {
    if (!/\/web\/storefront\/.*\.route\.tsx/.test(id)) return
    const own = JSON.stringify(join(import.meta.dirname, 'web/lib/navigation/route-props.ts'))
    return { code: code.replaceAll(/(\bfrom\s*)["']react-router["']/g, `$1${own}`), map: null }
  },
}

/**
 * Empties modules named `.static.tsx` for the browser: only the server renders their components, and the browser keeps the
 * HTML. Without this, the modules that they import would still count as used.
 */
const staticModules: Plugin = {
  name: 'static-modules',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!/\.static\.tsx/.test(id)) return
    const names = Array.from(code.matchAll(/^export function (\w+)/gm), ([, name]) => name)
    return { code: names.map((name) => `export const ${name} = () => null`).join('\n'), map: null }
  },
}

/** Writes what each script of the browser consists of, for test/e2e/script-budget.test.ts. */
const scriptModules: Plugin = {
  name: 'script-modules',
  applyToEnvironment: ({ name }) => name === 'client',
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

export default defineConfig({
  plugins: [staticModules, tailwindcss(), reactRouter(), storefrontRoutes, scriptModules],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Vite prepares all packages of the browser before the first visit. One that it found later would reload the page, and
  // modules that the page already has would answer 504 "Outdated Optimize Dep".
  optimizeDeps: {
    entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/{storefront,dashboard}/**/*.route.tsx'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs stands together: 6 kB less over the wire on home than in many small files, and
            // the libraries stay in the browser's cache when the shop's own code changes.
            codeSplitting: {
              groups: [
                {
                  name: 'libraries',
                  test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
                  priority: 3,
                },
                // Only the dashboard loads it.
                { name: 'router', test: /node_modules\/react-router\//, priority: 3 },
                ...storefrontChunks,
              ],
            },
          },
        },
      },
    },
  },
})
