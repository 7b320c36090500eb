import { expect, inject } from 'vitest'
import { connect } from '#server/db/connect.ts'

/** Waits for an email of this template to an address. Returns the path of its link. */
export async function emailToken(template: string, recipient: string): Promise<string> {
  const db = connect(inject('databaseUrl'), { max: 1 })
  const linkIn = async () => {
    const email = await db
      .selectFrom('email')
      .select('body_text')
      .where('template', '=', template)
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return /https?:\/\/[^/\s]+(\/\S+\?token=[\w-]+)/.exec(email?.body_text ?? '')?.[1]
  }
  try {
    await expect.poll(linkIn, { message: `an email ${template} to ${recipient}` }).toBeDefined()
    return (await linkIn()) ?? ''
  } finally {
    await db.destroy()
  }
}
