import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/**
 * A server that speaks the part of Redis's protocol (RESP 2) that the shop uses: AUTH, PING, DEL, and EVAL of the
 * rate limit script, which it implements itself. Tests with a real Redis compare the two.
 */
export function smallRedis(port: number, password: string) {
  const freeAt = new Map<string, number>()
  const sockets = new Set<Socket>()
  let hangs = false
  let server: Server | undefined

  const listen = (socket: Socket) => {
    let known = false
    let rest = ''
    sockets.add(socket)
    const read = () => {
      for (let next = parse(rest); !hangs && next; next = parse(rest)) {
        rest = rest.slice(next.length)
        const [name = '', ...values] = next.words
        if (name.toUpperCase() === 'AUTH') known = values.at(-1) === password
        socket.write(known ? act(name.toUpperCase(), values) : '-NOAUTH Authentication required.\r\n')
      }
    }
    socket.on('data', (bytes) => {
      rest += bytes.toString('latin1')
      read()
    })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('resume', read)
  }

  const act = (name: string, values: string[]): string => {
    if (name === 'AUTH') return '+OK\r\n'
    if (name === 'PING') return '+PONG\r\n'
    if (name === 'DEL') return `:${Number(freeAt.delete(values[0] ?? ''))}\r\n`
    const [script = '', count, key = '', step, burst] = values
    if (name !== 'EVAL' || count !== '1') return `-ERR unknown command '${name}'\r\n`
    if (!/'GET'[^]+'SET'[^]+'PX'/.test(script)) return '-ERR Error compiling script\r\n'
    const now = Date.now()
    const free = Math.max(freeAt.get(key) ?? 0, now) + Number(step)
    const over = free - now - Number(burst) * Number(step)
    if (over > 0) return `:${Math.max(1, Math.ceil(over / 1000))}\r\n`
    freeAt.set(key, free)
    return ':0\r\n'
  }

  return {
    real: false,
    async start() {
      server = createServer(listen).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    hang: () => void (hangs = true),
    goOn() {
      hangs = false
      for (const socket of sockets) socket.emit('resume')
    },
    async kill() {
      hangs = false
      freeAt.clear()
      for (const socket of sockets) socket.destroy()
      if (!server?.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

/** The first command in the buffer as an array of strings; undefined while incomplete. */
function parse(sent: string): { words: string[]; length: number } | undefined {
  const [head, many] = /^\*(\d+)\r\n/.exec(sent) ?? []
  if (head === undefined) return undefined
  const words: string[] = []
  let at = head.length
  while (words.length < Number(many)) {
    const [length, size] = /^\$(\d+)\r\n/.exec(sent.slice(at)) ?? []
    if (length === undefined) return undefined
    const begin = at + length.length
    at = begin + Number(size) + 2
    if (sent.length < at) return undefined
    words.push(sent.slice(begin, at - 2))
  }
  return { words, length: at }
}
