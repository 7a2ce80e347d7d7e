import { plainPercent } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { breakEvenBps } from '#domain/option/rules.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import type { OptionPreview, TicketTerms } from './ticket.ts'

/** Both outcomes in money, as large as each other, and how often one has to be right. */
export function Outcomes({
  terms: { currency, periods },
  preview,
  seconds,
}: {
  terms: TicketTerms
  preview: OptionPreview | undefined
  seconds: number
}) {
  const { t } = useTexts()
  const show = (units: bigint) => amount(formatAmount(units, currency))
  const payoutBps = periods.find((one) => one.seconds === seconds)?.payoutBps ?? 0
  const breakEven = plainPercent(breakEvenBps(payoutBps))
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="figures flex justify-between gap-4">
        <div>
          <p className="text-13 text-t2">{t('option_pages.if_right')}</p>
          <p className="text-20 font-semibold">{preview ? show(preview.paid) : '—'}</p>
          <p className="text-13 text-up-text">
            {preview && t('option_pages.profit', { amount: `+${show(preview.winnings)}` })}
          </p>
        </div>
        <div className="text-right">
          <p className="text-13 text-t2">{t('option_pages.if_wrong')}</p>
          <p className="text-20 font-semibold">{preview ? show(0n) : '—'}</p>
          <p className="text-13 text-down-text">
            {preview && t('option_pages.loss', { amount: `−${show(preview.stake)}` })}
          </p>
        </div>
      </div>
      <div aria-hidden className="relative mt-3 mb-2 h-1 rounded-full bg-s3">
        <span className="absolute inset-y-0 left-0 rounded-full bg-grab" style={{ width: `${breakEven}%` }} />
        <span className="absolute -top-1 h-3 w-px bg-t3" style={{ left: '50%' }} />
        <span className="absolute -top-1.5 h-4 w-0.5 bg-t1" style={{ left: `${breakEven}%` }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-13">
        <span>{t('option_pages.break_even', { percent: breakEven })}</span>
        <span className="text-t3">{t('option_pages.coin_toss')}</span>
      </p>
    </div>
  )
}
