import { useShop } from '../data/shop.ts'

/** Says which email an action causes or, without a mail server, that it causes none. */
export function useEmailNotice(): (sent: string) => string {
  const { sendsEmail } = useShop()
  return (sent) => (sendsEmail ? sent : 'Email isn’t set up, so no email is sent.')
}
