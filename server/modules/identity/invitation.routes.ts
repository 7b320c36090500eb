import * as contract from '#contract/invitation.ts'
import { links } from '#contract/links.ts'
import type { Transaction } from '#server/db/connect.ts'
import { callerOf } from '#server/http/caller.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { invitationMail, sendMail } from '#server/modules/mail/index.ts'
import { listInvitations } from './invitation.queries.ts'
import { createInvitation, renewInvitation, withdrawInvitation } from './invitation.writes.ts'

/** 30 an hour, so that nobody's mailbox is flooded from here. */
const perPerson = { burst: 20, seconds: 120 }
/** Of one invitation. */
const perInvitation = { burst: 3, seconds: 1200 }

const list = route(contract.getInvitations, async (input, { db, shop }) => {
  const { data, total } = await listInvitations(db, shop.configId, input)
  const shown = data.map(({ roleId: id, roleName: name, createdAt, expiresAt, ...invitation }) => ({
    ...invitation,
    role: { id, name },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }))
  return { data: shown, total }
})

const invite = personalRoute(contract.invite, async (input, context) => {
  await countMail(context)
  const id = await asStaff(context, async (tx, write) => {
    const made = await createInvitation(tx, write, input)
    await mailInvitation(tx, context, { ...made, invitedBy: write.actor.name })
    return made.id
  })
  return { data: { id }, message: `An invitation is on its way to ${input.email}` }
})

const resend = personalRoute(contract.resendInvitation, async ({ id }, context) => {
  await countMail(context)
  await context.limits.take(`invitation ${context.shop.configId} ${id}`, perInvitation)
  const email = await asStaff(context, async (tx, write) => {
    const made = await renewInvitation(tx, write, id)
    await mailInvitation(tx, context, { ...made, invitedBy: write.actor.name })
    return made.email
  })
  return { message: `A new invitation is on its way to ${email}` }
})

const withdraw = route(contract.withdrawInvitation, async ({ id }, context) => {
  await asStaff(context, (tx, write) => withdrawInvitation(tx, write, id))
  return { message: 'The invitation is withdrawn' }
})

async function countMail(context: PersonalContext): Promise<void> {
  await context.limits.take(`invite ${context.shop.configId} by ${callerOf(context).userId}`, perPerson)
}

async function mailInvitation(
  tx: Transaction,
  { shop: { configId, name: shopName }, origin }: PersonalContext,
  {
    email,
    token,
    roleName,
    invitedBy,
  }: { email: string; token: string; roleName: string; invitedBy: string },
): Promise<void> {
  const link = origin + links.acceptInvitation(token)
  await sendMail(tx, configId, email, invitationMail({ shopName, name: '', link, roleName, invitedBy }))
}

export const invitationRoutes = [list, invite, resend, withdraw]
