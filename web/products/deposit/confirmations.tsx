import type { DepositView } from '#domain/deposit/contract.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

/** More do not fit a phone beside each other. */
const MAX_NODES = 8

/** A payment on its way: how many blocks confirm it by now, of how many, as a line of so many nodes. */
export function Confirmations({ deposit, onOpen }: { deposit: DepositView; onOpen(): void }) {
  const { t } = useTexts()
  const { currency, claimed, txid } = deposit
  const [count, needed] = [deposit.confirmations ?? 0, deposit.confirmationsNeeded ?? 0]
  return (
    <button type="button" onClick={onOpen} className="press block w-full gutter py-4 text-left">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-15 font-semibold">
          {t('deposit_pages.on_its_way', { amount: amount(claimed), currency })}
        </span>
        <span className="figures text-13 text-t1">{t('deposit_pages.counting', { count, needed })}</span>
      </span>
      <span className="figures block text-13 text-t2">
        {zonedStamp(deposit.submittedAtMs)}
        {txid && (
          <>
            {' · '}
            <span className="font-mono text-12">{`${txid.slice(0, 4)}…${txid.slice(-4)}`}</span>
          </>
        )}
      </span>
      {needed <= MAX_NODES && <Line count={count} needed={needed} />}
    </button>
  )
}

/** The words beside it say the same. */
function Line({ count, needed }: { count: number; needed: number }) {
  return (
    <span aria-hidden className="mt-3 flex items-start">
      {Array.from({ length: needed }, (_, at) => at + 1).map((number) => (
        <span key={number} className={cx('flex items-start', number > 1 && 'flex-1')}>
          {number > 1 && (
            <span
              className={cx(
                'mt-[5px] h-0 flex-1 border-t-2',
                number <= count ? 'border-gold' : 'border-line2',
              )}
            />
          )}
          <span className="flex w-3 flex-col items-center">
            <span
              className={cx(
                'size-3 rounded-full border-2',
                number <= count ? 'border-gold bg-gold' : 'border-grab',
              )}
            />
            <span className={cx('figures pt-1 text-12', number <= count ? 'text-gold' : 'text-t3')}>
              {number}
            </span>
          </span>
        </span>
      ))}
    </span>
  )
}
