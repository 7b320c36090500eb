import { expect, test } from 'vitest'
import { restartInTurn } from './harness/cluster/rolling-restart.ts'
import { findProgram } from './harness/deploy/packages.ts'
import { root } from './project-files.ts'

const program = findProgram('haproxy')

test.runIf(program)(
  'hosts behind HAProxy are restarted in turn without a failed request',
  async () => {
    const version = { name: 'this version', root, drains: true }
    const { statuses, orders } = await restartInTurn({
      program: program ?? '',
      rate: 30,
      versions: [version, version],
    })
    expect(Object.keys(statuses)).toEqual(['200', '201'])
    expect(orders.acknowledged).toBeGreaterThan(20)
    expect(orders.stored).toBe(orders.acknowledged)
  },
  180_000,
)
