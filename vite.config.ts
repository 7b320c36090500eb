import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
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
                  test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//,
                  priority: 2,
                },
                {
                  // Not what only staff need, nor what only forms do.
                  name: 'shop',
                  test: /web\/(ui\/(?!form|table|list|dialog\/alert-dialog)|lib\/(?!upload|idempotent)|data\/(?!admin)|storefront\/(top-bar|footer|layout|[a-z-]+\.tsx?))/,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
})
