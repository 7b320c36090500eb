import { useShop } from '../data/shop.ts'

/** Says which email an action causes or, without a mail server or an address of the order, that it causes none. */
export function useEmailNotice(order?: { email: string }): (sent: string) => string {
  const { sendsEmail } = useShop()
  if (order?.email === '') return () => 'The customer has no email address, so no email is sent.'
  return (sent) => (sendsEmail ? sent : 'Email isn’t set up, so no email is sent.')
}
