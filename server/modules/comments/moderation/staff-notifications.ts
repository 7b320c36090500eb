import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { commentPostedEmail, commentReportedEmail, sendEmail } from '#server/modules/email/index.ts'
import { listNoticeRecipients } from '#server/modules/settings/index.ts'

const emails = { comment_posted: commentPostedEmail, comment_reported: commentReportedEmail }

/** Emails the staff who subscribed to this notice, except the person who caused it. */
export async function notifyStaff(
  tx: Transaction,
  { shop, origin, caller }: Pick<PersonalContext, 'shop' | 'origin' | 'caller'>,
  notice: keyof typeof emails,
  commentId: number,
): Promise<void> {
  const { shopId, name: shopName } = shop
  const recipients = await listNoticeRecipients(tx, shopId, notice)
  if (recipients.length === 0) return
  const { name: productName } = await tx
    .selectFrom('comment as c')
    .innerJoin('product as p', (join) =>
      join.onRef('p.config_id', '=', 'c.config_id').onRef('p.id', '=', 'c.product_id'),
    )
    .select('p.name')
    .where('c.config_id', '=', shopId)
    .where('c.id', '=', commentId)
    .executeTakeFirstOrThrow()
  const link = `${origin}${dashboardLinks.comments()}`
  for (const { id, email, fullName: name } of recipients) {
    if (id !== caller?.userId)
      await sendEmail(tx, shopId, email, emails[notice]({ shopName, name, link, productName }))
  }
}
