import type { FastifyInstance } from 'fastify'
import { serveImage } from '#server/platform/images.ts'
import type { Storage } from '#server/platform/storage.ts'
import { AppError } from '../errors.ts'

const immutable = 'public, max-age=31536000, immutable'

/** Serves uploaded images, whole and scaled. Their names are hashes of their content, so they never change. */
export async function uploads(app: FastifyInstance, { storage }: { storage: Storage }): Promise<void> {
  app.get<{ Params: { name: string } }>('/uploads/:name', async (request, reply) => {
    const image = await serveImage(storage, request.params.name)
    if (!image) throw new AppError(404, 'not_found', 'There is no such image.')
    const etag = `"${request.params.name}"`
    const headers = {
      ...(image.immutable && { etag }),
      'cache-control': image.immutable ? immutable : 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    }
    if (image.immutable && request.headers['if-none-match'] === etag)
      return reply.code(304).headers(headers).send()
    return reply.type(image.type).headers(headers).send(image.body)
  })
}
