import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type BrowserServer } from 'playwright-core'
import { root } from '#test/project-files.ts'

/** Where systems install Chromium, Chrome and Edge. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name]
    return folder === undefined
      ? []
      : [
          join(folder, 'Google/Chrome/Application/chrome.exe'),
          join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        ]
  }),
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
 * Starts Chromium: CHROMIUM_PATH, otherwise the pinned one of the npm package (Linux on x64), otherwise the system's.
 * Tests connect to its `wsEndpoint()`. `more` are additional arguments.
 */
export async function startChromium(more: readonly string[] = []): Promise<BrowserServer> {
  const args = [...quiet, ...more]
  const own = process.env['CHROMIUM_PATH'] ?? (hasPackage ? undefined : installedBrowser())
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

/** The name and version of a browser, and its program: "Chrome 153.0 (node_modules/…/chromium)". */
export async function describeBrowser(server: BrowserServer): Promise<string> {
  const browser = await chromium.connect(server.wsEndpoint())
  const version = browser.version()
  await browser.close()
  return `Chromium ${version} (${server.process().spawnfile.replace(root, '')})`
}

const hasPackage = process.platform === 'linux' && process.arch === 'x64'

function installedBrowser(): string {
  const found = systemBrowsers.find((path) => existsSync(path))
  if (found) return found
  throw new Error('There is no Chromium, Chrome or Edge here: install one, or name it by CHROMIUM_PATH.')
}

/**
 * Writes a fontconfig file with the package's and the system's fonts, and returns its path. The package's own file
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

/** Unpacks the Chromium of `@sparticuz/chromium` once per version. Returns the folder. */
async function unpack(): Promise<string> {
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
