import type { FastifyInstance } from 'fastify'
import { servePicture } from '#server/platform/images.ts'
import type { Storage } from '#server/platform/storage.ts'
import { AppError } from './errors.ts'

const immutable = 'public, max-age=31536000, immutable'

/** Pictures below /uploads, whole and scaled. Their names follow from their content: they never change. */
export async function uploads(app: FastifyInstance, { storage }: { storage: Storage }): Promise<void> {
  app.get<{ Params: { name: string } }>('/uploads/:name', async (request, reply) => {
    const picture = await servePicture(storage, request.params.name)
    if (!picture) throw new AppError(404, 'not_found', 'There is no such picture.')
    const etag = `"${request.params.name}"`
    const headers = {
      ...(picture.immutable && { etag }),
      'cache-control': picture.immutable ? immutable : 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    }
    if (picture.immutable && request.headers['if-none-match'] === etag)
      return reply.code(304).headers(headers).send()
    return reply.type(picture.type).headers(headers).send(picture.body)
  })
}
