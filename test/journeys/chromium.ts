import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type BrowserServer } from 'playwright-core'
import { root } from '#test/project-files.ts'

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

// Nothing but the pages under test: no sandbox (Chromium has none as root), no calls home.
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds here: to make its code faster costs more than it brings.
  '--js-flags=--no-turbofan,--no-maglev',
]

/**
 * Starts Chromium: the one of CHROMIUM_PATH, else the system's, else the one that npm brought. Journeys connect to it
 * by its `wsEndpoint()`. `more` are further arguments for Chromium.
 */
export async function startChromium(more: readonly string[] = []): Promise<BrowserServer> {
  const args = [...quiet, ...more]
  const own = process.env['CHROMIUM_PATH'] ?? systemBrowsers.find((path) => existsSync(path))
  if (own) return chromium.launchServer({ executablePath: own, args })
  const folder = await unpack()
  // It comes with the libraries and fonts that a bare machine lacks.
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_FILE: await describeFonts(folder),
  }
  return chromium.launchServer({ executablePath: join(folder, 'chromium'), args, env })
}

/**
 * Tells Chromium where the fonts that came with it are, and those of the machine; answers the file. Its own description
 * looks in the folder for temporary files, and without any font Chromium ends itself.
 */
async function describeFonts(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf')
  const folders = [join(folder, 'fonts'), '/usr/share/fonts']
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((path) => `  <dir>${path}</dir>`).join('\n')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  )
  return file
}

interface Manifest {
  devDependencies: Record<string, string>
}

/** Unpacks the Chromium of `@sparticuz/chromium` once per version; answers the folder. */
async function unpack(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'No Chromium here: install one, or name it by CHROMIUM_PATH. The bundled one is for Linux on x64.',
    )
  const { devDependencies } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as Manifest
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `chromium-${devDependencies['@sparticuz/chromium']}`)
  if (existsSync(folder)) return folder
  // Into a folder of its own first: a run that is killed half-way, or two at once, must not leave half a browser.
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `import c from '@sparticuz/chromium'; await c.executablePath()`],
    // It unpacks into the folder for temporary files, and its libraries only where it believes to be on Lambda.
    { cwd: root, env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' } },
  )
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}
