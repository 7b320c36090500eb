import { routes } from '#server/app.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { adminSender, faultOf, hostileRequests } from '#test/harness/hostile/hostile-input.ts'

/** Sends every hostile value in every field of every call alone, or in one of `nth` cases. Throws at the faults. */
export async function run(nth = 1): Promise<void> {
  await withStressApp(async ({ app, db, errors }) => {
    const send = await adminSender(db, app)
    const faults: string[] = []
    let sent = 0
    for (const { endpoint } of routes) {
      for (const request of hostileRequests(endpoint, nth)) {
        const fault = faultOf(await send(request))
        if (fault) faults.push(`${endpoint.method} ${endpoint.path}: ${fault}`)
        sent++
      }
    }
    if (faults.length > 0) throw new Error(`${faults.length} faults:\n${faults.slice(0, 20).join('\n')}`)
    if (errors.length > 0) throw new Error(`The log has ${errors.length} errors: ${errors[0]}`)
    console.log(`${sent} requests to ${routes.length} calls: answered or refused, without a fault`)
  })
}
