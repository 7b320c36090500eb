import { readConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openForCommand } from '../db/open-for-command.ts'
import { ensureFirstAdmin } from '../modules/identity/index.ts'
import { addShop } from '../modules/shop/index.ts'
import { StartError } from '../start-error.ts'
import { print, runCommand } from './command.ts'

/** `npm run shop:add -- NAME HOST` adds a shop to this installation, with its own admin. */
async function main([name, host, ...rest]: string[]): Promise<void> {
  if (!name || !host || rest.length > 0) {
    throw new StartError(
      'Usage: npm run shop:add -- NAME HOST, as in: npm run shop:add -- "Tea house" tea.example.com',
    )
  }
  const config = readConfig()
  const database = await openForCommand(config, print)
  try {
    await migrate(database.url)
    const db = connect(database.url, { max: 1 })
    try {
      const shopId = await addShop(db, { name, host })
      const admin = { shopId, email: config.adminEmail, password: config.adminPassword }
      await ensureFirstAdmin(db, admin, (email, password) =>
        print(
          `Its admin signs in as ${email} with the password ${password} (shown this once; to be changed at the first sign-in)`,
        ),
      )
      print(`Shop ${shopId}, "${name}", opens at ${host}`)
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

await runCommand(() => main(process.argv.slice(2)))
