import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { takesCurrency } from '#server/modules/payment-accounts/index.ts'
import type { Settings } from './groups.ts'

/**
 * Refuses a deposit that no payment provider of the shop can take: the checkout would not offer cash. The amount is in minor units.
 * AppError 400 at the field to change.
 */
export async function requireDepositPayable(
  { db, shop, services }: PersonalContext,
  { cod_deposit: kind, cod_deposit_amount: amount }: Partial<Settings<'payment'>>,
): Promise<void> {
  if (kind === undefined || kind === 'off') return
  const { currency, shopId } = shop
  const { offered } = await services.online.ofShop(db, shopId)
  const online = offered.filter((provider) => takesCurrency(provider, currency))
  if (online.length === 0)
    throw invalid(
      'cod_deposit',
      `Connect a payment provider that takes ${currency}: shoppers pay the deposit online`,
    )
  if (kind !== 'amount') return
  if (!amount) throw invalid('cod_deposit_amount', 'Enter the deposit')
  const problems = online.map((provider) => provider.problem(amount, currency))
  const [problem] = problems
  if (problem && problems.every((each) => each !== null)) throw invalid('cod_deposit_amount', problem)
}

const invalid = (path: string, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path, message }])
