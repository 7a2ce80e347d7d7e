import { reasonText } from '#domain/reasons.ts'
import type { PnlCauseView, PnlView } from '#domain/wallet/contract.ts'
import { UNREALIZED } from '#domain/wallet/pnl.ts'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount, isZero, signed } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { CordColumn, type CordRow } from '#web/ui/cord-column.tsx'
import { cx } from '#web/ui/cx.ts'
import { momentName } from './pnl-words.ts'

const fills = { up: 'bg-up', down: 'bg-down', flat: 'bg-s3' }

/**
 * What profit and loss is made of, as a column that adds up to it: today by its causes; a longer range, or a day with too
 * many entries for that, by the figures it is computed from.
 */
export default function PnlColumn({ pnl }: { pnl: PnlView }) {
  const { t, locale } = useTexts()
  const fiat = useFiat()
  const masked = useMasked()
  const { pnlUsd, causes, depositsUsd, withdrawalsUsd } = pnl
  if (pnlUsd === null || depositsUsd === null || withdrawalsUsd === null)
    return <p className="py-3 text-13 text-t3">{t('home.pnl_unknown')}</p>
  const value = (usd: string) => (
    <span className={changeColours[directionOf(usd)]}>{fiat.writeSigned(usd)}</span>
  )
  const rows: CordRow[] = causes
    ? causes.map((cause) => ({
        key: cause.currency ?? cause.reason ?? '',
        ...nameOf(cause, t, masked),
        value: (
          <span className="flex items-center gap-3">
            <Bar cause={cause} causes={causes} />
            {value(cause.usd)}
          </span>
        ),
      }))
    : [
        { key: 'now', name: t('home.value_now'), value: fiat.write(pnl.totalUsd) },
        {
          key: 'start',
          name: t('home.value_then', { time: momentName(pnl, locale) }),
          value: fiat.writeSigned(negated(pnl.startUsd!)),
        },
        { key: 'deposits', name: t('home.deposits'), value: fiat.writeSigned(negated(depositsUsd)) },
        { key: 'withdrawals', name: t('home.withdrawals'), value: fiat.writeSigned(withdrawalsUsd) },
      ]
  const isMoved = !isZero(depositsUsd) || !isZero(withdrawalsUsd)
  return (
    <>
      {rows.length === 0 ? (
        <p className="py-3 text-13 text-t3">{t('home.pnl_none')}</p>
      ) : (
        <CordColumn rows={rows} sumName={t('home.pnl_sum')} sum={value(pnlUsd)} />
      )}
      {causes && isMoved && (
        <p className="pb-3 text-12 text-t3">
          {t('home.pnl_not_counted', {
            deposits: fiat.write(depositsUsd),
            withdrawals: fiat.write(withdrawalsUsd),
          })}
        </p>
      )}
    </>
  )
}

function nameOf(
  cause: PnlCauseView,
  t: Translate,
  masked: (figure: string) => string,
): Pick<CordRow, 'name' | 'note'> {
  if (cause.reason === UNREALIZED) return { name: t('home.unrealized') }
  if (cause.reason !== null)
    return { name: t(reasonText(cause.reason)), note: t('home.entries', { count: cause.entries }) }
  return {
    name: `${cause.currency} ${masked(amount(cause.amount!))}`,
    note: cause.priceChange === null ? undefined : t('home.price_by', { change: signed(cause.priceChange) }),
  }
}

/** How large a cause is among all, to the right of the middle for a gain, to the left for a loss. */
function Bar({ cause, causes }: { cause: PnlCauseView; causes: readonly PnlCauseView[] }) {
  const size = (usd: string) => Math.abs(Number(usd))
  const largest = Math.max(...causes.map(({ usd }) => size(usd)))
  const width = `${Math.max(2, (size(cause.usd) / largest) * 50)}%`
  const direction = directionOf(cause.usd)
  return (
    <span aria-hidden className="relative hidden h-1.5 w-20 xs:block lg:hidden xl:block">
      <span
        style={{ width }}
        className={cx(
          'absolute inset-y-0',
          fills[direction],
          direction === 'down' ? 'right-1/2' : 'left-1/2',
        )}
      />
    </span>
  )
}

const negated = (usd: string) => (isZero(usd) ? usd : usd.startsWith('-') ? usd.slice(1) : `-${usd}`)
