import { getMail, getMails, getMailTemplates, resendMail, sendTestMail } from '#contract/mail.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff, record } from '#server/modules/journal/index.ts'
import { findMail, listMails } from './mail.queries.ts'
import { sendMail } from './mail.writes.ts'
import { mask } from './mask.ts'
import { findReceiver } from './receiver.queries.ts'
import { resend } from './resend.writes.ts'
import { templates } from './templates/list.ts'

/** Role 1 may do everything. */
const adminRole = 1

export const mailRoutes = [
  personalRoute(getMails, async (input, { db, shop, sendsMail }) => {
    const { data, total } = await listMails(db, shop.configId, input)
    return { data: data.map(onTheWire), total, sends: sendsMail }
  }),

  personalRoute(getMail, async ({ id }, { db, shop, caller, sendsMail }) => {
    const mail = await findMail(db, shop.configId, id)
    if (!mail) throw new AppError(404, 'not_found', 'There is no such mail.')
    const { text, html } = mail
    // Whoever reads a link for a new password can take the account. Where nothing is sent, the outbox is the only way.
    const masked = sendsMail || caller?.roleId !== adminRole
    const words = masked ? { text: text && mask(text), html: html && mask(html) } : { text, html }
    return { data: { ...onTheWire(mail), ...words, masked } }
  }),

  personalRoute(resendMail, async ({ id }, context) => {
    await asStaff(context, (tx, write) => resend(tx, write, id))
    return { message: 'The mail is on its way' }
  }),

  personalRoute(getMailTemplates, async (_input, context) => ({
    data: templates.map(({ template, name, when, make }) => {
      const { subject, text, html } = make(exampleFor(context, 'Asha Rao'))
      return { template, name, when, subject, text, html }
    }),
  })),

  personalRoute(sendTestMail, async ({ template }, context) => {
    const found = templates.find((one) => one.template === template)
    if (!found) throw new AppError(404, 'not_found', 'There is no such mail.')
    const recipient = await asStaff(context, async (tx, write) => {
      const { configId, actor } = write
      const { email, name } = await findReceiver(tx, configId, actor.id)
      const content = found.make(exampleFor(context, name))
      const id = await sendMail(tx, configId, email, { ...content, subject: `Test: ${content.subject}` })
      const after = { template, recipient: email }
      await record(tx, { ...write, action: 'create', subject: 'mail', subjectId: id, after })
      return email
    })
    return { message: `A test mail to ${recipient} is on its way` }
  }),
]

/** Its link leads to the shop, and nowhere secret. */
const exampleFor = ({ shop, origin }: PersonalContext, name: string) => ({
  shopName: shop.name,
  name,
  link: `${origin}/`,
})

const onTheWire = <T extends { created_at: Date; sent_at: Date | null }>(mail: T) => ({
  ...mail,
  created_at: mail.created_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
})
