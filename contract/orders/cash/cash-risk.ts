/** Why a cash order may come back, or not: a code with up to two numbers, such as `came_back 2 3`. */
const texts: Record<string, (first: number, second: number) => string> = {
  came_back: (orders, all) => `${orders} of ${all} earlier cash ${all === 1 ? 'order' : 'orders'} came back`,
  phone_refused: () => 'Same phone as a refused order',
  never_confirmed: (orders) => `${count(orders, 'earlier cash order')} never confirmed`,
  first_order: () => 'First order',
  high_amount: () => 'High amount: more than twice the usual cash order',
  delivered: (orders) => `${count(orders, 'earlier order')} delivered`,
}

/** A reason in words; a code that this version does not know as it is. */
export function riskText(reason: string): string {
  const [code = '', first = '0', second = '0'] = reason.split(' ')
  return texts[code]?.(Number(first), Number(second)) ?? reason
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
