import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

const pack = promisify(brotliCompress)

export default {
  appDirectory: 'web',
  // All routes are known from the start: no manifest request while a shopper moves about.
  routeDiscovery: { mode: 'initial' },
  // Packed as small as can be, once, beside the file: a tenth less to load than what can be packed while it is asked for.
  async buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, 'client', 'assets')
    const files = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))
    await Promise.all(
      files.map(async (name) => {
        const path = join(folder, name)
        await writeFile(`${path}.br`, await pack(await readFile(path)))
      }),
    )
  },
} satisfies Config
