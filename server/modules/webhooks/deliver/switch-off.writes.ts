import { dashboardLinks } from '#contract/dashboard-links.ts'
import { type Database, later } from '#server/db/connect.ts'
import { record } from '#server/modules/audit/index.ts'
import { frame, sendEmail, type EmailContent, type EmailInput } from '#server/modules/email/index.ts'
import type { WebhookKey } from './fan-out.ts'

const adminRole = 1

/** Switches off an active webhook and emails its creator and the admins. `origin` is the address of the shop. */
export async function switchOff(
  db: Database,
  { config_id: shopId, id }: WebhookKey,
  { reason, origin }: { reason: string; origin: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const webhook = await tx
      .updateTable('webhook')
      .set({ disabled_at: new Date(), disabled_reason: reason })
      .where('config_id', '=', shopId)
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .returning(['url', 'created_by', 'platform_id'])
      .executeTakeFirst()
    // Staff, or another attempt, switched it off first.
    if (!webhook) return
    // Nobody of the shop can do anything about the receiver of a platform. Its next order tries again.
    if (webhook.platform_id !== null) return
    const actor = { id: null, name: 'The shop' }
    const [before, after] = [{ active: true }, { active: false }]
    later(
      tx,
      record(tx, { shopId, actor, action: 'update', subject: 'webhook', subjectId: id, before, after }),
    )
    const owners = await tx
      .selectFrom('app_user as u')
      .innerJoin('shop as s', 's.config_id', 'u.config_id')
      .select(['u.email', 'u.full_name as name', 's.name as shopName'])
      .where('u.config_id', '=', shopId)
      .where((eb) => eb.or([eb('u.role_id', '=', adminRole), eb('u.id', '=', webhook.created_by ?? 0)]))
      .where('u.disabled_at', 'is', null)
      .orderBy('u.id')
      .execute()
    const link = origin + dashboardLinks.webhooks()
    for (const { email, name, shopName } of owners) {
      const content = webhookDisabledEmail({ shopName, name, link, url: webhook.url, reason })
      await sendEmail(tx, shopId, email, content)
    }
  })
}

interface WebhookDisabledInput extends EmailInput {
  url: string
  /** A sentence. */
  reason: string
}

/** Tells the owner that the shop switched off a webhook. */
const webhookDisabledEmail = ({ url, reason, ...input }: WebhookDisabledInput): EmailContent =>
  frame(input, {
    template: 'webhook_disabled',
    subject: `A webhook of ${input.shopName} was switched off`,
    before: [
      `${input.shopName} no longer sends events to ${url}.`,
      reason,
      'Nothing is lost: switch the webhook on again once the receiver works, and it receives what it has missed.',
    ],
    button: 'View webhooks',
    after: [
      'You receive this email because you created the webhook, or because you are an admin of the shop.',
    ],
  })
