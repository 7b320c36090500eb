import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'

// `npm run client` packs the client for other projects as build/haat-client.tgz: JavaScript and declarations, without
// dependencies. Another folder can be given.
const root = join(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'build'))
// Not build/client, which has the scripts of the pages.
const content = join(target, 'haat-client')
const tarball = join(target, 'haat-client.tgz')

rmSync(content, { recursive: true, force: true })
mkdirSync(content, { recursive: true })
const compiler = join(root, 'node_modules/tsc/bin/tsc')
run(process.execPath, [compiler, '-p', join(root, 'client/tsconfig.json'), '--outDir', content])
for (const name of readdirSync(content).filter((path) => path.endsWith('.d.ts'))) {
  const declarations = readFileSync(join(content, name), 'utf8')
  // The compiler rewrites the extensions of imports in JavaScript only.
  writeFileSync(join(content, name), declarations.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
}
copyFileSync(join(root, 'LICENSE'), join(content, 'LICENSE'))
copyFileSync(join(root, 'client/README.md'), join(content, 'README.md'))
const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  license: string
}
const manifest = {
  name: 'haat',
  version,
  description: 'A typed client of the API of a Haat shop.',
  license,
  // It comes from the code of the shop that it calls, never from a registry.
  private: true,
  type: 'module',
  sideEffects: false,
  // The oldest Node that has every global that the client uses.
  engines: { node: '>=20' },
  exports: { './client': { types: './index.d.ts', default: './index.js' } },
}
writeFileSync(join(content, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
const packed = run('npm', ['pack', content, '--json', '--pack-destination', target])
const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
renameSync(join(target, filename), tarball)
process.stdout.write(`${tarball}\n`)

function run(program: string, args: string[]): string {
  const isWindows = process.platform === 'win32'
  return execFileSync(program, args, { encoding: 'utf8', shell: isWindows && program === 'npm' })
}
