import { withStressApp } from '#test/harness/app/stress-app.ts'
import { sendExtremeInputs } from '#test/harness/hostile/extreme-calls.ts'

/** Sends every number of every call alone at its highest and lowest value, and all fields together. Throws at the faults. */
export async function run(): Promise<void> {
  await withStressApp(async ({ app, db, databaseUrl, errors }) => {
    const { sent, accepted, faults } = await sendExtremeInputs({ app, db, url: databaseUrl })
    if (faults.length > 0) throw new Error(`${faults.length} faults:\n${faults.slice(0, 20).join('\n')}`)
    if (errors.length > 0) throw new Error(`The log has ${errors.length} errors: ${errors[0]}`)
    if (accepted <= sent / 2) throw new Error(`Only ${accepted} of ${sent} inputs were accepted`)
    console.log(`${sent} inputs at the limits, ${accepted} of them accepted, without a fault`)
  })
}
