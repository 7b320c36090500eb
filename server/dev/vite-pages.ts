import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import type { DevelopmentPages, Pages } from '#server/http/pages/page-renderer.ts'

const root = join(import.meta.dirname, '../..')

/** Serves the pages from their sources through Vite, with hot module reload on the shop's own port. */
export function vitePages(dataDir: string): DevelopmentPages {
  // Vite starts before the shop's server exists, so it listens for WebSockets on this one, which never opens a port.
  const relay = createHttpServer()
  const starting = createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      hmr: { server: relay },
      // Vite serves files of the project; the data folder holds secrets.
      fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', join(dataDir, '**')] },
    },
  })
  let handle: Awaited<typeof starting>['middlewares'] | undefined
  return {
    async attach(server) {
      server.on('upgrade', (...upgrade) => relay.emit('upgrade', ...upgrade))
      handle = (await starting).middlewares
    },
    middleware(request, response, next) {
      if (handle) handle(request, response, next)
      else next()
    },
    async load() {
      const vite = await starting
      return (await vite.ssrLoadModule('virtual:react-router/server-build')) as Pages
    },
    close: async () => (await starting).close(),
  }
}
