import * as contract from '#contract/identity/invitation.ts'
import { links } from '#contract/links.ts'
import type { Transaction } from '#server/db/connect.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { invitationEmail, sendEmail, sentOrNot } from '#server/modules/email/index.ts'
import { listInvitations } from './invitation.queries.ts'
import {
  createInvitation,
  renewInvitation,
  replaceCopiedToken,
  shareInvitation,
  withdrawInvitation,
} from './invitation.writes.ts'

/** Emails that one staff member can cause: 30 an hour. */
const perPerson = { burst: 20, seconds: 120 }
/** Emails of one invitation. */
const perInvitation = { burst: 3, seconds: 1200 }

const list = route(contract.getInvitations, async (input, { db, shop }) => {
  const { data, total } = await listInvitations(db, shop.shopId, input)
  const invitations = data.map(({ roleId: id, roleName: name, createdAt, expiresAt, ...invitation }) => ({
    ...invitation,
    role: { id, name },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }))
  return { data: invitations, total }
})

const invite = personalRoute(contract.invite, async (input, context) => {
  await throttleEmails(context)
  const data = await asStaff(context, async (tx, write) => {
    const invitation = await createInvitation(tx, write, input)
    await emailInvitation(tx, context, { ...invitation, invitedBy: write.actor.name })
    return { id: invitation.id, link: await linkToPassOn(tx, context, invitation.id) }
  })
  return { data, message: sentOrNot(context, `Invitation sent to ${input.email}`) }
})

const resend = personalRoute(contract.resendInvitation, async ({ id }, context) => {
  await throttleEmails(context)
  await context.services.limits.take(`invitation ${context.shop.shopId} ${id}`, perInvitation)
  const { email, link } = await asStaff(context, async (tx, write) => {
    const invitation = await renewInvitation(tx, write, id)
    await emailInvitation(tx, context, { ...invitation, invitedBy: write.actor.name })
    return { email: invitation.email, link: await linkToPassOn(tx, context, id) }
  })
  return { data: { link }, message: sentOrNot(context, `Invitation resent to ${email}`) }
})

const copyLink = personalRoute(contract.copyInvitationLink, async ({ id }, context) => {
  const token = await asStaff(context, (tx, write) => shareInvitation(tx, write, id))
  return { data: { link: context.origin + links.acceptInvitation(token) } }
})

const withdraw = route(contract.withdrawInvitation, async ({ id }, context) => {
  await asStaff(context, (tx, write) => withdrawInvitation(tx, write, id))
  return { message: 'Invitation withdrawn' }
})

async function throttleEmails(context: PersonalContext): Promise<void> {
  await context.services.limits.take(
    `invite ${context.shop.shopId} by ${callerOf(context).userId}`,
    perPerson,
  )
}

/** Without a mail server the sender gets a link to pass on: they may grant the role anyway. */
const linkToPassOn = async (
  tx: Transaction,
  { services, origin, shop }: PersonalContext,
  id: number,
): Promise<string | null> =>
  services.sendsEmail ? null : origin + links.acceptInvitation(await replaceCopiedToken(tx, shop.shopId, id))

async function emailInvitation(
  tx: Transaction,
  { shop: { shopId, name: shopName }, origin }: PersonalContext,
  {
    email,
    token,
    roleName,
    invitedBy,
  }: { email: string; token: string; roleName: string; invitedBy: string },
): Promise<void> {
  const link = origin + links.acceptInvitation(token)
  await sendEmail(tx, shopId, email, invitationEmail({ shopName, name: '', link, roleName, invitedBy }))
}

export const invitationRoutes = [list, invite, resend, copyLink, withdraw]
