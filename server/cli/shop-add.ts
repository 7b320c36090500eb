import { readConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { reachDatabase } from '../db/reach.ts'
import { ensureFirstAdmin } from '../modules/identity/index.ts'
import { addShop } from '../modules/shop/index.ts'
import { StartError } from '../start-error.ts'

const say = (sentence: string) => console.log(sentence)

/** `npm run shop:add -- NAME HOST`: one more shop in this installation, with an admin of its own. */
async function main([name, host, ...rest]: string[]): Promise<void> {
  if (!name || !host || rest.length > 0) {
    throw new StartError(
      'Usage: npm run shop:add -- NAME HOST, as in: npm run shop:add -- "Tea house" tea.example.com',
    )
  }
  const config = readConfig()
  const database = await reachDatabase(config, say)
  try {
    await migrate(database.url)
    const db = connect(database.url, { max: 1 })
    try {
      const configId = await addShop(db, { name, host })
      const admin = { configId, email: config.adminEmail, password: config.adminPassword }
      await ensureFirstAdmin(db, admin, (email, password) =>
        say(
          `Its admin signs in as ${email} with the password ${password} (shown this once, to be changed then)`,
        ),
      )
      say(`Shop ${configId}, "${name}", opens at ${host}`)
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
