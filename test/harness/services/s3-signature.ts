import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

interface Keys {
  accessKeyId: string
  secretAccessKey: string
}

/** Whether a call has a valid signature of version 4 in its header or, while it has not expired, in its address. */
export function hasValidSignature(request: IncomingMessage, { accessKeyId, secretAccessKey }: Keys): boolean {
  const { method = '', headers, url = '' } = request
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const inHeader = /Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    headers.authorization ?? '',
  )
  const [id, ...scope] = (searchParams.get('X-Amz-Credential') ?? '').split('/')
  const [key, credential, names, signature] = inHeader
    ? inHeader.slice(1)
    : [id, scope.join('/'), searchParams.get('X-Amz-SignedHeaders'), searchParams.get('X-Amz-Signature')]
  const date = inHeader ? String(headers['x-amz-date']) : (searchParams.get('X-Amz-Date') ?? '')
  if (key !== accessKeyId || !credential || !names || !isInTime(date, searchParams.get('X-Amz-Expires')))
    return false
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const payload = inHeader ? String(headers['x-amz-content-sha256']) : 'UNSIGNED-PAYLOAD'
  const canonical = [method, pathname, query, signed.join(''), names, payload].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    date,
    credential,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  let secret: Buffer | string = `AWS4${secretAccessKey}`
  for (const part of credential.split('/')) secret = createHmac('sha256', secret).update(part).digest()
  return createHmac('sha256', secret).update(text).digest('hex') === signature
}

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

function isInTime(date: string, expires: string | null): boolean {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const [year, month, day, hour, minute, second] = parts
  const age = Date.now() - Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return age > -900_000 && age < (expires === null ? 900_000 : Number(expires) * 1000)
}
