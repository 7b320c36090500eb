import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  getEmail,
  getEmails,
  getEmailTemplates,
  resendEmail,
  sendTestEmail,
} from '#contract/email/email.ts'
import { api } from '#web/lib/api.ts'
import { idempotentApi } from '#web/lib/idempotent-api.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** A page of the outbox. `query` holds the table state of the URL. */
export function useEmails(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('emails', 'list', query),
    queryFn: ({ signal }) => api<typeof getEmails>('GET', 'admin/emails', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** One email with its text. */
export function useEmail(id: number) {
  return useQuery({
    queryKey: adminKey('emails', 'detail', id),
    queryFn: async ({ signal }) =>
      (await api<typeof getEmail>('GET', 'admin/emails/:id', { id }, signal)).data,
  })
}

/** All types of email, each with an example. */
export function useEmailTemplates() {
  return useQuery({
    queryKey: adminKey('emails', 'templates'),
    queryFn: async ({ signal }) =>
      (await api<typeof getEmailTemplates>('GET', 'admin/email-templates', {}, signal)).data,
  })
}

export const useResendEmail = () =>
  useAdminMutation((id: number) =>
    idempotentApi<typeof resendEmail>('POST', 'admin/emails/:id/resend', { id }),
  )

/** Sends an example of a template to the signed-in person. */
export const useSendTestEmail = () =>
  useAdminMutation((template: string) =>
    idempotentApi<typeof sendTestEmail>('POST', 'admin/email-templates/:template/test', { template }),
  )
