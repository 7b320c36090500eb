import type { LabelCarrier, LabelQuotes } from '#contract/carriers/label.ts'
import { money } from '#web/lib/format/money.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'

/** A service that was chosen, with the weight that its price is for. */
export interface ChosenService {
  carrier: LabelCarrier
  quote: string
  weight: number
}

interface LabelChoiceProps {
  quotes: LabelQuotes
  chosen: ChosenService | undefined
  locale: string
  error: string | undefined
  onChoose(chosen: ChosenService): void
}

const keyOf = (carrier: string, quote: string) => `${carrier} ${quote}`

/** The services of all carriers with price and days, and the sentences of carriers that have none. */
export function LabelChoice({ quotes, chosen, locale, error, onChoose }: LabelChoiceProps) {
  const { weight, carriers } = quotes
  const services = carriers.flatMap(({ carrier, name, quotes: offered }) =>
    offered.map((quote) => ({ carrier, name, ...quote })),
  )
  return (
    <div className="grid gap-3">
      {services.length > 0 && (
        <RadioCards
          legend={`Services for ${weight} g`}
          name="service"
          value={chosen ? keyOf(chosen.carrier, chosen.quote) : ''}
          error={error}
          options={services.map(({ carrier, name, id, service, price, currency, days }) => ({
            value: keyOf(carrier, id),
            title: service,
            text: [name, daysText(days)].filter(Boolean).join(', '),
            end: money(price, { locale, currency }),
          }))}
          onChange={(key) => {
            const service = services.find(({ carrier, id }) => keyOf(carrier, id) === key)
            if (service) onChoose({ carrier: service.carrier, quote: service.id, weight })
          }}
        />
      )}
      {carriers
        .filter(({ problem }) => problem)
        .map(({ carrier, name, problem }) => (
          <p key={carrier} className="text-sm text-quiet wrap-anywhere">
            {problem.startsWith(name) ? problem : `${name}: ${problem}`}
          </p>
        ))}
    </div>
  )
}

const daysText = (days: number | null) => (days === null ? '' : days === 1 ? '1 day' : `${days} days`)
