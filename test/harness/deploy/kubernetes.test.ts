import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '#server/config.ts'
import { read, root } from '#test/project-files.ts'

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
}

/** The documents of the files of `deploy/kubernetes`, without kustomize's own. */
const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root })
  .filter((path) => !path.endsWith('kustomization.yaml'))
  .sort()
  .flatMap((path) => parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest))

/** The errors of the compiler where the types of Kubernetes refuse these manifests, fields that it does not know included. */
function refused(documents: readonly object[]): string[] {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'manifests-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lines = documents.map((document, index) => {
    const { apiVersion, kind } = document as Manifest
    const type = `import('kubernetes-models/${apiVersion}').I${kind}`
    return `export const manifest${index}: ${type} = ${JSON.stringify(document)}`
  })
  const file = join(folder, 'manifests.ts')
  writeFileSync(file, lines.join('\n'))
  // Without --pretty false the compiler colours its errors where the environment asks for colours.
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--singleThreaded']
  const tsc = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    [...options, '--pretty', 'false', '--ignoreConfig', file],
    { encoding: 'utf8' },
  )
  const errors = (tsc.stdout + tsc.stderr).split('\n').filter((line) => line !== '')
  expect(tsc.status, errors.join('\n')).toBe(errors.length === 0 ? 0 : 1)
  return errors
}

test('the types of Kubernetes accept the manifests, and no misspelled one', () => {
  expect(manifests.map(({ kind }) => kind)).toEqual([
    'CronJob',
    'ConfigMap',
    'Secret',
    'Deployment',
    'PersistentVolumeClaim',
    'PersistentVolumeClaim',
    'Service',
    'Ingress',
    'HorizontalPodAutoscaler',
    'PodDisruptionBudget',
  ])
  const deployment = manifests.find(({ kind }) => kind === 'Deployment')
  const misspelled = JSON.parse(JSON.stringify(deployment).replace('periodSeconds', 'periodSecond'))
  const errors = refused([...manifests, misspelled])
  const own = errors.filter((line) => line.includes('error TS'))
  expect(own, errors.join('\n')).toHaveLength(1)
  expect(own[0]).toContain(`'"periodSecond"' does not exist`)
})

test('what manifests refer to exists', () => {
  const text = JSON.stringify(manifests)
  const referred = (pattern: RegExp) => new Set(Array.from(text.matchAll(pattern), ([, name]) => name))
  const named = (kind: string) =>
    new Set(manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name))
  expect(referred(/"claimName":"([^"]+)"/g)).toEqual(named('PersistentVolumeClaim'))
  expect(referred(/"configMapRef":\{"name":"([^"]+)"/g)).toEqual(named('ConfigMap'))
  expect(referred(/"secretRef":\{"name":"([^"]+)"/g)).toEqual(named('Secret'))
  expect(referred(/"service":\{"name":"([^"]+)"/g)).toEqual(named('Service'))
  expect(referred(/"scaleTargetRef":\{[^}]*"name":"([^"]+)"/g)).toEqual(named('Deployment'))
})

test('the shop accepts the settings of the manifests', () => {
  const env = Object.assign({}, ...manifests.map(({ data, stringData }) => ({ ...data, ...stringData })))
  expect(Object.keys(env).length).toBeGreaterThan(10)
  expect(readConfig(env).databaseUrl).toBe('postgres://haat:change-me@postgres:5432/haat')
})
