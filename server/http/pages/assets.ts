import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createCachedResponse, sendCachedResponse, type CachedResponse } from '../cache/cached-response.ts'

const contentTypes: Record<string, string> = {
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

/** Serves the browser's files of the build from memory. Each file gets its own route, so nothing else is reachable. */
export async function assets(app: FastifyInstance, { buildFolder }: { buildFolder: string }): Promise<void> {
  for (const [url, file] of await readAssets(join(buildFolder, 'client'))) {
    app.get(url, (request, reply) => sendCachedResponse(file, request, reply))
  }
}

async function readAssets(folder: string): Promise<Map<string, CachedResponse>> {
  const assetsByUrl = new Map<string, CachedResponse>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const type = contentTypes[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    // Vite puts a hash of the content into the names below /assets.
    const cacheControl = url.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600'
    const headers = {
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': cacheControl,
    }
    const br = await readFile(`${path}.br`).catch(() => undefined)
    assetsByUrl.set(url, createCachedResponse(200, headers, await readFile(path), br && { br }))
  }
  return assetsByUrl
}
