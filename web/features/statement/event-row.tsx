import type { StatementEventView } from '#domain/statement/contract.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { separatorIn } from '#web/format/list.ts'
import { amount, isZero } from '#web/format/number.ts'
import { hourAndMinute } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { eventState, eventTitle } from './event-words.ts'
import { signedAmount } from './statement-row-button.tsx'

/** Enough for an order; what brought more currencies says how many. */
const MAX_AMOUNTS = 2

/** One event: what happened, when, and what it did to each currency. What only moved between own accounts is grey. */
export function EventRow({
  event,
  isOpen,
  onOpen,
}: {
  event: StatementEventView
  isOpen: boolean
  onOpen(): void
}) {
  const { t, language } = useTexts()
  const masked = useMasked()
  const { amounts } = event
  const isInner = amounts.every(({ net }) => isZero(net))
  const places = event.walletTypes
    .map((walletType) => t(`wallet.type_${walletType}`))
    .join(isInner ? ' → ' : separatorIn(language))
  const changed = amounts.filter(({ net }) => !isZero(net))
  const listed = changed.length > 0 ? changed : amounts.slice(0, 1)
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-current={isOpen ? 'true' : undefined}
      className={cx(
        'press block w-full gutter text-left focus-visible:-outline-offset-2',
        isOpen && 'bg-s1 lg:bg-s2',
      )}
    >
      <span className="hairline flex min-h-15 items-center gap-3 py-2">
        <span className="min-w-0 flex-1">
          <span className="block text-15">{eventTitle(event, t, masked)}</span>
          <span className="figures block text-12 text-t3">
            {hourAndMinute(event.atMs)} · {eventState(event, t, masked) ?? places}
          </span>
        </span>
        <span className="figures shrink-0 text-right">
          {listed.slice(0, MAX_AMOUNTS).map(({ currency, net, moved }, at) => (
            <span
              key={currency}
              className={cx(
                'block',
                at === 0 ? 'text-15 font-semibold' : 'text-13',
                isZero(net) ? 'text-t2' : 'text-t1',
              )}
            >
              {masked(isZero(net) ? amount(moved) : signedAmount(net))}{' '}
              <span className="text-12 font-normal text-t2">{currency}</span>
            </span>
          ))}
          {listed.length > MAX_AMOUNTS && (
            <span className="block text-12 text-t3">
              {t('statement_pages.more_coins', { count: listed.length - MAX_AMOUNTS })}
            </span>
          )}
        </span>
      </span>
    </button>
  )
}
