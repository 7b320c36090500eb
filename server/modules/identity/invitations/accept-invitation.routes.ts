import * as contract from '#contract/identity/invitation.ts'
import { customerRole } from '#contract/identity/role.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { record } from '#server/modules/audit/index.ts'
import { lockStaff } from '../roles/permissions.ts'
import { throttleSignIn, setDeviceCookie } from '../sessions/login-throttling.ts'
import { findInvitationByToken } from './invitation.queries.ts'
import { deleteInvitation } from './invitation.writes.ts'
import { hashPassword, requireQueueSpace, verifyPassword } from '../passwords/password.ts'
import { requireStrongPassword, fieldError } from '../passwords/password.rules.ts'
import { emailVerification } from '../accounts/email-verification.ts'
import { findByEmail, lockUser } from '../accounts/user.queries.ts'
import { createUser, setRole, setVerifiedEmail } from '../accounts/user.writes.ts'

const message = 'Welcome to the team'

const open = personalRoute(contract.openInvitation, async ({ token }, { db, shop: { shopId } }) => {
  const { email, roleName, invitedBy } = await findInvitationByToken(db, shopId, token)
  const hasAccount = (await findByEmail(db, shopId, email)) !== undefined
  return { data: { email, roleName, invitedBy, hasAccount } }
})

const accept = personalRoute(contract.acceptInvitation, async ({ token, fullName, password }, context) => {
  requireQueueSpace()
  const { db, shop } = context
  const { shopId } = shop
  const { email: invited } = await findInvitationByToken(db, shopId, token)
  requireStrongPassword(password, invited)
  const passwordHash = await hashPassword(password)
  const userId = await db.transaction().execute(async (tx) => {
    await lockStaff(tx, shopId)
    const { id, email, role_id: roleId, isEmailed } = await findInvitationByToken(tx, shopId, token)
    // An emailed link proves the address, but not an existing account: that one joins with its password.
    const user = { shopId, fullName, gender: null, email, passwordHash, image: null }
    const newUserId = await createUser(tx, user)
    if (isEmailed) await setVerifiedEmail(tx, shopId, newUserId, email)
    else await emailVerification(tx, context, { id: newUserId, email, fullName })
    await join(tx, shopId, { id: newUserId, fullName, roleId, invitationId: id })
    return newUserId
  })
  setDeviceCookie(context, userId)
  return { message }
})

const joinWithAccount = personalRoute(contract.joinStaff, async ({ token, password }, context) => {
  requireQueueSpace()
  const { db, shop } = context
  const { shopId } = shop
  const { email } = await findInvitationByToken(db, shopId, token)
  const user = await findByEmail(db, shopId, email)
  const resetThrottle = await throttleSignIn(context, email, user?.id)
  if (!user || !(await verifyPassword(user.password_hash, password))) throw wrongPassword()
  await db.transaction().execute(async (tx) => {
    await lockStaff(tx, shopId)
    const now = await lockUser(tx, shopId, user.id)
    if (now.password_hash !== user.password_hash || now.disabled_at) throw wrongPassword()
    const invitation = await findInvitationByToken(tx, shopId, token)
    if (invitation.email !== now.email.toLowerCase()) throw wrongPassword()
    if (now.role_id !== customerRole) {
      throw new AppError(409, 'staff_already', 'You’re already on staff. Please sign in.')
    }
    if (invitation.isEmailed && !now.email_verified_at) await setVerifiedEmail(tx, shopId, now.id, now.email)
    const { id: invitationId, role_id: roleId } = invitation
    await join(tx, shopId, { id: now.id, fullName: now.full_name, roleId, invitationId })
  })
  await resetThrottle()
  setDeviceCookie(context, user.id)
  return { message }
})

interface Joining {
  id: number
  fullName: string
  roleId: number
  invitationId: number
}

/** Gives the role and deletes the invitation. The audit log names the person who accepted. */
async function join(tx: Transaction, shopId: number, joining: Joining): Promise<void> {
  const { id, fullName: name, roleId, invitationId } = joining
  await setRole(tx, shopId, id, roleId)
  await deleteInvitation(tx, shopId, invitationId)
  later(
    tx,
    record(tx, {
      shopId,
      actor: { id, name },
      action: 'update',
      subject: 'staff',
      subjectId: id,
      before: { roleId: customerRole },
      after: { roleId },
    }),
  )
}

const wrongPassword = () => fieldError('wrong_password', 'password', 'Incorrect password')

export const acceptInvitationRoutes = [open, accept, joinWithAccount]
