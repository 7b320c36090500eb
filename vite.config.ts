import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The dashboard, and the server's side of all pages. The scripts of the storefront: vite.storefront.config.ts. */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Vite prepares all packages of the browser before the first visit. One that it found later would reload the page, and
  // modules that the page already has would answer 504 "Outdated Optimize Dep".
  optimizeDeps: {
    entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/islands/*.ts*', 'web/**/*.{route,island}.tsx'],
  },
})
