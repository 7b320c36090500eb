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

// Only the pages under test: no sandbox (Chromium has none as root) and no background requests.
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds here, so optimising their code costs more than it saves.
  '--js-flags=--no-turbofan,--no-maglev',
]

/**
 * Starts Chromium: CHROMIUM_PATH, otherwise the system's, otherwise the npm package's. Tests connect to its
 * `wsEndpoint()`. `more` are additional arguments.
 */
export async function startChromium(more: readonly string[] = []): Promise<BrowserServer> {
  const args = [...quiet, ...more]
  const own = process.env['CHROMIUM_PATH'] ?? systemBrowsers.find((path) => existsSync(path))
  if (own) return chromium.launchServer({ executablePath: own, args })
  const folder = await unpack()
  // The package includes the libraries and fonts that a minimal system lacks.
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_FILE: await describeFonts(folder),
  }
  return chromium.launchServer({ executablePath: join(folder, 'chromium'), args, env })
}

/**
 * Writes a fontconfig file with the package's and the system's fonts, and answers its path. The package's own file
 * expects the fonts in the temporary folder, and without fonts Chromium exits. Arimo and Tinos are as wide as Arial and
 * Times New Roman, which people's machines have and minimal systems lack: lines would move when the web fonts arrive.
 */
async function describeFonts(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf')
  const metricFonts = ['arimo', 'tinos'].map((name) =>
    join(root, 'node_modules/@expo-google-fonts', name, '400Regular'),
  )
  const folders = [join(folder, 'fonts'), '/usr/share/fonts', ...metricFonts]
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

/** Unpacks the Chromium of `@sparticuz/chromium` once per version. Answers the folder. */
async function unpack(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'No Chromium here: install one, or name it by CHROMIUM_PATH. The bundled one is for Linux on x64.',
    )
  const { devDependencies } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as Manifest
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `chromium-${devDependencies['@sparticuz/chromium']}`)
  if (existsSync(folder)) return folder
  // Unpacks to a temporary folder first, so that a killed run or two concurrent runs leave no half browser.
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `import c from '@sparticuz/chromium'; await c.executablePath()`],
    // The package unpacks to the temporary folder, and its libraries only if it detects Lambda.
    { cwd: root, env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' } },
  )
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}
