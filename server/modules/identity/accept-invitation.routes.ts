import * as contract from '#contract/invitation.ts'
import { customerRole } from '#contract/role.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { record } from '#server/modules/journal/index.ts'
import { lockStaff } from './authority.ts'
import { countSignIn, rememberDevice } from './guessing.ts'
import { findByToken } from './invitation.queries.ts'
import { deleteInvitation } from './invitation.writes.ts'
import { hashPassword, requireRoom, verifyPassword } from './password.ts'
import { requireGoodPassword, wrongField } from './password.rules.ts'
import { findByEmail, lockUser } from './user.queries.ts'
import { createUser, setRole, setVerifiedEmail } from './user.writes.ts'

const message = 'Welcome to the staff'

const open = personalRoute(contract.openInvitation, async ({ token }, { db, shop: { configId } }) => {
  const { email, roleName, invitedBy } = await findByToken(db, configId, token)
  const hasAccount = (await findByEmail(db, configId, email)) !== undefined
  return { data: { email, roleName, invitedBy, hasAccount } }
})

const accept = personalRoute(contract.acceptInvitation, async ({ token, fullName, password }, context) => {
  requireRoom()
  const { db, shop } = context
  const { configId } = shop
  const { email: invited } = await findByToken(db, configId, token)
  requireGoodPassword(password, invited)
  const passwordHash = await hashPassword(password)
  const userId = await db.transaction().execute(async (tx) => {
    await lockStaff(tx, configId)
    const { id, email, role_id: roleId } = await findByToken(tx, configId, token)
    // Who has the mail of an address need not know the password of its account: that is asked for by `join`.
    const user = { configId, fullName, gender: null, email, passwordHash, picture: null }
    const made = await createUser(tx, user)
    await setVerifiedEmail(tx, configId, made, email)
    await join(tx, configId, { id: made, fullName, roleId, invitationId: id })
    return made
  })
  rememberDevice(context, userId)
  return { message }
})

const joinWithAccount = personalRoute(contract.joinStaff, async ({ token, password }, context) => {
  requireRoom()
  const { db, shop } = context
  const { configId } = shop
  const { email } = await findByToken(db, configId, token)
  const user = await findByEmail(db, configId, email)
  const forgetTries = await countSignIn(context, email, user?.id)
  if (!user || !(await verifyPassword(user.password_hash, password))) throw wrongPassword()
  await db.transaction().execute(async (tx) => {
    await lockStaff(tx, configId)
    const now = await lockUser(tx, configId, user.id)
    if (now.password_hash !== user.password_hash || now.disabled_at) throw wrongPassword()
    const invitation = await findByToken(tx, configId, token)
    if (invitation.email !== now.email.toLowerCase()) throw wrongPassword()
    if (now.role_id !== customerRole) {
      throw new AppError(409, 'staff_already', 'You are staff already. Please sign in.')
    }
    if (!now.email_verified_at) await setVerifiedEmail(tx, configId, now.id, now.email)
    const { id: invitationId, role_id: roleId } = invitation
    await join(tx, configId, { id: now.id, fullName: now.full_name, roleId, invitationId })
  })
  await forgetTries()
  rememberDevice(context, user.id)
  return { message }
})

interface Joining {
  id: number
  fullName: string
  roleId: number
  invitationId: number
}

/** Gives the role, once: the invitation is gone afterwards. In the journal it is the work of who accepts. */
async function join(tx: Transaction, configId: number, joining: Joining): Promise<void> {
  const { id, fullName: name, roleId, invitationId } = joining
  await setRole(tx, configId, id, roleId)
  await deleteInvitation(tx, configId, invitationId)
  await record(tx, {
    configId,
    actor: { id, name },
    action: 'update',
    subject: 'staff',
    subjectId: id,
    before: { roleId: customerRole },
    after: { roleId },
  })
}

const wrongPassword = () =>
  wrongField('wrong_password', 'password', 'This is not the password of your account')

export const acceptInvitationRoutes = [open, accept, joinWithAccount]
