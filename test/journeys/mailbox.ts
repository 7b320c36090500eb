import { expect, inject } from 'vitest'
import { connect } from '#server/db/connect.ts'

/** The path of the link in the last mail of this kind to an address; waits until it is there. */
export async function mailedLink(template: string, recipient: string): Promise<string> {
  const db = connect(inject('databaseUrl'), { max: 1 })
  const linkIn = async () => {
    const mail = await db
      .selectFrom('mail')
      .select('body_text')
      .where('template', '=', template)
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return /https?:\/\/[^/\s]+(\/\S+\?token=[\w-]+)/.exec(mail?.body_text ?? '')?.[1]
  }
  try {
    await expect.poll(linkIn, { message: `a mail ${template} to ${recipient}` }).toBeDefined()
    return (await linkIn()) ?? ''
  } finally {
    await db.destroy()
  }
}
