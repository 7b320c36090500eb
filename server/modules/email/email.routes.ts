import { later } from '#server/db/connect.ts'
import { getEmail, getEmails, getEmailTemplates, resendEmail, sendTestEmail } from '#contract/email/email.ts'
import { adminRole } from '#contract/identity/role.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff, record } from '#server/modules/audit/index.ts'
import { findEmail, listEmails, findRecipient } from './email.queries.ts'
import { sendEmail } from './email.writes.ts'
import { resend } from './resend.writes.ts'
import { sentOrNot } from './sent-or-not.ts'
import { templates } from './templates/list.ts'

export const emailRoutes = [
  personalRoute(getEmails, async (input, { db, shop, services }) => {
    const { data, total } = await listEmails(db, shop.shopId, input)
    return { data: data.map(toAnswer), total, sends: services.sendsEmail }
  }),

  personalRoute(getEmail, async ({ id }, { db, shop, caller, services }) => {
    const email = await findEmail(db, shop.shopId, id)
    if (!email) throw new AppError(404, 'not_found', 'Email not found')
    const { text, html } = email
    // A reset link opens the account. Admins see links only if no email is sent, since the outbox is then the only way.
    const masked = services.sendsEmail || caller?.roleId !== adminRole
    const bodies = masked ? { text: text && mask(text), html: html && mask(html) } : { text, html }
    return { data: { ...toAnswer(email), ...bodies, masked } }
  }),

  personalRoute(resendEmail, async ({ id }, context) => {
    await asStaff(context, (tx, write) => resend(tx, write, id))
    return { message: sentOrNot(context, 'Email resent') }
  }),

  personalRoute(getEmailTemplates, async (_input, context) => ({
    data: templates.map(({ template, name, when, render }) => {
      const { subject, text, html } = render(exampleFor(context, 'Asha Rao'))
      return { template, name, when, subject, text, html }
    }),
  })),

  personalRoute(sendTestEmail, async ({ template }, context) => {
    const found = templates.find((candidate) => candidate.template === template)
    if (!found) throw new AppError(404, 'not_found', 'Email not found')
    const recipient = await asStaff(context, async (tx, write) => {
      const { shopId, actor } = write
      const { email, name } = await findRecipient(tx, shopId, actor.id)
      const content = found.render(exampleFor(context, name))
      const id = await sendEmail(tx, shopId, email, { ...content, subject: `Test: ${content.subject}` })
      const after = { template, recipient: email }
      later(tx, record(tx, { ...write, action: 'create', subject: 'email', subjectId: id, after }))
      return email
    })
    return { message: sentOrNot(context, `Test email sent to ${recipient}`) }
  }),
]

/** The secret of a link: the value of `token=` or `accessToken=`, in plain text and in HTML. */
const secret = /([?&;](?:accessT|t)oken=)[^\s"'<>&]+/g

/** The code of a gift card. */
const giftCardCode = /(?:[2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}/g

/** Hides the secrets of links and the codes of gift cards in the text of an email. */
const mask = (text: string): string =>
  text.replaceAll(secret, '$1••••••').replaceAll(giftCardCode, '••••-••••-••••-••••')

/** The example's link leads to the home page, so that it holds no secret. */
const exampleFor = ({ shop, origin }: PersonalContext, name: string) => ({
  shopName: shop.name,
  name,
  link: `${origin}/`,
  canReply: shop.email !== '',
})

const toAnswer = <T extends { created_at: Date; sent_at: Date | null }>(email: T) => ({
  ...email,
  created_at: email.created_at.toISOString(),
  sent_at: email.sent_at?.toISOString() ?? null,
})
