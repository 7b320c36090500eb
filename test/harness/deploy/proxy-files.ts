import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { certificate, certificateKey } from '../services/https-server.ts'
import { replaced, type Replacement } from './replaced.ts'

/** What a test puts in place of the addresses and paths in a file of `deploy/`. */
export interface Places {
  /** An empty folder for the file and what the proxy writes. */
  folder: string
  /** The port for https on 127.0.0.1. */
  port: number
  /** The port for http. */
  plainPort: number
  /** HAProxy only: shoppers come without TLS. */
  isPlain?: boolean
  /** The two shop hosts, as in `127.0.0.1:8000`. */
  shops: readonly [string, string]
}

/** A proxy whose file `deploy/` has. */
export interface ProxyFile {
  name: 'nginx' | 'haproxy' | 'caddy'
  /** Writes the file for these places. Returns the arguments that check it, and those that run it in the foreground. */
  write(places: Places): { check: string[]; run: string[] }
}

const hosts = (shops: readonly [string, string]): Replacement[] => [
  ['10.0.0.11:8000', shops[0]],
  ['10.0.0.12:8000', shops[1]],
]

const nginx: ProxyFile = {
  name: 'nginx',
  write({ folder, port, plainPort, shops }) {
    const shop = replaced('deploy/nginx.conf', [
      ...hosts(shops),
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen [::]:80;', ''],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['listen [::]:443 ssl http2;', ''],
      ['/etc/letsencrypt/live/shop.example.com/fullchain.pem', join(folder, 'certificate.pem')],
      ['/etc/letsencrypt/live/shop.example.com/privkey.pem', join(folder, 'key.pem')],
    ])
    writeFileSync(join(folder, 'certificate.pem'), certificate)
    writeFileSync(join(folder, 'key.pem'), certificateKey)
    writeFileSync(join(folder, 'haat.conf'), shop)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''}
      daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
      http { access_log off; ${temporary.join(' ')} include ${folder}/haat.conf; }`,
    )
    const common = ['-e', 'stderr', '-p', folder, '-c', file]
    return { check: ['-t', ...common], run: common }
  },
}

/** What `deploy/haproxy.cfg` does to requests without TLS, and says of all. */
export const withoutTls: readonly Replacement[] = [
  ['  http-request redirect scheme https code 308 unless { ssl_fc }\n', ''],
  ['  http-request set-header X-Forwarded-Proto https\n', ''],
]

const haproxy: ProxyFile = {
  name: 'haproxy',
  write({ folder, port, plainPort, shops, isPlain }) {
    const certificates = join(folder, 'certs')
    mkdirSync(certificates)
    writeFileSync(join(certificates, 'shop.pem'), `${certificate}\n${certificateKey}`)
    const file = join(folder, 'haproxy.cfg')
    const text = replaced('deploy/haproxy.cfg', [
      ...hosts(shops),
      ['  log /dev/log local0\n', ''],
      ['  user haproxy\n  group haproxy\n', ''],
      ['/run/haproxy/admin.sock', join(folder, 'admin.sock')],
      ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
      ['bind :443 ', `bind 127.0.0.1:${port} `],
      ['/etc/haproxy/certs/', `${certificates}/`],
      ...(isPlain ? withoutTls : []),
      ['bind 127.0.0.1:8404\n', `bind unix@${folder}/stats.sock\n`],
    ])
    writeFileSync(file, text)
    return { check: ['-c', '-f', file], run: ['-db', '-f', file] }
  },
}

const caddy: ProxyFile = {
  name: 'caddy',
  write({ folder, port, plainPort, shops }) {
    writeFileSync(join(folder, 'certificate.pem'), certificate)
    writeFileSync(join(folder, 'key.pem'), certificateKey)
    const site = replaced('deploy/Caddyfile', [
      ...hosts(shops),
      [
        'shop.example.com {',
        `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
      ],
    ])
    const file = join(folder, 'Caddyfile')
    const options = `admin off\n\thttp_port ${plainPort}\n\tstorage file_system ${folder}`
    writeFileSync(file, `{\n\t${options}\n\tdefault_bind 127.0.0.1\n}\n${site}`)
    const common = ['--config', file, '--adapter', 'caddyfile']
    return { check: ['validate', ...common], run: ['run', ...common] }
  },
}

/** All proxies whose files `deploy/` has. */
export const proxyFiles: readonly ProxyFile[] = [nginx, haproxy, caddy]
