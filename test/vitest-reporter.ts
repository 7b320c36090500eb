import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { stripVTControlCharacters } from 'node:util'
import { root } from './project-files.ts'
import { reportFile, type TestReport } from './test-report.ts'

const MAX_MESSAGE = 200

/** What vitest knows about a line of a stack. */
interface StackFrame {
  file: string
  line: number
}

/** A reporter for vitest that writes one TestReport per project. It is a function, because vitest calls `new` on it. */
export default function testReport(): Reporter {
  const missing = new Set<string>()
  return {
    // The other reporter prints nothing of tests that pass.
    onUserConsoleLog({ content }) {
      for (const [line] of content.matchAll(/^Skipped: .+$/gm)) missing.add(line)
    },
    async onTestRunEnd(modules) {
      for (const [project, ofProject] of Map.groupBy(modules, (module) => module.project.name)) {
        await mkdir(dirname(reportFile(project)), { recursive: true })
        await writeFile(
          reportFile(project),
          JSON.stringify({ ...reportOf(ofProject), missing: [...missing] }),
        )
      }
    },
  }
}

function reportOf(modules: readonly TestModule[]): Omit<TestReport, 'missing'> {
  const pathOf = ({ moduleId }: TestModule) => moduleId.slice(root.length)
  return {
    files: modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic()
      const importMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration
      return { path: pathOf(module), failed: module.state() === 'failed', importMs, runMs: duration }
    }),
    tests: modules.flatMap((module) =>
      Array.from(module.children.allTests(), (test) => ({
        path: pathOf(module),
        name: test.fullName,
        state: test.result().state,
        ms: test.diagnostic()?.duration ?? 0,
        error: (test.result().errors ?? []).map((error) => errorOf(pathOf(module), error)).join(' · '),
      })),
    ),
  }
}

/** The beginning of what failed, and the line of the test file that saw it. */
function errorOf(path: string, error: { message: string; stacks?: StackFrame[] }): string {
  const frame = error.stacks?.find(({ file }) => file.endsWith(path))
  const line = frame ? ` (line ${frame.line})` : ''
  return `${stripVTControlCharacters(error.message).replace(/\s+/g, ' ').slice(0, MAX_MESSAGE)}${line}`
}
