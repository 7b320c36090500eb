import type { FastifyInstance } from 'fastify'
import { serveImage } from '#server/platform/images.ts'
import type { Delivered } from '#server/platform/storage/open-storage.ts'
import { immutable, type Storage } from '#server/platform/storage/storage.ts'
import { AppError } from '../errors.ts'

/** Of addresses that are known to lead to a stored file. */
const MAX_KNOWN = 20_000
/** Signed addresses are valid for at least twelve hours. */
const redirectCaching = 'public, max-age=3600'

interface UploadDeps {
  storage: Storage
  /** Present if browsers get images elsewhere. */
  delivered: Delivered | undefined
}

/** Serves uploaded images, whole and scaled, or redirects to them. Their names are hashes of their content, so they never change. */
export async function uploads(app: FastifyInstance, { storage, delivered }: UploadDeps): Promise<void> {
  /** The stored file of each address; several widths may lead to one file. */
  const known = new Map<string, string>()
  app.get<{ Params: { name: string } }>('/uploads/:name', async (request, reply) => {
    const { name } = request.params
    const redirect = async (file: string) => {
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(name, file)
      const location = await delivered?.urlOf(file)
      return reply.code(302).headers({ location, 'cache-control': redirectCaching }).send()
    }
    const file = known.get(name)
    if (delivered && file !== undefined) return redirect(file)
    const image = await serveImage(storage, name)
    if (!image) throw new AppError(404, 'not_found', 'There is no such image.')
    if (delivered && image.file !== undefined) return redirect(image.file)
    const isImmutable = image.file !== undefined
    const etag = `"${name}"`
    const headers = {
      ...(isImmutable && { etag }),
      'cache-control': isImmutable ? immutable : 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    }
    if (isImmutable && request.headers['if-none-match'] === etag)
      return reply.code(304).headers(headers).send()
    return reply.type(image.type).headers(headers).send(image.body)
  })
}
