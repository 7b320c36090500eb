import { getMail, getMails } from '#contract/mail.ts'
import { AppError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { findMail, listMails } from './mail.queries.ts'

/** Role 1 may do everything. */
const adminRole = 1

export const mailRoutes = [
  route(getMails, async (input, { db, shop }) => {
    const { data, total } = await listMails(db, shop.configId, input)
    return { data: data.map(onTheWire), total }
  }),

  route(getMail, async ({ id }, { db, shop, caller }) => {
    const mail = await findMail(db, shop.configId, id)
    if (!mail) throw new AppError(404, 'not_found', 'There is no such mail.')
    // Whoever reads a link for a new password can take the account, an admin's too.
    const words = caller?.roleId === adminRole ? {} : { text: null, html: null }
    return { data: { ...onTheWire(mail), ...words } }
  }),
]

const onTheWire = <T extends { created_at: Date; sent_at: Date | null }>(mail: T) => ({
  ...mail,
  created_at: mail.created_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
})
