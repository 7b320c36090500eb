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

/** A process has one build, and tests many apps. */
const read = new Map<string, ReturnType<typeof readAssets>>()

/** Serves the browser's files of the build from memory. Each file gets its own route, so nothing else is reachable. */
export async function assets(app: FastifyInstance, { buildFolder }: { buildFolder: string }): Promise<void> {
  const folder = join(buildFolder, 'client')
  const reading = read.get(folder) ?? readAssets(folder)
  read.set(folder, reading)
  for (const [url, file] of await reading) {
    app.get(url, (request, reply) => sendCachedResponse(file, request, reply))
  }
}

async function readAssets(folder: string): Promise<[url: string, file: CachedResponse][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const reading = entries.map(async (entry): Promise<[string, CachedResponse] | undefined> => {
    const type = contentTypes[extname(entry.name)]
    if (!entry.isFile() || !type) return undefined
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
      // Its own folder would be all that it controls.
      ...(url.startsWith('/assets/service-worker-') && { 'service-worker-allowed': '/' }),
    }
    const [bytes, br] = await Promise.all([readFile(path), readFile(`${path}.br`).catch(() => undefined)])
    return [url, createCachedResponse(200, headers, bytes, br && { br })]
  })
  const files = await Promise.all(reading)
  return files.filter((file) => file !== undefined)
}
