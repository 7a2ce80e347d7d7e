import type { OptionView } from '#domain/option/contract.ts'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { grouped } from '#web/format/number.ts'
import { timeOfDay } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { type PricePoint, spanOfOrder } from './price-span.ts'
import { type Mark, PriceWindow } from './price-window.tsx'
import { usePastPrices, usePriceTrail } from './use-price-trail.ts'

/** An order whose entry is known. */
export type EnteredOption = OptionView & {
  readonly entry: NonNullable<OptionView['entry']>
  readonly expiresAtMs: number
}

export const isEntered = (order: OptionView): order is EnteredOption =>
  order.entry !== null && order.expiresAtMs !== null

const colours = { won: 'up', lost: 'down', tie: 'flat', void: 'flat' } as const

/** The prices around an order: its entry, where it has to end, and its exit once that is known. */
export function OrderChart({ order }: { order: EnteredOption }) {
  const { t } = useTexts()
  const { symbol, entry, exit, expiresAtMs, direction, outcome } = order
  const span = spanOfOrder(entry.atMs, expiresAtMs, exit !== null)
  const trail = usePriceTrail(symbol)
  const past = usePastPrices(order, span.fromMs)
  const price = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const points: PricePoint[] = [...past, ...trail, pointOf(entry), ...(exit ? [pointOf(exit)] : [])]
  const entryMark: Mark = {
    ...{ kind: 'recorded', atMs: entry.atMs, price: Number(entry.price), dot: 'gold' },
    label: t('option_pages.entry_at', { time: timeOfDay(entry.atMs) }),
  }
  const endMark: Mark = exit
    ? {
        ...{ kind: 'recorded', atMs: exit.atMs, price: Number(exit.price), dot: colours[outcome ?? 'void'] },
        label: t('option_pages.exit_at', { time: timeOfDay(exit.atMs) }),
      }
    : {
        ...{ kind: 'pending', atMs: expiresAtMs },
        label: t('option_pages.settles_at', { time: timeOfDay(expiresAtMs) }),
      }
  return (
    <div className="-mx-4">
      <PriceWindow
        span={span}
        points={exit ? points.filter(({ atMs }) => atMs <= exit.atMs) : points}
        marks={[entryMark, endMark]}
        level={Number(entry.price)}
        {...(!exit && {
          goal: { fromMs: entry.atMs, toMs: expiresAtMs, direction },
          isLive: true,
          labels: { now: price && grouped(price), level: grouped(entry.price) },
        })}
        height={208}
      />
    </div>
  )
}

const pointOf = ({ atMs, price }: NonNullable<OptionView['entry']>): PricePoint => ({
  atMs,
  price: Number(price),
})
