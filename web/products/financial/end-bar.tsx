import { useApiMutation } from '#web/app/use-api.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Kept } from '../kept.ts'
import type { Quoted } from './exits-page.tsx'

/** The one button: ends the chosen record for exactly what its quote says, or asks for new quotes. */
export function EndBar({
  exit,
  words,
  others,
  isFirm,
  isAsking,
  onAsk,
  onEnded,
}: {
  exit: Quoted['exits'][number]
  words: Kept
  others: number
  isFirm: boolean
  isAsking: boolean
  onAsk(): void
  onEnded(text: string): void
}) {
  const { t, locale } = useTexts()
  const call = useApiMutation(words.end)
  const pays = `${amount(exit.pays)} ${exit.currency}`
  // The outcome is unknown: repeat the same request with the same idempotency key.
  const isUnknown = call.error?.isOutcomeUnknown === true
  const isRefused = call.error !== null && !isUnknown

  async function end(): Promise<void> {
    if (!(await call.send(words.endInput(exit)))) return
    onEnded(
      exit.paidAtMs === null
        ? t('financial_pages.ended', { amount: amount(exit.pays), currency: exit.currency })
        : t('financial_pages.noticed', { time: utcMoment(exit.paidAtMs, locale) }),
    )
  }

  return (
    <BottomBar>
      {(isFirm && !isRefused) || isUnknown ? (
        <Button kind="primary" className="w-full" isPending={call.isPending} onClick={() => void end()}>
          {isUnknown
            ? t('common.try_again')
            : t(exit.paidAtMs === null ? 'financial_pages.end_for' : 'financial_pages.notice_for', {
                amount: amount(exit.pays),
                currency: exit.currency,
              })}
        </Button>
      ) : (
        <Button kind="primary" className="w-full" isPending={isAsking} onClick={onAsk}>
          {t('financial_pages.new_quotes')}
        </Button>
      )}
      <p role="status" className="pt-2 text-center text-12 text-t3">
        {isUnknown
          ? t('money.not_twice')
          : call.error
            ? call.error.message
            : [
                isZero(exit.costs)
                  ? t('financial_pages.costs_nothing', { amount: pays })
                  : t('financial_pages.costs', { amount: `${amount(exit.costs)} ${exit.currency}` }),
                others > 0 && t('financial_pages.others_stay'),
              ]
                .filter(Boolean)
                .join(' ')}
      </p>
    </BottomBar>
  )
}
