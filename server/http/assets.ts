import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { finish, sendFinished, type Finished } from './finished.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

/** The browser's part of the build, read once and served from memory: one route a file, so that nothing else can be. */
export async function assets(app: FastifyInstance, { buildFolder }: { buildFolder: string }): Promise<void> {
  for (const [url, file] of await readAssets(join(buildFolder, 'client'))) {
    app.get(url, (request, reply) => sendFinished(file, request, reply))
  }
}

async function readAssets(folder: string): Promise<Map<string, Finished>> {
  const found = new Map<string, Finished>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    // Vite names what it puts below /assets after its content.
    const cacheControl = url.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600'
    const headers = {
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': cacheControl,
    }
    const packed = await readFile(`${path}.br`).catch(() => undefined)
    found.set(url, finish(200, headers, await readFile(path), packed && { br: packed }))
  }
  return found
}
