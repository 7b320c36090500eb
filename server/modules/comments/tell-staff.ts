import type { Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { commentPostedMail, commentReportedMail, sendMail } from '#server/modules/mail/index.ts'
import { listReceivers } from '#server/modules/settings/index.ts'

const mails = { comment_posted: commentPostedMail, comment_reported: commentReportedMail }

/** Writes to those of the staff who want to know what has happened to a comment, but not to who did it. */
export async function tellStaff(
  tx: Transaction,
  { shop, origin, caller }: Pick<PersonalContext, 'shop' | 'origin' | 'caller'>,
  notice: keyof typeof mails,
  commentId: number,
): Promise<void> {
  const { configId, name: shopName } = shop
  const receivers = await listReceivers(tx, shop, notice)
  if (receivers.length === 0) return
  const { name: productName } = await tx
    .selectFrom('comment as c')
    .innerJoin('product as p', (join) =>
      join.onRef('p.config_id', '=', 'c.config_id').onRef('p.id', '=', 'c.product_id'),
    )
    .select('p.name')
    .where('c.config_id', '=', configId)
    .where('c.id', '=', commentId)
    .executeTakeFirstOrThrow()
  const link = `${origin}/dashboard/comments`
  for (const { id, email, fullName: name } of receivers) {
    if (id !== caller?.userId)
      await sendMail(tx, configId, email, mails[notice]({ shopName, name, link, productName }))
  }
}
