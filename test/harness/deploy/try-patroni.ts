import { globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  MAX_START_MS,
  findPatroni,
  nodeNames,
  patroniAddress,
  startDatabaseProxy,
  startEtcd,
  startPatroni,
  statusOf,
  type NodePlaces,
} from '../cluster/database-node.ts'
import { asUser } from '../cluster/test-hosts.ts'
import { findProgram } from './packages.ts'
import type { Service } from './service.ts'

/** A cluster of `deploy/patroni.yml` with two nodes, three members of etcd, and `deploy/haproxy-postgres.cfg` before it. */
export async function tryPatroni(): Promise<string[]> {
  const [patroni, etcd, haproxy] = [findPatroni(), findProgram('etcd', 'etcd-server'), findProgram('haproxy')]
  const postgres = globSync('/usr/lib/postgresql/*/bin/postgres').at(-1)
  if (postgres === undefined) console.log('Skipped: postgres (Debian package postgresql) is not installed')
  if (!patroni || !etcd || !haproxy || !postgres) return []
  // The nodes keep their ports, on loopback addresses that no other run has.
  const network = `127.${1 + Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.`
  const folder = await mkdtemp(join(tmpdir(), 'haat-patroni-'))
  await chmod(folder, 0o755)
  const places: NodePlaces = {
    folder,
    network,
    command: (_host, program, user) => [...(user ? asUser(user) : []), ...program],
  }
  const services: Service[] = []
  try {
    services.push(...(await Promise.all(nodeNames.map((name) => startEtcd(places, name)))))
    for (const name of ['db1', 'db2'] as const) services.push(await startPatroni(places, name))
    await until(`${patroniAddress(places, 'db2')}/sync`)
    services.push(await startDatabaseProxy(places, 'proxy', { listen: `${network}1` }))
    return await checkCluster(network)
  } catch (error) {
    return [`patroni: ${String(error)}`, ...services.map((service) => service.printed().slice(-1500))]
  } finally {
    for (const service of services.toReversed()) await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function until(url: string): Promise<void> {
  const giveUpAt = performance.now() + MAX_START_MS
  while ((await statusOf(url)) !== 200) {
    if (performance.now() > giveUpAt) throw new Error(`${url} does not answer 200.`)
    await wait(200)
  }
}

/** Writes through the port of the leader, and reads it through the port of the replicas. */
async function checkCluster(network: string): Promise<string[]> {
  const at = (port: number) => `postgres://postgres:change-me-1@${network}1:${port}/postgres`
  const ask = async (port: number, statement: string): Promise<string | undefined> => {
    const client = new pg.Client({ connectionString: at(port), connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query<{ answer: string }>(statement)
      return rows[0]?.answer
    } finally {
      await client.end()
    }
  }
  // HAProxy takes every node for up until its first checks have failed, and gives each node a connection in turn.
  const giveUpAt = performance.now() + MAX_START_MS
  const settled = async (port: number, isReplica: string) => {
    for (let right = 0; right < 6 && performance.now() < giveUpAt;) {
      const answer = await ask(port, 'select pg_is_in_recovery()::text as answer').catch(() => undefined)
      right = answer === isReplica ? right + 1 : 0
      if (right === 0) await wait(100)
    }
    return ask(port, 'select pg_is_in_recovery()::text as answer')
  }
  const roles = [await settled(5000, 'false'), await settled(5001, 'true')]
  await ask(5000, 'create table written (text text)')
  await ask(5000, `insert into written values ('before')`)
  const standby = await ask(5000, 'select sync_state as answer from pg_stat_replication')
  const read = await ask(5001, 'select text as answer from written')
  console.log(
    `patroni: port 5000 is the leader, 5001 a replica (${standby}) that has read what was written: ${read}`,
  )
  return [
    ...(roles.join() === 'false,true' ? [] : [`patroni: in recovery are ${roles.join()}, not false,true`]),
    ...(standby === 'sync' ? [] : [`patroni: the replica is ${standby}, not sync`]),
    ...(read === 'before' ? [] : [`patroni: the replica has read ${read}`]),
  ]
}
