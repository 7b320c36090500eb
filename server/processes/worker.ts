// One of several processes on the port, started by parent.ts. When the parent ends, Node ends it as well.
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { loadServe } from '#server/load-serve.ts'
import { openLog } from '#server/log.ts'
import { keepTickShape } from '#server/platform/tick-shape.ts'
import { shutdownOnSignal } from '#server/shutdown.ts'
import { StartError } from '#server/start-error.ts'
import type { Order, Task } from './messages.ts'
import { siblings, tell } from './siblings.ts'

keepTickShape()
const shutdown = shutdownOnSignal()
const config = prepareDataDir(readConfig())
const log = openLog(config.logLevel, { shared: true })
const others = siblings()

const loading = loadServe()

async function open(task: Task): Promise<void> {
  const { serve } = await loading
  const say = (sentence: string) => console.log(sentence)
  tell({
    kind: 'open',
    address: await serve({ ...task, config, log, shutdown, say, siblings: others }),
  })
}

process.on('message', (order: Order) => {
  if (order.kind === 'stop') void shutdown.begin(0)
  if (order.kind !== 'serve') return
  open(order.task).catch(async (error: unknown) => {
    if (!shutdown.started) console.error(error instanceof StartError ? error.message : error)
    await shutdown.begin(1)
  })
})
tell({ kind: 'here' })
