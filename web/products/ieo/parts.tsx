import type { IeoProjectView } from '#domain/ieo/contract.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { percentOf } from './draft.ts'

/** How far a sale has come: what is sold at the fixed price, and what is asked for by subscriptions. */
export function SaleBars({ project }: { project: IeoProjectView }) {
  const { t } = useTexts()
  const { exchangeSupply, sold, subscriptionSupply, subscribed } = project
  return (
    <div className="flex flex-col gap-3">
      {exchangeSupply !== '0' && (
        <Bar
          text={t('ieo_pages.sold_of', { sold: amount(sold, 0), supply: amount(exchangeSupply, 0) })}
          part={BigInt(sold)}
          whole={BigInt(exchangeSupply)}
        />
      )}
      {subscriptionSupply !== '0' && (
        <Bar
          text={t('ieo_pages.subscribed_of', {
            subscribed: amount(subscribed, 0),
            supply: amount(subscriptionSupply, 0),
          })}
          part={BigInt(subscribed)}
          whole={BigInt(subscriptionSupply)}
        />
      )}
    </div>
  )
}

/** A part of a whole as a bar; of more than the whole all of it is filled, and a notch shows where the whole ends. */
function Bar({ text, part, whole }: { text: string; part: bigint; whole: bigint }) {
  const percent = Number(percentOf(part, whole))
  return (
    <div>
      <p className="figures flex justify-between gap-3 text-12 text-t2">
        <span>{text}</span>
        <span className="text-t1">{amount(percentOf(part, whole).split('.')[0]!, 0)}%</span>
      </p>
      <div aria-hidden className="relative mt-1.5 h-1 overflow-hidden rounded-full bg-s3">
        <div className="h-full bg-t1" style={{ width: `${Math.min(100, percent)}%` }} />
        {percent > 100 && (
          <div
            className="absolute inset-y-0 w-[3px] -translate-x-1/2 bg-bg"
            style={{ left: `${(100 * 100) / percent}%` }}
          />
        )}
      </div>
    </div>
  )
}
