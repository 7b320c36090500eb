import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { fileAnswer, fileStreamAnswer, type Endpoint } from '#contract/endpoint.ts'

/** Sends an answer as JSON, or as the file of an endpoint that declares its media type. */
export function sendAnswer(
  reply: FastifyReply,
  { created, media }: Pick<Endpoint, 'created' | 'media'>,
  answer: object,
): FastifyReply {
  if (created) void reply.code(201)
  return media ? sendFile(reply, media, answer) : reply.send(answer)
}

/** Sends a file that the browser displays, and that search engines ignore. */
function sendFile(reply: FastifyReply, media: string, answer: object): FastifyReply {
  const { name, ...content } = fileAnswer.or(fileStreamAnswer).parse(answer)
  return reply
    .headers({
      'content-type': ('stream' in content && content.media) || media,
      'content-disposition': `inline; filename="${name}"`,
      'x-robots-tag': 'noindex',
    })
    .send(
      'bytes' in content
        ? Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength)
        : Readable.from(content.stream, { objectMode: false }),
    )
}
