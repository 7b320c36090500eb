import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { getMail, getMails, getMailTemplates, resendMail, sendTestMail } from '#contract/mail.ts'
import { api } from '../lib/api.ts'
import { useAdminChange } from './admin-change.ts'

const mailsKey = ['personal', 'admin', 'mails']

/** A page of the outbox; `query` as the address has it. */
export function useMails(query: Record<string, string | number>) {
  return useQuery({
    queryKey: [...mailsKey, 'list', query],
    queryFn: ({ signal }) => api<typeof getMails>('GET', 'admin/mails', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** One mail with its words. */
export function useMail(id: number) {
  return useQuery({
    queryKey: [...mailsKey, 'one', id],
    queryFn: async ({ signal }) => (await api<typeof getMail>('GET', 'admin/mails/:id', { id }, signal)).data,
  })
}

/** Every kind of mail, by an example. */
export function useMailTemplates() {
  return useQuery({
    queryKey: [...mailsKey, 'templates'],
    queryFn: async ({ signal }) =>
      (await api<typeof getMailTemplates>('GET', 'admin/mail-templates', {}, signal)).data,
  })
}

/** Sends mail; each rejects with an error that has words. */
export function useMailing() {
  const change = useAdminChange(mailsKey)
  return {
    resend: (id: number) => change(api<typeof resendMail>('POST', 'admin/mails/:id/resend', { id })),
    test: (template: string) =>
      change(api<typeof sendTestMail>('POST', 'admin/mail-templates/:template/test', { template })),
  }
}
