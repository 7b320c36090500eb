import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'

const NAME_ERROR = 3
const TXT = 16

/** A DNS server (RFC 1035) on a free port that knows TXT records by name, and a resolver that asks it. */
export async function startDnsServer(records: Record<string, string[]>) {
  const socket = createSocket('udp4', (query, { port, address }) => {
    socket.send(answer(query, records), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 500, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, stop: () => new Promise<void>((done) => socket.close(done)) }
}

/** The header and question of the query, followed by the records. */
function answer(query: Buffer, records: Record<string, string[]>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const texts = records[labels.join('.').toLowerCase()]
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (texts ? 0 : NAME_ERROR), 2)
  header.writeUInt16BE(texts?.length ?? 0, 6)
  // The query may carry an EDNS record, which the answer leaves out.
  header.writeUInt16BE(0, 10)
  return Buffer.concat([header, question, ...(texts ?? []).map(textRecord)])
}

function textRecord(text: string): Buffer {
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
  // The name is a pointer to the question; the type is TXT, the class is Internet, and it may be kept for 60 s.
  const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([head, data])
}
